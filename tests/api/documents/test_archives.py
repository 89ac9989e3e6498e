"""A league, or all of a device, goes to another server as one file, whatever cuts it."""

import json
import re
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx
import jsonschema_rs
import pytest
from uuid_utils.compat import uuid7

from tests.support import guests, leagues, tables
from tests.support.apps import client, living, new_device
from tests.support.archives import (
    END,
    archive_line,
    codes,
    counts,
    export,
    join_lines,
    lines,
    play_match,
    season,
    upload,
)
from tests.support.brought import matches_of
from tests.support.databases import copy_database
from tests.support.operations import DOCUMENT
from tests.support.phones import Device, SignIn, assert_problem, export_match, open_match


@pytest.fixture
async def elsewhere(server: str, template: str, host: str) -> AsyncIterator[SignIn]:
    """Signs devices in on another server, with a database of its own."""
    async with (
        copy_database(server, template) as url,
        living(url) as app,
        client(app, host) as stranger,
    ):

        async def sign_in() -> Device:
            return await new_device(app, host, stranger)

        yield sign_in


PARTS = ("schedule", "standings", "accounts", "export.csv?table=results", "export.csv")


async def test_a_league_moves_with_its_matches(
    phone: Device, sign_in: SignIn, elsewhere: SignIn
) -> None:
    league, mine = await season(phone, sign_in)
    file = await export(phone, leagues.path(league))
    async with await elsewhere() as there:
        answer = await upload(there, file)
        assert counts(answer) == (4, 0, 0, True)
        assert [item["matchId"] or item["leagueId"] for item in answer["items"]] == [
            *mine,
            league["leagueId"],
        ]
        for part in PARTS:
            before, after = [
                await device.get(leagues.path(league, part)) for device in (phone, there)
            ]
            assert facts(after) == facts(before), part
        for match_id in mine:
            for kind in ("json", "txt", "html"):
                assert await export_match(there, match_id, kind) == await export_match(
                    phone, match_id, kind
                )
        assert await export(there, leagues.path(league)) == bare(file, mine)
        # It is played on there.
        number = (await leagues.plan_nights(there, league))["nights"][1]["fixtures"][0]["number"]
        await play_match(there, league, number)
        journal = (await there.get(leagues.path(league, "journal"))).json()["items"]
        assert journal[0]["action"] == "league_opened"


async def test_a_night_at_the_door_moves_with_its_league(phone: Device, elsewhere: SignIn) -> None:
    league = await leagues.open_league(phone, teams=6, dates=["2027-02-23", "2027-03-02"])
    for number in (1, 2):
        assert (await phone.post(leagues.path(league, f"nights/{number}/opening"))).is_success
    here = [
        {"entrant": 1, "attendance": "here", "players": [{"player": 0, "substitute": "Wally"}]},
        {"entrant": 2, "attendance": "here"},
        {"entrant": 3, "attendance": "late"},
    ]
    for request in (
        phone.put(leagues.path(league, "nights/1/attendance"), json={"checkIns": here}),
        phone.post(leagues.path(league, "nights/1/slots/1/plan"), json={}),
        phone.post(
            leagues.path(league, "payments"),
            json={"entrant": 1, "amount": 500, "night": 1, "player": 1},
        ),
        phone.post(
            leagues.path(league, "nights/2/calling-off"),
            json={"reason": "Snow", "moveTo": "2027-03-09"},
        ),
    ):
        assert (await request).is_success
    file = await export(phone, leagues.path(league))
    async with await elsewhere() as there:
        assert counts(await upload(there, file)) == (1, 0, 0, True)
        for part in ("nights/1", "nights/2", "accounts?night=1"):
            before, after = [
                await device.get(leagues.path(league, part)) for device in (phone, there)
            ]
            assert facts(after) == facts(before), part


IDS = {"deviceId", "leagueId", "matchId", "version", "opened", "isSwapped"}
"""What says who entered something, and where it is."""


async def test_what_a_league_adds_up_to_moves_with_its_hands(
    phone: Device, elsewhere: SignIn
) -> None:
    league = await leagues.open_league(phone, teams=4, options={"target": 4})
    schedule = await leagues.plan_nights(phone, league)
    for fixture in schedule["nights"][0]["fixtures"]:
        await play_match(phone, league, fixture["number"])
    async with await elsewhere() as there:
        await upload(there, await export(phone, leagues.path(league)))
        before, after = [
            await device.get(leagues.path(league, "statistics")) for device in (phone, there)
        ]
        assert before.json()["matches"] == 4
        assert facts(after) == facts(before)


def facts(answer: httpx.Response) -> object:
    """Return a response without ids and fractions of a second."""
    if answer.headers["content-type"] != "application/json":
        return answer.content
    text = re.sub(r"(T[0-9:]{8})\.[0-9]+Z", r"\1Z", answer.text)
    return without(json.loads(text), IDS)


def without(value: object, names: set[str]) -> object:
    """JSON without some fields."""
    if isinstance(value, list):
        return [without(item, names) for item in value]
    if isinstance(value, dict):
        return {name: without(item, names) for name, item in value.items() if name not in names}
    return value


