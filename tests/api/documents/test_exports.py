"""Whatever happened in a match leaves with it, and comes back the same."""

import csv
import io
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from uuid_utils.compat import uuid7

from pitch.rules import rulesets
from pitchkeeper.database.pool import queries
from pitchkeeper.documents import store
from tests.support import tables as tables_of
from tests.support.databases import flattened
from tests.support.phones import Device, Json, SignIn, assert_problem, exported, opened
from tests.support.representatives import TRIED
from tests.support.searches import some
from tests.support.tables import path, seated

NAMES = ('Ann "Ace" O\'Neil', "Jörg \\ Müller", "李雷", "[Pitch", "; Dee", "♠ Eve", "F" * 40, "Г")
ANYTIME = {"If-Match": "*"}
LISTED = {
    "calls": ["four"],
    "trump": "S",
    "piles": [
        {"side": 0, "listed": "scoring", "trumps": 2, "cards": ["JS", "7S", "TH", "TD", "KC"]},
        {"side": 1, "listed": "some", "cards": ["QH"]},
    ],
    "holdings": [{"seat": 1, "cards": ["QH", "2C"]}],
    "tricks": [{"leader": 0, "cards": ["JS", "2D"], "winner": 0}, {}],
    "lowDealtTo": 1,
}
IMPOSSIBLE = {
    "trump": "S",
    "piles": [{"side": 0, "cards": ["AS", "2S"]}, {"side": 1, "cards": ["AS"]}],
}


def claimed(pitcher: int, *, made: bool = True) -> Json:
    """A hand of which the table entered just the points."""
    taker = 0 if made else 1
    return {
        "contract": {"pitcher": pitcher, "bid": "three"},
        "claims": {
            "points": [
                {"point": "high", "side": taker, "card": "AS"},
                {"point": "low", "side": taker},
                {"point": "jack", "side": taker},
                {"point": "game", "side": 1},
            ]
        },
    }


async def done(answer: httpx.Response) -> Any:
    """An answer that was no refusal."""
    assert answer.status_code < 300, answer.text
    return answer.json()


async def enter(phone: Device, match: Json, number: int, record: Json) -> Any:
    """Enter or correct a hand."""
    return await done(await phone.put(path(match, number), json=record, headers=ANYTIME))


async def play(phone: Device, match: Json) -> None:
    """A match with one of everything."""
    sides = len(match["sides"])
    reason = 'He said "no", \\ and meant it'
    await enter(phone, match, 1, claimed(0))
    await enter(phone, match, 2, LISTED)
    await enter(phone, match, 3, IMPOSSIBLE)
    await enter(phone, match, 4, {"trump": "H"})
    await enter(phone, match, 1, claimed(1))
    await enter(phone, match, 1, claimed(0, made=False))
    await done(await phone.delete(path(match, 4)))
    await enter(phone, match, 4, {"trump": "H"})
    await done(await phone.delete(path(match, 4)))
    overruling = {"deltas": [2, *[-1] * (sides - 1)], "made": None, "reason": "Agreed"}
    await done(await phone.post(path(match, 3, "overruling"), json=overruling))
    for settling in (
        {"settlement": "withdrawn"},
        {"settlement": "ruling_accepted", "reason": reason},
        {"settlement": "corrected", "record": claimed(0)},
        {"settlement": "overruled", "overruling": overruling | {"made": False}},
    ):
        await done(await phone.post(path(match, 2, "disputes"), json={"reason": reason}))
        await done(await phone.post(path(match, 2, "disputes/resolution"), json=settling))
    await done(await phone.post(path(match, 1, "confirmations"), json={"side": 1}, headers=ANYTIME))
    for side in (0, sides - 1):
        given = {"side": side, "points": -2, "reason": reason, "afterHand": min(side, 4)}
        await done(await phone.post(path(match, part="adjustments"), json=given))
    cancelled = path(match, part="adjustments/1/cancellation")
    await done(await phone.post(cancelled, json={"reason": "Nobody heard it"}))
    sheet = await done(await phone.get(path(match)))
    undo = {"If-Match": f'"{sheet["version"]}"'}
    await done(await phone.post(path(match, part="undo"), headers=undo))
    await enter(phone, match, 5, {})
    await done(await phone.post(path(match, 5, "disputes"), json={"reason": "Still open"}))


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


