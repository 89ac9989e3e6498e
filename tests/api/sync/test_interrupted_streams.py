"""Following a match live while the database or the server ends."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest

from pitchkeeper.database import cluster
from tests.support import citus, clusters, servers
from tests.support.phones import open_match
from tests.support.readers import PATIENCE, Event, following, signed_in
from tests.support.searches import some


@pytest.mark.search
@pytest.mark.parametrize("how", some([signal.SIGKILL, signal.SIGINT], 2))
async def test_a_stream_outlives_the_database(tmp_path: Path, how: int) -> None:
    state = tmp_path / "database"
    async with AsyncExitStack() as stack:
        url = stack.enter_context(cluster.run(state))
        address = stack.enter_context(servers.serving(tmp_path, DATABASE_URL=url))
        phone = await stack.enter_async_context(signed_in(address))
        match_id = str((await open_match(phone))["matchId"])
        reader = await stack.enter_async_context(following(phone, match_id))
        await reader.next("sheet")
        os.kill(clusters.postmaster(state), how)
        await asyncio.sleep(1)
        stack.enter_context(cluster.run(state))
        await eventually_adjust(phone, match_id)
        assert (await reader.next())[:2] == ("change", 2)
        assert (await reader.next())[:2] == ("sheet", 2)


async def eventually_adjust(phone: httpx.AsyncClient, match_id: str) -> None:
    """Change a match once, however many tries the database takes."""
    body = {"side": 0, "points": -1, "reason": "Table talk"}
    headers = {"Idempotency-Key": "once"}
    async with asyncio.timeout(PATIENCE):
        while True:
            path = f"/v1/matches/{match_id}/adjustments"
            answer = await phone.post(path, json=body, headers=headers)
            if answer.status_code == 201:
                return
            assert answer.status_code == 503, answer.text
            await asyncio.sleep(0.1)


@pytest.mark.search
@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGINT], 2))
async def test_streams_do_not_keep_a_server_from_stopping(
    database_url: str, tmp_path: Path, how: int
) -> None:
    port = servers.free_port()
    process = servers.start(port, tmp_path, DATABASE_URL=database_url, WORKERS="2")
    address = servers.wait_until_ready(process, port)
    async with AsyncExitStack() as stack:
        readers = []
        for _ in range(10):
            phone = await stack.enter_async_context(signed_in(address))
            match_id = str((await open_match(phone))["matchId"])
            for _ in range(5):
                reader = await stack.enter_async_context(following(phone, match_id))
                assert (await reader.next()).name == "sheet"
                readers.append(reader)
        task = asyncio.create_task(asyncio.to_thread(servers.stop, process, how))
        last = await asyncio.gather(*(reader.rest() for reader in readers))
        assert (await task)[0] == 0
    assert await count_abandoned(database_url) == 0  # a worker that is killed does not say goodbye
    assert last == [[Event("reconnect", None, {})]] * 50
    # Of an orderly end a generated client thinks that there is no more to come.
    assert all(reader.is_broken for reader in readers)


async def count_abandoned(database_url: str) -> int:
    """Return the number of lost connections to a database, once no other is open."""
    citus.skip("It has connections of its own")
    connection = await asyncpg.connect(database_url)
    statement = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    async with asyncio.timeout(PATIENCE):
        while await connection.fetchval(statement) > 1:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    lost = "SELECT sessions_abandoned FROM pg_stat_database WHERE datname = current_database()"
    count = int(await connection.fetchval(lost))
    await connection.close()
    return count
