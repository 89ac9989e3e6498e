"""An archive of any size goes out and in piece by piece, and whoever else plays goes on."""

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uuid_utils.compat import uuid7

from pitchkeeper.documents.archives import imports, streams
from pitchkeeper.documents.archives.records import MOST_LINES
from pitchkeeper.documents.archives.streams import LineTooLong, TooManyLines
from pitchkeeper.rest.limits.timeouts import BodyTooSlow
from tests.support import leagues, tables
from tests.support.apps import client, living, new_device
from tests.support.apps import signed_in as signed_in_on
from tests.support.archives import NDJSON, codes, counts, export, join_lines, send, upload
from tests.support.archives import lines as lines_of
from tests.support.brought import AT, matches_of
from tests.support.databases import copy_database
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.readers import PATIENCE, signed_in
from tests.support.searches import share

TOLD: Json = {"ruleset": {"preset": "setback"}, "players": ["Ann", "José"], "opened": AT}
END: Json = {"end": {"matches": 0, "leagues": 0}}


def archive_line(number: int) -> Json:
    """A line with a match; the same number makes the same."""
    return {"match": {"matchId": f"01900000-0000-7000-8000-{number:012}", "transcript": TOLD}}


async def pieces(content: bytes, *cuts: int) -> AsyncIterator[bytes]:
    """Bytes as they arrive."""
    for start, end in zip((0, *cuts), (*cuts, len(content)), strict=True):
        yield content[start:end]


@given(st.data())
async def test_lines_are_the_same_however_they_were_cut(data: st.DataObject) -> None:
    content = data.draw(st.lists(st.sampled_from(["é", "\n", "ab", "李"])).map("".join)).encode()
    places = st.lists(st.integers(0, len(content))).map(sorted)
    cut = [line async for line in streams.split_lines(pieces(content, *data.draw(places)))]
    assert cut == (content.removesuffix(b"\n").split(b"\n") if content else [])


@pytest.mark.parametrize("size", [1, 7, 64])
async def test_a_line_that_is_too_long_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(streams, "LONGEST", 10)
    content = b"0123456789\n" + b"a" * 50 + b"\nb\n" + b"c" * 11
    cuts = range(size, len(content), size)
    cut = [line async for line in streams.split_lines(pieces(content, *cuts))]
    assert [isinstance(line, LineTooLong) for line in cut] == [False, True, False, True]
    assert [cut[0], cut[2]] == [b"0123456789", b"b"]


