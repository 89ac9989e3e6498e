"""Two servers with many workers on one database are one server to whoever plays.

They come in by different doors, as if the database were a cluster.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.support import citus, entrances, servers
from tests.support.databases import fetch, with_name
from tests.support.phones import open_match
from tests.support.readers import adjust, following, signed_in
from tests.support.searches import IS_THOROUGH

QUOTA = 300
STREAMS = 8
WORKERS = "8" if IS_THOROUGH else "2"
AT_ONCE = 25


@pytest.fixture(scope="module")
def addresses(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Two servers, each with workers; of device and rulings none comes back."""
    citus.skip("They have a database of their own")
    url = with_name(server, "many_workers")
    asyncio.run(create_database(server, url))
    limits = f"device={QUOTA}/86400,rulings={QUOTA}/86400,address=1000000/60"
    entrance = {"DATABASE_URL": entrances.entrance(url), "DATABASE_COMMON_URL": url}
    folder = tmp_path_factory.mktemp("state")
    ports = [servers.free_port() for _ in range(2)]
    servers_ = [
        servers.start(port, folder, WORKERS=workers, RATE_LIMITS=limits, **environment)
        for port, workers, environment in zip(
            ports, (WORKERS, "2"), ({"DATABASE_URL": url}, entrance), strict=True
        )
    ]
    try:
        ready = [
            servers.wait_until_ready(process, port)
            for process, port in zip(servers_, ports, strict=True)
        ]
        asyncio.run(entrances.make(url))
        yield ready
    finally:
        for process in servers_:
            servers.stop(process)


async def create_database(server: str, url: str) -> None:
    await fetch(server, "CREATE DATABASE many_workers")
    await entrances.build(url)


async def count_statuses(
    addresses: list[str], path: str, times: int, **headers: str
) -> "Counter[int]":
    """Return the counts by status of a number of requests, each on its own connection."""
    chance, turns = random.Random(17), asyncio.Semaphore(AT_ONCE)
    closing = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(limits=closing, timeout=servers.PATIENCE) as phone:

        async def ask(address: str) -> int:
            async with turns:
                return (await phone.get(f"{address}{path}", headers=headers)).status_code

        return Counter(await asyncio.gather(*(ask(chance.choice(addresses)) for _ in range(times))))


@pytest.mark.search
@pytest.mark.long
async def test_a_quota_is_one_for_all_of_them(addresses: list[str]) -> None:
    """Both began at once on an empty database, too: one brought it up to date."""
    async with signed_in(addresses[0]) as phone:
        headers = {"Authorization": phone.headers["Authorization"]}
        assert await count_statuses(addresses, "/v1/devices/me", QUOTA, **headers) == {200: QUOTA}
        assert await count_statuses(addresses, "/v1/devices/me", 20, **headers) == {429: 20}


@pytest.mark.search
@pytest.mark.long
async def test_streams_hear_what_any_worker_did_and_are_counted_together(
    addresses: list[str],
) -> None:
    async with AsyncExitStack() as stack:
        phone = await stack.enter_async_context(signed_in(addresses[0]))
        match_id = str((await open_match(phone))["matchId"])
        headers = {"Authorization": phone.headers["Authorization"]}
        readers = []
        for number in range(STREAMS):
            # Each by a client of its own, and so by another worker as the system likes.
            client = httpx.AsyncClient(base_url=addresses[number % 2], headers=headers)
            await stack.enter_async_context(client)
            readers.append(await stack.enter_async_context(following(client, match_id)))
            await readers[-1].next("sheet")
        version = await adjust(phone, match_id)
        for reader in readers:
            assert (await reader.next("change")).id == version
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=addresses[1], headers=headers)
        )
        one_more = await stack.enter_async_context(following(client, match_id))
        await one_more.next("sheet")
        assert [event.name for event in await readers[0].rest()][-1] == "ended"
        version = await adjust(phone, match_id)
        for reader in (*readers[1:], one_more):
            assert (await reader.next("change")).id == version