def bare(file: bytes, mine: list[str]) -> bytes:
    """The same file, with the matches that were not in it as what was said of them."""
    said = lines(file)
    for document in said:
        for report in document.get("league", {}).get("reports", ()):
            report["opened"] = [opening for opening in report.get("opened", ()) if opening in mine]
            for match in report["report"].get("matches", ()):
                if match.get("matchId") not in mine:
                    match.pop("matchId", None)
            if not report["opened"]:
                del report["opened"]
    documents_ = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in said)
    return "".join(f"{line}\n" for line in documents_).encode()


async def test_all_of_a_device_moves(phone: Device, sign_in: SignIn, elsewhere: SignIn) -> None:
    await season(phone, sign_in)
    match = await open_match(phone, names=("Zoë", "李雷", "Cid", "Dee"))
    hand = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {"taken": [4, 0]}}
    assert (await phone.put(tables.path(match, 1), json=hand)).is_success
    dispute = {"reason": "It was three"}
    assert (await phone.post(tables.path(match, 1, "disputes"), json=dispute)).is_success
    file = await export(phone)
    async with await elsewhere() as there:
        assert counts(await upload(there, file)) == (5, 0, 0, True)
        said = lines(await export(there))
        assert [document for document in said if "league" not in document] == [
            line for line in lines(file) if "league" not in line
        ]
        journals = [
            (await device.get(f"{tables.path(match)}/journal")).json()["items"]
            for device in (phone, there)
        ]
        assert [[line["action"] for line in journal] for journal in journals] == [
            ["match_opened", "hand_entered", "hand_disputed"]
        ] * 2


async def test_nothing_about_devices_is_in_the_file(phone: Device, sign_in: SignIn) -> None:
    league, mine = await season(phone, sign_in)
    secrets = [
        (await guests.invite(phone, league))["code"],
        (await guests.invite(phone, {"matchId": mine[0]}))["code"],
        (await guests.publish(phone, league))["secret"],
        phone.headers["Authorization"].removeprefix("Bearer "),
        await tables.device_id(phone),
        *[member["deviceId"] for member in await guests.members(phone, league)],
    ]
    for file in (await export(phone), await export(phone, leagues.path(league))):
        for secret in secrets:
            assert secret.encode() not in file


