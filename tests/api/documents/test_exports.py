"""A match with any history can be exported and imported unchanged."""

import json
from collections.abc import Iterator

import pytest

from pitch.rules import rulesets
from tests.support.full_matches import claim_points, done, enter, play, strip, taken_in
from tests.support.phones import Device, Json, SignIn, export_match, open_match
from tests.support.representatives import TRIED
from tests.support.searches import some
from tests.support.tables import path

NAMES = ('Ann "Ace" O\'Neil', "Jörg \\ Müller", "李雷", "[Pitch", "; Dee", "♠ Eve", "F" * 40, "Г")


def tables() -> Iterator[tuple[str, Json]]:
    """Presets at their tables, and house rules."""
    for ruleset in map(rulesets.preset, some(TRIED, 12)):
        for table in some(ruleset.rules.tables, 8):
            more = {"names": NAMES[: table.players], "sides": table.sides, "firstDealer": 1}
            yield ruleset.preset, more
    house = {"low": "dealt", "slam": "pitch", "target": 21, "dealerMatches": ["two", "four"]}
    yield (
        "singaporemahjong",
        {"names": NAMES[:3], "firstDealer": 0, "options": house, "policy": "both_sides"},
    )
    yield "setback-pitch", {"names": NAMES[:5], "options": {"slam": "none"}, "policy": "owner"}
    yield "setback", {"names": NAMES[:2], "firstDealer": 0, "target": 15}
    yield "rules-guru", {"names": NAMES[:6], "options": {"hands": 12}}
    wide = [{"players": 6, "sides": "three_pairs"}, {"players": 2}]
    yield "mb-lounge", {"names": NAMES[:6], "options": {"tables": wide, "dealerMatches": []}}


@pytest.mark.long
@pytest.mark.search
async def test_every_match_comes_back_byte_for_byte(phone: Device, sign_in: SignIn) -> None:
    chosen = some(list(tables()), 2)
    async with await sign_in() as other:
        for preset, more in chosen:
            match = await open_match(phone, preset, **more)
            await play(phone, match)
            sheet = await done(await phone.get(path(match)))
            files = {
                written: await export_match(phone, match["matchId"], written)
                for written in ("json", "txt")
            }
            for written, file in files.items():
                (item,) = await taken_in(other, file, written)
                assert item["problem"] is None, (item, file.decode())
                assert item["matchId"] != match["matchId"]
                for again, known in files.items():
                    assert await export_match(other, item["matchId"], again) == known
                brought = await done(await other.get(f"/v1/matches/{item['matchId']}"))
                for field in (
                    "scores",
                    "winner",
                    "unscored",
                    "ruleset",
                    "policy",
                    "nextDealer",
                ):
                    assert brought[field] == sheet[field]
        for written in ("json", "txt"):
            whole = await phone.get(f"/v1/matches/export.{written}")
            async with await sign_in() as third:
                items = await taken_in(third, whole.content, written)
                assert [item["problem"] for item in items] == [None] * len(chosen)
                back = await third.get(f"/v1/matches/export.{written}")
                ids = [item["matchId"] for item in items]
                assert ids == sorted(ids, reverse=True)
                ones = [await export_match(third, match_id, written) for match_id in ids]
                assert back.content == whole.content
                assert all(strip(one) in whole.content for one in ones)


async def test_corrections_leave_in_order(phone: Device, played: Json) -> None:
    told = json.loads(await export_match(phone, played["matchId"], "json"))["matches"][0]
    first, second, third, fourth, last = told["hands"]
    assert [one["record"]["contract"]["pitcher"] for one in first["earlier"]] == [0, 1]
    assert [one["settled"]["settlement"] for one in second["disputes"]] == [
        *("withdrawn", "ruling_accepted", "corrected", "overruled")
    ]
    assert second["disputes"][0]["ruling"]["clauses"]
    assert third["overruled"] == {"deltas": [2, -1], "made": None, "reason": "Agreed"}
    assert [one.get("isVoid", False) for one in fourth["earlier"]] == [False, True, False]
    assert fourth["isVoid"]
    assert last == {
        "at": last["at"],
        "record": {},
        "disputes": [last["disputes"][0]],
    }
    assert "cancelled" not in told["adjustments"][0]


