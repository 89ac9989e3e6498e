"""A player's form over time and against whom, as an independent count of the sheets has it."""

from collections import defaultdict
from typing import Any

from openskill.models import PlackettLuce

from tests.support import guests, tables
from tests.support.phones import Device, Json, open_match
from tests.support.player_pages import LOST, WON, page, play, seat
from tests.support.sheet_entries import hand, sheet

ANN, RAY = 0, 1
SET = hand(ANN, "four", 1, 0, 0, 0)
EVENINGS = (WON, LOST, [SET, *WON[:2], SET, *WON], [SET, SET], [*LOST[:1], *WON])
"""The hands of each match; the fourth is not finished."""


async def play_match(phone: Device, guest: Device, hands: list[Json]) -> Json:
    """Play a match in which Ann has seat 0 and Ray seat 1: its sheet."""
    match = await open_match(phone)
    await seat(phone, match, ANN, await tables.device_id(phone))
    device_id = await guests.let_in(phone, match, guest, "scorer")
    await guest.post(f"{tables.path(match)}/seats/{RAY}/claim")
    await seat(phone, match, RAY, device_id)
    await play(phone, match, hands)
    return await sheet(phone, match)


def bids(match: Json, at: int) -> tuple[int, int]:
    """The bids that a seat made and those that were set, by the lines of a sheet."""
    own = [line["made"] for line in match["lines"] if line["pitcher"] == at]
    return own.count(True), own.count(False)


async def test_form_and_head_to_head_are_those_of_the_sheets(phone: Device, guest: Device) -> None:
    sheets = [await play_match(phone, guest, hands) for hands in EVENINGS]
    won_matches = [match for match in sheets if match["winner"]]
    assert len(won_matches) == len(sheets) - 1
    model = PlackettLuce()
    ratings: dict[str, Any] = defaultdict(model.rating)
    mine, opponents = await tables.device_id(phone), []
    for match in won_matches:
        sides = [[player["name"] for player in match["players"][side::2]] for side in (0, 1)]
        ranks = [float(match["winner"]["side"] != side) for side in (0, 1)]
        teams = model.rate([[ratings[name] for name in side] for side in sides], ranks=ranks)
        for side, team in zip(sides, teams, strict=True):
            ratings.update(zip(side, team, strict=True))
        own = ratings[match["players"][ANN]["name"]]
        made_count, times_set = bids(match, ANN)
        opponents.append({
            "matchId": match["matchId"],
            "won": match["winner"]["side"] == 0,
            "made": made_count,
            "timesSet": times_set,
            "skill": round(own.mu, 3),
            "uncertainty": round(own.sigma, 3),
        })  # fmt: skip
    page_body = await page(phone)
    times = [entry.pop("openedAt") for entry in page_body["form"]]
    assert times == sorted(times)
    assert times[0][:16] == won_matches[0]["createdAt"][:16]
    assert page_body["form"] == opponents
    assert page_body["rating"]["skill"] == opponents[-1]["skill"]
    assert page_body["rating"]["matches"] == len(won_matches)
    # Every match was against Ray, also the one that nobody won.
    (ray,) = page_body["opponents"]
    totals = [bids(match, ANN) for match in sheets]
    assert (ray["made"], ray["timesSet"]) == tuple(map(sum, zip(*totals, strict=True)))
    assert (ray["wins"], ray["losses"]) == (3, 1)
    his = await page(guest)
    assert [entry["won"] for entry in his["form"]] == [not entry["won"] for entry in opponents]
    (ann,) = his["opponents"]
    assert (ann["playerId"], ann["wins"]) == (mine, 1)
    totals = [bids(match, RAY) for match in sheets]
    assert (ann["made"], ann["timesSet"]) == tuple(map(sum, zip(*totals, strict=True)))


async def test_form_has_only_matches_that_fit_the_question(phone: Device, guest: Device) -> None:
    await play_match(phone, guest, WON)
    assert len((await page(phone, since="2000-01-01"))["form"]) == 1
    assert (await page(phone, until="2000-01-01"))["form"] == []
    assert (await page(phone, partner=await tables.device_id(guest)))["form"] == []
