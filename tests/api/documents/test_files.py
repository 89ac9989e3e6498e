"""The files of a match: how they are called, what is in them and who may have them."""

import csv
import io
import json
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest
from uuid_utils.compat import uuid7

from pitchkeeper.database.pool import queries
from pitchkeeper.documents import store
from tests.support import tables as tables_of
from tests.support.databases import flatten_plan
from tests.support.full_matches import (
    ANYTIME,
    claim_points,
    done,
    enter,
    strip,
    taken_in,
)
from tests.support.phones import Device, Json, SignIn, assert_problem, export_match, open_match
from tests.support.tables import path, seat_device

MEDIA_TYPES = {"html": "text/html", "pdf": "application/pdf"}


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """Somebody else's device."""
    async with await sign_in() as device:
        yield device


async def test_a_file_tells_nothing_of_devices(phone: Device, played: Json) -> None:
    device_id = (await phone.get("/v1/devices/me")).json()["deviceId"]
    for form in ("json", "txt"):
        file = (await export_match(phone, played["matchId"], form)).decode()
        assert device_id not in file
        assert played["matchId"] not in file
        assert "deviceId" not in file


async def test_a_file_has_a_plain_name(phone: Device) -> None:
    match = await open_match(phone, names=("Jörg Ö.", "李雷", 'C"id\\', "Dee\u00a0Ann"))
    day = match["createdAt"][:10]
    answer = await phone.get(path(match, part="export.txt"))
    name = f'attachment; filename="pitch-{day}-jorg-o-c-id-dee-ann.pitch.txt"'
    assert answer.headers["Content-Disposition"] == name
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


async def test_no_matches_are_a_file_too(phone: Device) -> None:
    for form, file in (("json", b'{"matches":[\n\n]}\n'), ("txt", b"")):
        answer = await phone.get(f"/v1/matches/export.{form}")
        assert answer.content == file
        kind = {"json": "application/json", "txt": "text/plain; charset=utf-8"}[form]
        assert answer.headers["Content-Type"] == kind
        name = f'attachment; filename="pitch-matches.{"json" if file else "pitch.txt"}"'
        assert answer.headers["Content-Disposition"] == name
        assert await taken_in(phone, file, form) == []


async def test_all_matches_leave_as_each_does_alone(
    phone: Device,
    guest: Device,
    played: Json,
    pool: "asyncpg.Pool[asyncpg.Record]",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many are read at once, and whatever the list has besides them."""
    match_with_rules, bare, deleted_match = [await open_match(phone) for _ in range(3)]
    for number in (1, 2):
        await enter(phone, match_with_rules, number, claim_points(number))
    rules = {"ruleset": "rules-guru"}
    await done(await phone.put(path(match_with_rules, part="rules"), json=rules, headers=ANYTIME))
    assert (await phone.delete(path(deleted_match))).status_code == 204
    theirs = await open_match(guest)
    await pool.execute(
        "INSERT INTO device_matches (device_id, match_id) SELECT device_id, m "
        "FROM device_matches, unnest($2::uuid[]) AS m WHERE match_id = $1",
        UUID(bare["matchId"]),
        [UUID(int=0), UUID(theirs["matchId"]), uuid7()],
    )
    ids = [item["matchId"] for item in (bare, match_with_rules, played)]
    for form in ("json", "txt"):
        ones = [strip(await export_match(phone, match_id, form)) for match_id in ids]
        separator = b",\n" if form == "json" else b""
        for page, lines in ((1, 1), (2, 1_000), (50, 12), (50, 1_000)):
            monkeypatch.setattr(store, "_PAGE", page)
            monkeypatch.setattr(store, "_LINES", lines)
            file = (await phone.get(f"/v1/matches/export.{form}")).content
            assert strip(file) == separator.join(ones), (form, page, lines)


async def test_an_export_reads_nothing_but_what_it_tells(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    penalty = {"side": 0, "points": 1, "reason": "Late"}
    await done(await phone.post(path(match, part="adjustments"), json=penalty))
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
    for step in flatten_plan(plan["Plan"]):
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


@pytest.mark.parametrize(("form", "start"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-")])
async def test_a_sheet_can_be_printed(phone: Device, played: Json, form: str, start: bytes) -> None:
    """As a page that runs no scripts, or as a paper."""
    answer = await phone.get(path(played, part=f"export.{form}"))
    assert answer.status_code == 200
    assert answer.content[: len(start)].lower() == start.lower()
    assert f".{form}" in answer.headers["content-disposition"]
    if form == "html":
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].split(";")[0] == MEDIA_TYPES[form]
    many = await phone.get(f"/v1/matches/export.{form}")
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
        await seat_device(database_url, played, viewer, "viewer")
        theirs = await export_match(viewer, played["matchId"], "txt")
        assert theirs == await export_match(phone, played["matchId"], "txt")