def cuts(file: bytes) -> list[int]:
    """Return positions to cut a file: at its ends, at a line end, within a line and a character."""
    letter = file.index("é".encode()) + 1
    end = file.index(b"\n")
    return [0, 1, letter, end, end + 1, len(file) // 2, len(file) - 2, len(file) - 1]


async def test_a_file_that_was_cut_off_is_sent_again_and_does_nothing_twice(
    elsewhere: SignIn,
) -> None:
    file = join_lines([archive_line(), archive_line(), archive_line(), END])
    for cut in cuts(file):
        async with await elsewhere() as there:
            first = await upload(there, file[:cut])
            line_count = file[:cut].count(b"\n") + (file[cut : cut + 1] == b"\n")
            assert counts(first)[0] == min(line_count, 3)
            again = await upload(there, file)
            assert counts(again) == (3 - min(line_count, 3), min(line_count, 3), 0, True)
            assert counts(await upload(there, file)) == (0, 3, 0, True)
            assert len(await matches_of(there)) == 3


async def test_what_was_played_or_deleted_since_is_not_taken_back(elsewhere: SignIn) -> None:
    first, second = uuid7(), uuid7()
    file = join_lines([archive_line(first), archive_line(second), END])
    async with await elsewhere() as there:
        await upload(there, file)
        hand = {"trump": "S"}
        assert (await there.put(f"/v1/matches/{first}/hands/1", json=hand)).is_success
        assert (await there.delete(f"/v1/matches/{second}")).status_code == 204
        # Who sends it all again has it all again: what was deleted comes back beside itself.
        again = await upload(there, file)
        assert counts(again) == (1, 1, 0, True)
        assert again["items"][0]["matchId"] == str(first)
        assert len((await there.get(f"/v1/matches/{first}")).json()["lines"]) == 1
        assert counts(await upload(there, file)) == (0, 2, 0, True)
        assert len(await matches_of(there)) == 2


async def test_a_league_that_was_deleted_comes_back_beside_itself(
    phone: Device, sign_in: SignIn
) -> None:
    league, _ = await season(phone, sign_in)
    file = join_lines(lines(await export(phone, leagues.path(league)))[-2:])
    assert counts(await upload(phone, file)) == (0, 1, 0, True)
    assert (await phone.delete(leagues.path(league))).status_code == 204
    answer = await upload(phone, file)
    assert counts(answer) == (1, 0, 0, True)
    assert answer["items"][0]["leagueId"] != league["leagueId"]
    assert counts(await upload(phone, file)) == (0, 1, 0, True)


async def test_nobody_plays_a_match_again_that_leagues_still_count(
    phone: Device, sign_in: SignIn, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """Of what was removed for good the result stays, and would be whoever's has its id."""
    match_id = uuid7()
    await pool.execute("INSERT INTO outcomes VALUES ($1, 0, '[7, 3]')", match_id)
    answer = await upload(phone, join_lines([archive_line(match_id)]))
    assert counts(answer) == (1, 0, 0, False)
    assert answer["items"][0]["matchId"] != str(match_id)
    body = {"ruleset": "setback", "players": [{"name": "Ann"}, {"name": "Bob"}]}
    response = await phone.post("/v1/matches", json=body | {"matchId": str(match_id)})
    assert_problem(response, 409, "match_exists")


async def test_a_download_that_broke_off_goes_on_after_its_last_whole_line(
    phone: Device, sign_in: SignIn
) -> None:
    league, _ = await season(phone, sign_in)
    for where in ("/v1/devices/me", leagues.path(league)):
        file = await export(phone, where)
        *most, end = file.splitlines(keepends=True)
        for number in range(1, 4):
            beginning = b"".join(most[:number]) + most[number][: len(most[number]) // 2]
            full_lines = beginning[: beginning.rindex(b"\n") + 1]
            last = json.loads(full_lines.splitlines()[-1])["match"]["matchId"]
            rest = await export(phone, where, after=last)
            pieces = [
                line for line in (full_lines + rest).splitlines(keepends=True) if line.strip()
            ]
            assert pieces[:-1] == most
            assert json.loads(pieces[-1]).keys() == json.loads(end).keys()


async def test_a_half_line_that_was_left_in_the_file_spoils_only_itself(
    phone: Device, elsewhere: SignIn
) -> None:
    await upload(phone, join_lines([archive_line(), archive_line(), archive_line()]))
    most = (await export(phone)).splitlines(keepends=True)
    last = json.loads(most[0])["match"]["matchId"]
    file = most[0] + most[1][:100] + await export(phone, after=last)
    async with await elsewhere() as there:
        answer = await upload(there, file)
        assert counts(answer) == (3, 0, 1, True)
        assert codes(answer) == [None, "malformed_json", None, None]


async def test_whoever_else_brings_it_gets_copies_and_no_rights(
    phone: Device, sign_in: SignIn, elsewhere: SignIn
) -> None:
    league, mine = await season(phone, sign_in)
    file = await export(phone, leagues.path(league))
    async with await elsewhere() as first, await elsewhere() as second:
        await upload(first, file)
        answer = await upload(second, file)
        assert counts(answer) == (4, 0, 0, True)
        assert [item["fromId"] for item in answer["items"]] == [*mine, league["leagueId"]]
        *matches, copy = [item["matchId"] or item["leagueId"] for item in answer["items"]]
        assert {*matches, copy}.isdisjoint({*mine, league["leagueId"]})
        assert {UUID(item_id).version for item_id in (*matches, copy)} == {7}
        for match_id in mine:
            assert_problem(await second.get(f"/v1/matches/{match_id}"), 404, "match_not_found")
        assert_problem(await second.get(leagues.path(league)), 404, "league_not_found")
        # Its matchups are linked to its own copies, which it goes on with.
        for part in ("standings", "statistics"):
            before, after = [
                await device.get(leagues.path({"leagueId": league_id}, part))
                for device, league_id in ((first, league["leagueId"]), (second, copy))
            ]
            assert facts(after) == facts(before)
        said = lines(await export(second, leagues.path({"leagueId": copy})))
        match_ids = [
            match["matchId"]
            for report in said[-2]["league"]["reports"]
            for match in report["report"].get("matches", ())
            if "matchId" in match
        ]
        assert match_ids == matches
        assert counts(await upload(second, file)) == (0, 4, 0, True)
        assert counts(await upload(first, file)) == (0, 4, 0, True)


async def test_a_league_cannot_be_linked_to_what_is_not_ones_own(
    phone: Device, sign_in: SignIn
) -> None:
    """Or it would tell who won a match of others."""
    league, mine = await season(phone, sign_in)
    said = lines(await export(phone, leagues.path(league)))
    torn = next(document for document in said if "league" in document)
    for report in torn["league"]["reports"]:
        for match in report["report"].get("matches", ()):
            match.pop("winner", None)
            match.pop("scores", None)
    async with await sign_in() as spy:
        answer = await upload(spy, join_lines([torn]))
        assert counts(answer) == (1, 0, 0, False)
        copy = {"leagueId": answer["items"][0]["leagueId"]}
        schedule = (await spy.get(leagues.path(copy, "schedule"))).text
        assert not [document for document in mine if document in schedule]
        rows = (await leagues.standings(spy, copy))["rows"]
        assert {row["score"] for row in rows} == {0, 1, 2}  # of the one that was told in wins


async def test_lines_and_answers_are_what_the_contract_says(phone: Device, sign_in: SignIn) -> None:
    await season(phone, sign_in)
    file = await export(phone)
    for line in lines(file):
        assert_shape(line, "ArchiveLine")
    assert_shape(await upload(phone, file + b"{\n"), "ArchiveAnswers")
    assert_shape(await upload(phone, b""), "ArchiveAnswers")


def assert_shape(value: object, name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    jsonschema_rs.validate(schema, value)


async def test_it_is_sent_as_what_it_is(phone: Device) -> None:
    answer = await phone.post("/v1/archives", json={})
    assert_problem(answer, 415, "not_json")
