"""Scoreboards: a match, and a night of a league, as everybody sees them."""

import asyncio
import time

import asyncpg
import pytest

from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.scoreboards import scoreboards
from pitchkeeper.scoreboards.views import Scoreboard
from tests.support import guests, leagues, tables
from tests.support.phones import Device, Json, open_match

RECORD: Json = {"contract": {"pitcher": 0, "bid": "three"}}


async def get_board(anybody: Device, link: Json) -> Json:
    """The match or the league that a link shows."""
    board = (await guests.scoreboard(anybody, link)).json()
    assert board[{"match": "league", "league": "match"}[board["kind"]]] is None
    return board[board["kind"]]  # type: ignore[no-any-return]


async def test_a_match_says_what_its_table_says(
    phone: Device, stranger: Device, match: Json
) -> None:
    link = await guests.publish(phone, match)
    before = await get_board(stranger, link)
    assert before["sides"] == ["Ann & Cid", "Bob & Dee"]
    assert before["players"] == ["Ann", "Bob", "Cid", "Dee"]
    assert (before["scores"], before["lastHand"], before["dealer"]) == ([0, 0], None, "Dee")
    await phone.put(
        f"{tables.path(match)}/hands/1",
        json=RECORD
        | {
            "claims": {"points": [{"point": point, "side": 1} for point in ("high", "low", "game")]}
        },
    )
    sheet, after = (await phone.get(tables.path(match))).json(), await get_board(stranger, link)
    for field in ("scores", "target", "outlook", "winner"):
        assert after[field] == sheet[field]
    (line,) = sheet["lines"]
    assert after["lastHand"] == {
        "number": 1,
        "standing": line["standing"],
        "bidder": 0,
        "bid": "three",
        "made": line["made"],
        "deltas": line["deltas"],
    }
    assert (after["hands"], after["dealer"]) == (1, "Ann")


async def test_who_has_won_is_said(phone: Device, stranger: Device) -> None:
    won = await leagues.won(phone, await open_match(phone, "setback", target=4))
    link = await guests.publish(phone, won)
    board = await get_board(stranger, link)
    assert board["winner"] == won["winner"]
    certain = [100 if side == won["winner"]["side"] else 0 for side in range(len(board["sides"]))]
    assert board["chances"]["percents"] == certain
    assert board["chances"]["isEstimate"] is False


async def test_how_likely_each_side_is_to_win_follows_the_score(
    phone: Device, stranger: Device, match: Json
) -> None:
    link = await guests.publish(phone, match)
    chances = []
    for points in (5, 5, -9):
        bet = {"side": 0, "points": points, "reason": "a bet"}
        answer = await phone.post(f"{tables.path(match)}/adjustments", json=bet)
        assert answer.status_code < 300, answer.text
        chances.append((await get_board(stranger, link))["chances"]["percents"])
    assert chances[2][0] < chances[0][0] < chances[1][0] < 100
    assert {sum(percents) for percents in chances} == {100}