async def taken_in(phone: Device, body: bytes, written: str) -> list[Json]:
    """What became of the matches of a file."""
    kind = {"json": "application/json", "txt": "text/plain; charset=utf-8"}[written]
    answer = await phone.post("/v1/imports", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


@pytest.mark.long
@pytest.mark.search
async def test_every_match_comes_back_byte_for_byte(phone: Device, sign_in: SignIn) -> None:
    chosen = list(tables())
    async with await sign_in() as other:
        for preset, more in chosen:
            match = await opened(phone, preset, **more)
            await play(phone, match)
            sheet = await done(await phone.get(path(match)))
            files = {
                written: await exported(phone, match["matchId"], written)
                for written in ("json", "txt")
            }
            for written, file in files.items():
                (item,) = await taken_in(other, file, written)
                assert item["problem"] is None, (item, file.decode())
                assert item["matchId"] != match["matchId"]
                for again, known in files.items():
                    assert await exported(other, item["matchId"], again) == known
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
                ones = [await exported(third, match_id, written) for match_id in ids]
                assert back.content == whole.content
                assert all(strip(one) in whole.content for one in ones)


def strip(file: bytes) -> bytes:
    """The one match of a file."""
    return file.removeprefix(b'{"matches":[\n').removesuffix(b"\n]}\n")


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """Somebody else's device."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def played(phone: Device) -> Json:
    """A match of the lounge with one of everything."""
    match = await opened(phone)
    await play(phone, match)
    return match


async def test_a_file_tells_nothing_of_devices(phone: Device, played: Json) -> None:
    device_id = (await phone.get("/v1/devices/me")).json()["deviceId"]
    for written in ("json", "txt"):
        file = (await exported(phone, played["matchId"], written)).decode()
        assert device_id not in file
        assert played["matchId"] not in file
        assert "deviceId" not in file


async def test_a_file_has_a_plain_name(phone: Device) -> None:
    match = await opened(phone, names=("Jörg Ö.", "李雷", 'C"id\\', "Dee\u00a0Ann"))
    day = match["createdAt"][:10]
    answer = await phone.get(path(match, part="export.txt"))
    name = f'attachment; filename="pitch-{day}-jorg-o-c-id-dee-ann.pitch.txt"'
    assert answer.headers["Content-Disposition"] == name
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


async def test_corrections_leave_in_order(phone: Device, played: Json) -> None:
    told = json.loads(await exported(phone, played["matchId"], "json"))["matches"][0]
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
    match = await opened(phone)
    for number in (1, 2, 3):
        await enter(phone, match, number, claimed(0))
    await settled(phone, match, 3, settlement="withdrawn")
    await undone(phone, match)
    await enter(phone, match, 3, claimed(0))
    overruling = {"deltas": [2, -1], "made": None, "reason": "Agreed"}
    await settled(phone, match, 1, settlement="withdrawn")
    await settled(phone, match, 2, settlement="overruled", overruling=overruling)
    await undone(phone, match)
    file = await exported(phone, match["matchId"], written)
    (item,) = await taken_in(guest, file, written)
    assert item["problem"] is None, item
    assert await exported(guest, item["matchId"], written) == file
    tables = []
    for device, match_id in ((phone, match["matchId"]), (guest, item["matchId"])):
        lines = (await exported(device, match_id, "csv")).decode("utf-8-sig").splitlines()
        # But for its id and the second it was opened in.
        tables.append([line.split(",", 2)[2] for line in lines])
        sheet = (await exported(device, match_id, "html")).decode()
        assert sheet.count("Was disputed") == 1
        assert ["Was disputed" in line for line in lines] == [False, True, False, False]
    assert tables[0] == tables[1]


async def test_no_matches_are_a_file_too(phone: Device) -> None:
    for written, file in (("json", b'{"matches":[\n\n]}\n'), ("txt", b"")):
        answer = await phone.get(f"/v1/matches/export.{written}")
        assert answer.content == file
        kind = {"json": "application/json", "txt": "text/plain; charset=utf-8"}[written]
        assert answer.headers["Content-Type"] == kind
        name = f'attachment; filename="pitch-matches.{"json" if file else "pitch.txt"}"'
        assert answer.headers["Content-Disposition"] == name
        assert await taken_in(phone, file, written) == []


async def test_all_matches_leave_as_each_does_alone(
    phone: Device,
    guest: Device,
    played: Json,
    pool: "asyncpg.Pool[asyncpg.Record]",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many are read at once, and whatever the list has besides them."""
    reruled, bare, gone = [await opened(phone) for _ in range(3)]
    for number in (1, 2):
        await enter(phone, reruled, number, claimed(number))
    rules = {"ruleset": "rules-guru"}
    await done(await phone.put(path(reruled, part="rules"), json=rules, headers=ANYTIME))
    assert (await phone.delete(path(gone))).status_code == 204
    theirs = await opened(guest)
    await pool.execute(
        "INSERT INTO device_matches (device_id, match_id) SELECT device_id, m "
        "FROM device_matches, unnest($2::uuid[]) AS m WHERE match_id = $1",
        UUID(bare["matchId"]),
        [UUID(int=0), UUID(theirs["matchId"]), uuid7()],
    )
    ids = [each["matchId"] for each in (bare, reruled, played)]
    for written in ("json", "txt"):
        ones = [strip(await exported(phone, match_id, written)) for match_id in ids]
        between = b",\n" if written == "json" else b""
        for page, lines in ((1, 1), (2, 1_000), (50, 12), (50, 1_000)):
            monkeypatch.setattr(store, "_PAGE", page)
            monkeypatch.setattr(store, "_LINES", lines)
            whole = (await phone.get(f"/v1/matches/export.{written}")).content
            assert strip(whole) == between.join(ones), (written, page, lines)


async def test_an_export_reads_nothing_but_what_it_tells(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    given = {"side": 0, "points": 1, "reason": "Late"}
    await done(await phone.post(path(match, part="adjustments"), json=given))
    ids = [uuid7() for _ in range(3_000)]
    for table in ("matches", "device_matches", "members", "journal", "adjustments"):
        await pool.execute(
            f"INSERT INTO {table} "  # noqa: S608
            f"SELECT c.* FROM {table} AS t CROSS JOIN unnest($1::uuid[]) AS u, "
            "jsonb_populate_record(t, jsonb_build_object('match_id', u)) AS c",
            ids,
        )
    await pool.execute("ANALYZE")
    statement, last = queries().list_copies, UUID(int=2**128 - 1)
    device_id = UUID(await tables_of.device_id(phone))
    (plan,) = json.loads(
        await pool.fetchval(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", device_id, last, 50, 1_000
        )
    )
    for step in flattened(plan["Plan"]):
        assert step["Node Type"] != "Seq Scan" or step["Relation Name"] == "rulesets", step
        assert step["Actual Rows"] <= 100, step


async def test_a_spreadsheet_has_a_row_for_each_hand(phone: Device, played: Json) -> None:
    """Of one match and of all; and one for each match, if that is wanted."""
    sheet = (await phone.get(path(played))).json()
    names = []
    for place in (path(played, part="export"), "/v1/matches/export"):
        answer = await phone.get(f"{place}.csv")
        names.append(answer.headers["content-disposition"])
        assert answer.headers["content-type"].startswith("text/csv")
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert [row["hand"] for row in rows] == [str(line["number"]) for line in sheet["lines"]]
        assert rows[-1]["score_1"] == str(sheet["lines"][-1]["scores"][0])
    answer = await phone.get("/v1/matches/export.csv?table=matches")
    assert answer.headers["content-disposition"] == 'attachment; filename="pitch-matches.csv"'
    assert names[1] == 'attachment; filename="pitch-hands.csv"'
    assert names[0] not in {names[1], answer.headers["content-disposition"]}
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert (row["match_id"], row["hands"]) == (played["matchId"], str(len(sheet["lines"])))


MEDIA_TYPES = {"html": "text/html", "pdf": "application/pdf"}


@pytest.mark.parametrize(("written", "start"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-")])
async def test_a_sheet_can_be_printed(
    phone: Device, played: Json, written: str, start: bytes
) -> None:
    """As a page that runs no scripts, or as a paper."""
    answer = await phone.get(path(played, part=f"export.{written}"))
    assert answer.status_code == 200
    assert answer.content[: len(start)].lower() == start.lower()
    assert f".{written}" in answer.headers["content-disposition"]
    if written == "html":
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].split(";")[0] == MEDIA_TYPES[written]
    many = await phone.get(f"/v1/matches/export.{written}")
    assert_problem(many, 404, "not_found")


async def test_an_unknown_format_is_refused(phone: Device, match: Json) -> None:
    assert_problem(await phone.get(path(match, part="export.gold")), 404, "not_found")
    answer = await phone.get(path(match, part="export.csv?format=json"))
    assert_problem(answer, 400, "invalid_parameter", parameter="format")
    answer = await phone.get("/v1/matches/export.csv?table=gold")
    assert_problem(answer, 400, "invalid_parameter", parameter="table")


async def test_a_viewer_may_take_a_match_away(
    phone: Device, played: Json, sign_in: SignIn, database_url: str
) -> None:
    async with await sign_in() as viewer:
        await seated(database_url, played, viewer, "viewer")
        theirs = await exported(viewer, played["matchId"], "txt")
        assert theirs == await exported(phone, played["matchId"], "txt")


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
    proven = await exported(phone, match["matchId"], "csv")
    assert b",2,2," in proven
    voided = await phone.delete(hand, headers={"If-Match": "*"})
    assert voided.status_code == 200, voided.text
    body = await exported(phone, match["matchId"], "json")
    (item,) = await taken_in(phone, body, "json")
    kept = await exported(phone, match["matchId"], "csv")
    brought = await exported(phone, item["matchId"], "csv")
    rows = [text.partition(b'"void"')[2] for text in (kept, brought)]
    assert rows[0] == rows[1]
    assert b",2,2," not in rows[0]
    sheets = [
        (await phone.get(f"/v1/matches/{each}/hands/1")).json()["verdict"]
        for each in (match["matchId"], item["matchId"])
    ]
    assert sheets[0] == sheets[1]
