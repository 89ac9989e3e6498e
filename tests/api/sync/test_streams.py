"""Following a match live, on servers as people run them."""

import asyncio
import random
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import asyncpg
import httpx
import pytest

from pitchkeeper.sync.hub import USUAL
from tests.support import guests, servers
from tests.support.phones import assert_problem, open_match
from tests.support.readers import PATIENCE, Event, Reader, adjust, following, signed_in


@pytest.fixture(scope="module")
def second(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a second server of the same database."""
    with servers.serving(tmp_path_factory.mktemp("second"), DATABASE_URL=shared_url) as address:
        yield address


@pytest.fixture
async def other(second: str, table: httpx.AsyncClient) -> AsyncIterator[httpx.AsyncClient]:
    """The same phone on the second server."""
    async with httpx.AsyncClient(base_url=second, headers=table.headers) as phone:
        yield phone


@pytest.fixture
async def statements(shared_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection to the database."""
    connection = await asyncpg.connect(shared_url)
    yield connection
    await connection.close()


@pytest.fixture
async def table(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A phone of a real server."""
    async with signed_in(address) as device:
        yield device


@pytest.fixture
async def match_id(table: httpx.AsyncClient) -> str:
    return str((await open_match(table))["matchId"])


async def test_a_stream_begins_with_the_sheet_and_goes_on_with_changes(
    table: httpx.AsyncClient, match_id: str
) -> None:
    async with following(table, match_id) as reader:
        sheet = (await table.get(f"/v1/matches/{match_id}")).json()
        assert await reader.next() == Event("sheet", 1, sheet)
        await adjust(table, match_id)
        journal = (await table.get(f"/v1/matches/{match_id}/journal")).json()["items"]
        sheet = (await table.get(f"/v1/matches/{match_id}")).json()
        assert await reader.next() == Event("change", 2, journal[1])
        assert await reader.next() == Event("sheet", 2, sheet)


async def test_a_client_that_comes_back_gets_what_it_missed_once(
    table: httpx.AsyncClient, match_id: str
) -> None:
    for _ in range(3):
        await adjust(table, match_id)
    async with following(table, match_id, last=2) as reader:
        got = [await reader.next() for _ in range(3)]
    assert [(event.name, event.id) for event in got] == [
        ("change", 3),
        ("change", 4),
        ("sheet", 4),
    ]


@pytest.mark.parametrize("last", ["4711", "0", "-1", "x", "9" * 150, "1" * 5000, "\u00b2"])
async def test_an_id_that_is_no_version_starts_over(
    table: httpx.AsyncClient, match_id: str, last: str
) -> None:
    headers = {b"Last-Event-ID": last.encode()}
    path = f"/v1/matches/{match_id}/events"
    async with table.stream("GET", path, headers=headers) as answer:
        reader = Reader(answer.aiter_lines())
        assert (await reader.next())[:2] == ("sheet", 1)
        await adjust(table, match_id)
        assert (await reader.next())[:2] == ("change", 2)


async def test_what_can_send_no_headers_opens_a_stream_by_a_ticket(
    address: str, table: httpx.AsyncClient, match_id: str
) -> None:
    """As an EventSource does: it names the last id in the address, then by itself in a header."""
    path = f"/v1/matches/{match_id}/events"
    for _ in range(2):
        await adjust(table, match_id)
    told = (await table.post("/v1/tickets", json={"path": path})).json()["address"]
    async with httpx.AsyncClient(base_url=address) as page:
        assert_problem(await page.get(path), 401, "unauthenticated")
        for query, headers, first in (
            ("", {}, ("sheet", 3)),
            ("&lastEventId=1", {}, ("change", 2)),
            ("&lastEventId=1", {"Last-Event-ID": "2"}, ("change", 3)),
        ):
            async with page.stream("GET", told + query, headers=headers) as answer:
                assert (await Reader(answer.aiter_lines()).next())[:2] == first
        async with page.stream("GET", told) as answer:
            reader = Reader(answer.aiter_lines())
            await reader.next("sheet")
            await table.delete("/v1/devices/me/token")
            (end,) = await reader.rest()
            assert end == Event("ended", None, {"reason": "signed_out"})
        assert_problem(await page.get(told), 401, "unauthenticated")


async def test_everybody_is_sent_the_sheet_with_the_own_seat(
    address: str, table: httpx.AsyncClient
) -> None:
    """Those who follow share one load, and each has another seat."""
    match = await open_match(table, seat=2)
    invite = await guests.invite(table, match, role="scorer", seat=0)
    async with signed_in(address) as guest, signed_in(address) as onlooker:
        await guests.join(guest, invite["code"])
        await guests.let_in(table, match, onlooker)
        async with AsyncExitStack() as stack:
            for phone, own in ((table, [2]), (guest, [0]), (onlooker, [])):
                reader = await stack.enter_async_context(following(phone, match["matchId"]))
                _, _, sheet = await reader.next()
                assert [player["seat"] for player in sheet["players"] if player["isMine"]] == own


async def test_who_is_not_in_the_match_may_not_follow_it(
    address: str, table: httpx.AsyncClient, match_id: str
) -> None:
    path = f"/v1/matches/{match_id}/events"
    async with signed_in(address) as stranger:
        assert_problem(await stranger.get(path), 404, "match_not_found")
        del stranger.headers["Authorization"]
        assert_problem(await stranger.get(path), 401, "unauthenticated")
    async with following(table, match_id) as reader:  # the refusal harms nobody else
        assert (await reader.next()).name == "sheet"


async def test_nothing_is_missed_or_told_twice_while_many_write(
    address: str, table: httpx.AsyncClient, match_id: str
) -> None:
    """Six phones write while one reader breaks off again and again, at any byte."""
    versions: list[int] = []
    chance = random.Random(7)

    async def write() -> None:
        for _ in range(15):
            await adjust(table, match_id)

    async def read() -> None:
        while not versions or versions[-1] < 91:
            async with following(table, match_id, last=versions[-1] if versions else 1) as reader:
                for _ in range(chance.randrange(1, 12)):
                    event = await reader.next("change", "sheet")
                    if event.name == "sheet":
                        assert event.id == (versions[-1] if versions else 1)
                    else:
                        assert event.id is not None
                        versions.append(event.id)
                    if event.id == 91:
                        break

    async with asyncio.TaskGroup() as tasks:
        for _ in range(6):
            tasks.create_task(write())
        tasks.create_task(read())
    assert versions == list(range(2, 92))


async def test_what_one_server_saves_arrives_from_another(
    table: httpx.AsyncClient, other: httpx.AsyncClient, match_id: str
) -> None:
    async with following(other, match_id) as reader:
        await reader.next("sheet")
        before = time.monotonic()
        for version in range(2, 32):
            assert await adjust(table, match_id) == version
            assert (await reader.next("change")).id == version
        # Announced: to be found by polling each would have to wait until the next time.
        assert time.monotonic() - before < 15 * USUAL.poll


async def test_a_lost_listener_loses_nothing(
    table: httpx.AsyncClient,
    other: httpx.AsyncClient,
    match_id: str,
    statements: asyncpg.Connection,
) -> None:
    async with following(other, match_id) as reader:
        for version in range(2, 6):
            await kill_listeners(statements, servers=2)
            await adjust(table, match_id)
            assert (await reader.next("change")).id == version


async def kill_listeners(statements: asyncpg.Connection, servers: int) -> None:
    """End the connections on which servers listen, once all of them do."""
    listeners = (
        "FROM pg_stat_activity "
        "WHERE application_name = 'pitchkeeper listener' AND datname = current_database()"
    )
    async with asyncio.timeout(PATIENCE):
        while await statements.fetchval(f"SELECT count(*) {listeners}") < servers:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await statements.execute(f"SELECT pg_terminate_backend(pid) {listeners}")


async def test_who_leaves_a_match_follows_it_no_longer(
    table: httpx.AsyncClient, match_id: str, statements: asyncpg.Connection
) -> None:
    async with following(table, match_id) as reader:
        await reader.next("sheet")
        await statements.execute("DELETE FROM members WHERE match_id = $1", match_id)
        assert await reader.rest() == [Event("ended", None, {"reason": "not_in_match"})]
        assert not reader.is_broken


async def test_a_device_with_a_new_token_comes_back_with_it(
    table: httpx.AsyncClient, other: httpx.AsyncClient, match_id: str
) -> None:
    """The first use of a new token ends streams, here and on another server; its offer none.

    Whoever stole the old one follows no longer.
    """
    async with following(table, match_id) as here, following(other, match_id) as there:
        token = (await table.post("/v1/devices/me/token")).json()["token"]
        new = {"Authorization": f"Bearer {token}"}
        version = await adjust(table, match_id)
        for reader in (here, there):
            assert (await reader.next("change", "reconnect"))[:2] == ("change", version)
        assert (await other.get("/v1/devices/me", headers=new)).status_code == 200
        for reader in (here, there):
            assert (await reader.rest())[-1].name == "reconnect"
            assert reader.is_broken
    table.headers.update(new)
    async with following(table, match_id) as again:
        await again.next("sheet")


async def test_a_device_that_signs_out_follows_nothing_anywhere(
    table: httpx.AsyncClient, other: httpx.AsyncClient, match_id: str
) -> None:
    async with following(table, match_id) as here, following(other, match_id) as there:
        await table.delete("/v1/devices/me/token")
        for reader in (here, there):
            assert (await reader.rest())[-1] == Event("ended", None, {"reason": "signed_out"})


async def test_a_sign_out_that_is_not_announced_ends_streams_too(
    table: httpx.AsyncClient, match_id: str, statements: asyncpg.Connection
) -> None:
    device_id = (await table.get("/v1/devices/me")).json()["deviceId"]
    async with following(table, match_id) as reader:
        await reader.next("sheet")
        await statements.execute(
            "UPDATE devices SET revoked_at = now() WHERE device_id = $1", device_id
        )
        assert await reader.rest() == [Event("ended", None, {"reason": "signed_out"})]


async def test_a_slow_client_is_cut_off_and_misses_nothing(
    address: str, table: httpx.AsyncClient, match_id: str
) -> None:
    host, port = address.removeprefix("http://").split(":")
    token = table.headers["Authorization"]
    request = (
        f"GET /v1/matches/{match_id}/events HTTP/1.0\r\nAuthorization: {token}\r\n"
        "Last-Event-ID: 1\r\n\r\n"
    )
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((host, int(port)))
        slow.sendall(request.encode())
        async with following(table, match_id) as quick:
            last = await flood(table, match_id, quick)
        slow.settimeout(PATIENCE)
        got = await asyncio.to_thread(read_all, slow)
    versions = [int(line) for line in parse_versions(got)]
    assert versions == list(range(2, 2 + len(versions)))
    assert versions[-1] < last
    async with following(table, match_id, last=versions[-1]) as reader:
        for version in range(versions[-1] + 1, last + 1):
            assert (await reader.next("change")).id == version


async def flood(table: httpx.AsyncClient, match_id: str, quick: Reader) -> int:
    """Change the match until the sheets are too much for anybody who does not read."""
    sent, version = 0, 0
    while sent < 12_000_000:
        version = await adjust(table, match_id, "Table talk " * 18)
        while (event := await quick.next("sheet")).id != version:
            pass
        sent += len(str(event.data))
    return version


def read_all(slow: socket.socket) -> bytes:
    got = b""
    try:
        while more := slow.recv(1 << 20):
            got += more
    except ConnectionResetError:
        pass
    return got


def parse_versions(got: bytes) -> list[bytes]:
    """The ids of the changes that arrived whole."""
    blocks = got.split(b"\n\n")[:-1]
    return [
        block.split(b"id: ")[1].split(b"\n")[0]
        for block in blocks
        if block.startswith(b"event: change")
    ]