async def test_nothing_new_is_said_in_no_bytes(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    link = await guests.publish(phone, aggregate)
    first = await guests.scoreboard(stranger, link)
    again = await guests.scoreboard(stranger, link, first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    spanish = await stranger.get(
        f"/v1/public/{link['secret']}",
        headers={"If-None-Match": first.headers["etag"], "Accept-Language": "es"},
    )
    assert spanish.status_code == 200
    await guests.try_to_score(phone, aggregate)
    scoreboard = await guests.scoreboard(stranger, link, first.headers["etag"])
    assert scoreboard.status_code == 200
    assert scoreboard.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("turns_away", [False, True])
async def test_what_many_screens_ask_for_at_once_is_made_once(
    phone: Device, stranger: Device, monkeypatch: pytest.MonkeyPatch, turns_away: bool
) -> None:
    """Also where who asked first no longer waits."""
    boards, show = list[object](), scoreboards.league_board

    def showing(season: LeagueSeason) -> Scoreboard:
        boards.append(season)
        # In a thread: all the others ask meanwhile.
        time.sleep(0.3)
        return show(season)

    monkeypatch.setattr(scoreboards, "league_board", showing)
    link = await guests.publish(phone, await leagues.open_league(phone))
    asking = [asyncio.create_task(guests.scoreboard(stranger, link)) for _ in range(12)]
    if turns_away:
        while not boards:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        asking.pop(0).cancel()
    answers = await asyncio.gather(*asking)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert len(boards) == 1


async def test_a_league_before_anything_was_planned(phone: Device, stranger: Device) -> None:
    league = await leagues.open_league(phone)
    board = await get_board(stranger, await guests.publish(phone, league))
    assert (board["name"], board["night"], board["nights"]) == ("Tuesdays", 1, 5)
    assert (board["slot"], board["tables"], board["results"], board["next"]) == (0, [], [], None)
    assert [row["rank"] for row in board["rows"]] == [1] * 10
    assert {row["firstPermille"] for row in board["rows"]} == {board["estimate"]} == {None}


async def test_a_night_shows_its_tables_its_results_and_who_meets_next(
    phone: Device, stranger: Device
) -> None:
    league = await leagues.open_league(phone)
    schedule = await leagues.plan_nights(phone, league)
    link = await guests.publish(phone, league)
    night = leagues.fixtures(schedule, 1)
    first = [fixture for fixture in night if fixture["slot"] == 1]
    board = await get_board(stranger, link)
    assert [table["names"] for table in board["tables"]] == names(first)
    assert not any(table["isOver"] for table in board["tables"])
    assert sum(row["firstPermille"] for row in board["rows"]) == pytest.approx(1000, abs=10)
    assert board["estimate"]["isSample"]
    for fixture in first[:2]:
        await leagues.report_result(phone, league, fixture["number"], wins=[2, 1])
    board = await get_board(stranger, link)
    assert [table["isOver"] for table in board["tables"]] == [True, True, False, False, False]
    assert [result["names"] for result in board["results"]] == names(first[:2])[::-1]
    assert board["results"][0]["wins"] == [2, 1]
    coming = next(
        fixture
        for fixture in schedule["nights"][0]["fixtures"][5:] or leagues.fixtures(schedule, 2)
    )
    assert (board["next"]["night"], board["next"]["slot"]) == (coming["night"], coming["slot"])
    table = await leagues.standings(phone, league)
    fields = ("rank", "name", "score", "won", "lost", "chance")
    assert [{key: row[key] for key in fields} for row in board["rows"]] == [
        {key: row[key] for key in fields} for row in table["rows"]
    ]


async def test_the_score_of_a_match_on_a_table_is_shown_as_it_goes(
    phone: Device, stranger: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    league = await leagues.open_league(phone)
    (fixture, *_) = leagues.fixtures(await leagues.plan_nights(phone, league), 1)
    link = await guests.publish(phone, league)
    match = (await phone.post(leagues.path(league, f"fixtures/{fixture['number']}/matches"))).json()
    opened_board = await guests.scoreboard(stranger, link)
    points = [{"point": point, "side": 0} for point in ("high", "low", "game")]
    answer = await phone.put(
        f"{tables.path(match)}/hands/1", json=RECORD | {"claims": {"points": points}}
    )
    assert answer.status_code == 200, answer.text
    board = await guests.scoreboard(stranger, link, opened_board.headers["etag"])
    assert board.status_code == 200, "a match that goes on changes the scoreboard of its league"
    (table,) = [
        table for table in board.json()["league"]["tables"] if table["table"] == fixture["table"]
    ]
    assert table["scores"] == answer.json()["matchScores"]
    assert not table["isOver"]


def names(fixtures: list[Json]) -> list[list[str]]:
    """Return the names of the sides of some fixtures."""
    return [[side["name"] for side in fixture["sides"]] for fixture in fixtures]