async def test_who_drips_a_file_is_not_awaited_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, and all together would hold a turn for months."""
    monkeypatch.setattr(streams, "_PATIENCE", 0.1)

    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            await asyncio.sleep(0.01)
            yield b"a"

    with pytest.raises(BodyTooSlow):
        assert [line async for line in streams.split_lines(drip())]


async def test_who_sends_a_little_at_a_time_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_PATIENCE", 0.5)
    monkeypatch.setattr(streams, "_SLOWEST", 1)

    async def sent() -> AsyncIterator[bytes]:
        for _ in range(20):
            await asyncio.sleep(0.04)
            yield b"ab\n"

    assert [line async for line in streams.split_lines(sent())] == [b"ab"] * 20


async def test_a_line_that_is_too_long_is_refused_by_itself(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LONGEST", 1000)
    file = (
        join_lines([archive_line(1)])
        + b'"'
        + b"a" * 2000
        + b"\n"
        + join_lines([archive_line(2), END])
    )
    answer = await upload(phone, file)
    assert codes(answer) == [None, "line_too_long", None]


async def test_a_file_of_too_many_lines_ends_with_the_last_that_fits(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_LINES", 2)
    answer = await upload(
        phone, join_lines([archive_line(1), archive_line(2), archive_line(3), END])
    )
    assert codes(answer) == [None, None, "too_many_lines"]
    assert counts(answer) == (2, 0, 1, False)
    answer = await upload(
        phone, join_lines([archive_line(1), archive_line(2), END]).removesuffix(b"\n")
    )
    assert codes(answer) == [None, None, "too_many_lines"], "the last may have no end"


async def test_who_drips_on_after_too_many_lines_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "MOST_LINES", 1)
    monkeypatch.setattr(streams, "_PATIENCE", 0.05)
    read = 0

    async def drip() -> AsyncIterator[bytes]:
        nonlocal read
        yield b"a\nb\n"
        for _ in range(100):
            await asyncio.sleep(0.01)
            read += 1
            yield b"c\n"

    cut = [line async for line in streams.split_lines(drip())]
    assert [isinstance(line, TooManyLines) for line in cut] == [False, True]
    assert 0 < read < 100


async def test_who_holds_a_file_back_holds_up_nobody(phone: Device, sign_in: SignIn) -> None:
    """One file of a device at a time, and while it comes others play and bring theirs."""
    more, waits = asyncio.Event(), asyncio.Event()

    async def slowly() -> AsyncIterator[bytes]:
        yield join_lines([archive_line(1)])
        waits.set()
        await more.wait()
        yield join_lines([archive_line(2), END])

    task = asyncio.create_task(send(phone, slowly()))
    await waits.wait()
    assert_problem(await send(phone, b""), 503, "imports_busy")
    match = await open_match(phone)
    assert (await phone.put(tables.path(match, 1), json={"trump": "S"})).is_success
    async with await sign_in() as second:
        assert counts(await upload(second, join_lines([archive_line(1), END]))) == (1, 0, 0, True)
    more.set()
    answer = (await task).json()
    assert counts(answer) == (2, 0, 0, True)
    assert (await send(phone, b"")).status_code == 200


@pytest.mark.parametrize("limit", ["_MAX_IMPORTS", "_MAX_IMPORTS_PER_ADDRESS"])
async def test_a_worker_takes_in_few_files_at_once(
    phone: Device, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """And of one address fewer still, which could else keep all others from theirs."""
    monkeypatch.setattr(imports, limit, 1)
    more, waits = asyncio.Event(), asyncio.Event()

    async def slowly() -> AsyncIterator[bytes]:
        yield join_lines([archive_line(1)])
        waits.set()
        await more.wait()

    task = asyncio.create_task(send(phone, slowly()))
    await waits.wait()
    async with await sign_in() as second:
        response = await send(second, b"")
        assert_problem(response, 503, "imports_busy")
        assert response.headers["Retry-After"] == "1"
        more.set()
        await task
        assert (await send(second, b"")).status_code == 200


async def test_two_copies_of_a_file_at_once_make_nothing_twice(
    server: str, template: str, host: str
) -> None:
    """A device may send it to two servers on one database, which do not know of each other."""
    file = join_lines([*map(archive_line, range(30)), END])
    async with (
        copy_database(server, template) as url,
        living(url) as first,
        living(url) as two,
        client(first, host) as stranger,
        await new_device(first, host, stranger) as phone,
        signed_in_on(two, host, phone.headers["Authorization"]) as again,
    ):
        answers = await asyncio.gather(upload(phone, file), upload(again, file))
        assert sum(answer["takenIn"] for answer in answers) == 30
        assert sum(answer["thereAlready"] for answer in answers) == 30
        assert len(await matches_of(phone)) == 30


def begin_upload(address: str, phone: Device, length: int) -> socket.socket:
    """A connection on which a file of so many bytes begins to be sent."""
    url = urlsplit(address)
    connection = socket.create_connection((str(url.hostname), url.port or 80), PATIENCE)
    token = phone.headers["Authorization"]
    head = (
        f"POST /v1/archives HTTP/1.1\r\nHost: {url.netloc}\r\nAuthorization: {token}\r\n"
        f"Content-Type: {NDJSON}\r\nContent-Length: {length}\r\n\r\n"
    )
    connection.sendall(head.encode())
    return connection


async def until_free(phone: Device) -> None:
    """Wait until the server has seen that a connection broke."""
    async with asyncio.timeout(PATIENCE):
        while (await send(phone, b"")).status_code == 503:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_came_before_a_connection_broke_stays(address: str) -> None:
    file = join_lines([*map(archive_line, range(50)), END])
    async with signed_in(address) as phone:
        for cut in (len(file) // 2, file.index("é".encode(), len(file) * 2 // 3) + 1):
            connection, response = begin_upload(address, phone, len(file)), b""
            connection.sendall(file[:cut])
            # It says what became of lines while the rest of the file is yet to come.
            while response.count(b'"line":') < 20:
                response += connection.recv(65_536)
            assert b'"isWhole"' not in response
            connection.close()
            await until_free(phone)
            assert 20 <= len(await matches_of(phone)) < 50
        answer = await upload(phone, file)
        assert (answer["takenIn"] + answer["thereAlready"], answer["refused"]) == (50, 0)
        assert answer["thereAlready"] >= 20
        assert len(await matches_of(phone)) == 50


async def test_a_client_that_reads_nothing_before_it_has_sent_all_gets_its_answer(
    address: str,
) -> None:
    """Most clients do; the answer here is megabytes, more than waits in any socket."""
    file = b"{\n" * 9_000
    async with signed_in(address) as phone:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        headers = {"Authorization": phone.headers["Authorization"], "Content-Type": NDJSON}

        def sent() -> Any:
            # In small pieces, so that it is still sending when the first answers come.
            body = (file[start : start + 2_000] for start in range(0, len(file), 2_000))
            connection.request("POST", "/v1/archives", body, headers, encode_chunked=True)
            return json.loads(connection.getresponse().read())

        headers["Transfer-Encoding"] = "chunked"
        answer = await asyncio.to_thread(sent)
        assert counts(answer) == (0, 0, 9_000, False)


async def test_a_client_that_goes_on_sending_after_too_many_lines_gets_its_answer(
    address: str,
) -> None:
    """It takes none before it has sent everything, which is more than waits in any socket."""
    file = b"\n" * MOST_LINES + b"x" * 24 * 1024 * 1024 + b"\nx" * MOST_LINES
    async with signed_in(address) as phone:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        headers = {"Authorization": phone.headers["Authorization"], "Content-Type": NDJSON}

        def sent() -> Any:
            connection.request("POST", "/v1/archives", file, headers)
            return json.loads(connection.getresponse().read())

        answer = await asyncio.to_thread(sent)
        assert (codes(answer), counts(answer)) == (["too_many_lines"], (0, 0, 1, False))


def many(matches: int, template: Json) -> list[Json]:
    """Lines of matches that differ only in their ids."""
    ids = sorted((str(uuid7()) for _ in range(matches)), reverse=True)
    return [{"match": template["match"] | {"matchId": match_id}} for match_id in ids]


@pytest.mark.search
@pytest.mark.long
async def test_thousands_of_matches_and_a_league_of_hundreds_move(
    phone: Device, server: str, template: str, host: str
) -> None:
    """Out of one database and into another, cut in between, byte for byte."""
    form = leagues.FORMAT | {"matchesAFixture": 6}
    league = await leagues.open_league(phone, options={"target": 4}, format=form)
    schedule = await leagues.plan_nights(phone, league)
    response = await phone.post(leagues.path(league, "fixtures/1/matches"))
    await leagues.won(phone, response.json())
    line, league_line, _ = lines_of(await export(phone, leagues.path(league)))
    fixtures = [fixture["number"] for night in schedule["nights"] for fixture in night["fixtures"]]
    of_league = many(6 * len(fixtures), line)
    ids = iter([line["match"]["matchId"] for line in of_league])
    league_line["league"]["leagueId"] = str(uuid7())
    league_line["league"]["reports"] = [
        {
            "fixture": number,
            "report": {"matches": [{"matchId": next(ids)} for _ in range(6)]},
            "at": AT,
        }
        for number in fixtures
    ]
    rest = many(share(2_000, 4), archive_line(0))
    archive = join_lines([*of_league, *rest, league_line, END])
    copy = {"leagueId": league_line["league"]["leagueId"]}
    async with on_another(server, template, host) as here:
        assert counts(await upload(here, archive)) == (len(of_league) + len(rest) + 1, 0, 0, True)
        file, sheets = await export(here), await load_standings(here, copy)
    async with on_another(server, template, host) as there:
        cut = len(file) // 2
        first = await upload(there, file[:cut])
        assert first["takenIn"] == file[:cut].count(b"\n")
        again = await upload(there, file)
        assert again["thereAlready"] == first["takenIn"]
        assert again["refused"] == 0
        assert await export(there) == file
        assert await load_standings(there, copy) == sheets


@asynccontextmanager
async def on_another(server: str, template: str, host: str) -> AsyncIterator[Device]:
    """A device on another server, with a database of its own."""
    async with (
        copy_database(server, template) as url,
        living(url) as app,
        client(app, host) as stranger,
        await new_device(app, host, stranger) as device,
    ):
        yield device


async def load_standings(phone: Device, league: Json) -> list[Json]:
    """The table of a league, and what its matches add up to."""
    rows = (await leagues.standings(phone, league))["rows"]
    return [*rows, (await phone.get(leagues.path(league, "statistics"))).json()]