async def undone(phone: Device, match: Json) -> None:
    """Undo what was done last."""
    seen = {"If-Match": f'"{(await done(await phone.get(path(match))))["version"]}"'}
    await done(await phone.post(path(match, part="undo"), headers=seen))


async def settled(phone: Device, match: Json, number: int, **settling: object) -> None:
    """Dispute a hand, and settle that."""
    await done(await phone.post(path(match, number, "disputes"), json={"reason": "Misdealt"}))
    await done(await phone.post(path(match, number, "disputes/resolution"), json=settling))


@pytest.mark.parametrize("written", ["json", "txt"])
async def test_what_undo_took_off_the_sheet_does_not_come_back(
    phone: Device, guest: Device, written: str
) -> None:
    """A dispute of a hand that went back, or was taken out and entered again, is no remark."""
    match = await open_match(phone)
    for number in (1, 2, 3):
        await enter(phone, match, number, claim_points(0))
    await settled(phone, match, 3, settlement="withdrawn")
    await undone(phone, match)
    await enter(phone, match, 3, claim_points(0))
    overruling = {"deltas": [2, -1], "made": None, "reason": "Agreed"}
    await settled(phone, match, 1, settlement="withdrawn")
    await settled(phone, match, 2, settlement="overruled", overruling=overruling)
    await undone(phone, match)
    file = await export_match(phone, match["matchId"], written)
    (item,) = await taken_in(guest, file, written)
    assert item["problem"] is None, item
    assert await export_match(guest, item["matchId"], written) == file
    tables = []
    for device, match_id in ((phone, match["matchId"]), (guest, item["matchId"])):
        lines = (await export_match(device, match_id, "csv")).decode("utf-8-sig").splitlines()
        # But for its id and the second it was opened in.
        tables.append([line.split(",", 2)[2] for line in lines])
        sheet = (await export_match(device, match_id, "html")).decode()
        assert sheet.count("Was disputed") == 1
        assert ["Was disputed" in line for line in lines] == [False, True, False, False]
    assert tables[0] == tables[1]


async def test_a_void_hand_reads_the_same_where_it_was_kept_and_where_it_was_brought(
    phone: Device,
) -> None:
    """It pays nothing, whatever was proven of it before it was void."""
    pair = [{"name": "Ann"}, {"name": "Bob"}]
    match = (await phone.post("/v1/matches", json={"ruleset": "setback", "players": pair})).json()
    ace = {"side": 1, "listed": "some", "cards": ["AH", "8D"]}
    record = {
        "trump": "D",
        "piles": [{"side": 0, "listed": "all", "cards": []}, ace],
        "tricksWon": [0, 6],
    }
    hand = f"/v1/matches/{match['matchId']}/hands/1"
    assert (await phone.put(hand, json=record)).status_code == 200
    proven = await export_match(phone, match["matchId"], "csv")
    assert b",2,2," in proven
    voided = await phone.delete(hand, headers={"If-Match": "*"})
    assert voided.status_code == 200, voided.text
    body = await export_match(phone, match["matchId"], "json")
    (item,) = await taken_in(phone, body, "json")
    kept = await export_match(phone, match["matchId"], "csv")
    brought = await export_match(phone, item["matchId"], "csv")
    rows = [text.partition(b'"void"')[2] for text in (kept, brought)]
    assert rows[0] == rows[1]
    assert b",2,2," not in rows[0]
    sheets = [
        (await phone.get(f"/v1/matches/{each}/hands/1")).json()["verdict"]
        for each in (match["matchId"], item["matchId"])
    ]
    assert sheets[0] == sheets[1]
