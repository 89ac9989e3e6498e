"""Connections say who they are and are not reset; statements are found by their names."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import anyio
import asyncpg
import pytest

from pitchkeeper.addresses import Database
from pitchkeeper.database import pool as database
from pitchkeeper.database.pool import SQL, Connections, queries
from tests.support import poolers
from tests.support.databases import open_pool


def test_every_name_in_the_files_is_a_statement() -> None:
    """One whose name or comment is misspelt would be passed over without a word."""
    names = [
        line.removeprefix("-- name:").strip()
        for path in SQL.glob("*.sql")
        for line in path.read_text().splitlines()
        if line.startswith("-- name:")
    ]
    assert sorted(vars(queries())) == sorted(names)


def test_a_missing_statement_is_named() -> None:
    with pytest.raises(AttributeError, match="shuffle_the_deck"):
        _ = queries().shuffle_the_deck


def test_a_name_is_given_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for file in ("a.sql", "b.sql"):
        (tmp_path / file).write_text("-- name: deal\n-- Deal a hand.\nSELECT 1\n")
    monkeypatch.setattr(database, "SQL", tmp_path)
    with pytest.raises(ValueError, match=r"b\.sql names deal a second time"):
        queries.__wrapped__()


async def test_the_server_ends_a_statement_after_five_seconds(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    # A pooler passes none on: there the worker that sent a statement ends it (test_poolers.py).
    ended_after = "0" if poolers.is_between() else "5s"
    assert await pool.fetchval("SHOW statement_timeout") == ended_after
    assert await pool.fetchval("SHOW application_name") == "pitchkeeper"


async def test_a_released_connection_stays_as_it_is(database_url: str) -> None:
    async with await open_pool(database_url, size=1) as pool:
        await pool.execute("SET work_mem = '5MB'")
        assert await pool.fetchval("SHOW work_mem") == "5MB"


async def test_a_statement_that_was_never_run_leaves_no_transaction_open(
    database_url: str,
) -> None:
    """Else whatever asks next finds itself in a transaction that the server may have ended."""
    connections = Connections(await open_pool(database_url, size=1))
    # It is parsed before anybody sees that its argument is no number.
    with pytest.raises(asyncpg.DataError):
        await connections.fetchval("SELECT $1::int + clock_timestamp()::text::int", "none")
    async with await open_pool(database_url, size=1) as second_pool:
        after = await second_pool.fetchval("SELECT clock_timestamp()")
    assert await connections.fetchval("SELECT now()") > after
    await connections.close()


@pytest.mark.parametrize("json", [b"[]", b'"\\""', b'{"name": "J\xc3\xb6rg"}', None])
async def test_json_in_a_row_is_the_bytes_that_went_in(
    pool: "asyncpg.Pool[asyncpg.Record]", json: bytes | None
) -> None:
    row = await pool.fetchrow("SELECT $1::jsonb AS json, 1 AS number", json)
    assert row is not None
    assert row["json"] == json


@asynccontextmanager
async def freeze(connections: Connections) -> AsyncIterator[None]:
    """The process of PostgreSQL that a connection leads to does nothing while this lasts."""
    process = await connections.fetchval("SELECT pg_backend_pid()")
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


async def test_connections_go_to_whoever_waits_and_none_is_lost(database_url: str) -> None:
    """Some give up while they wait, some statements fail, some in the moment it is their turn."""
    connections = Connections(await open_pool(database_url, size=2))
    chance = random.Random(5)

    async def ask() -> None:
        failing = chance.random() < 0.2
        with suppress(TimeoutError, asyncpg.DivisionByZeroError):
            async with asyncio.timeout(chance.choice([0.001, 0.01, 60])):
                await connections.fetchval("SELECT 1 / $1::int", 0 if failing else 1)

    await asyncio.gather(*(ask() for _ in range(200)))
    assert connections.usage() == (0, 2)
    async with connections.acquire(), connections.acquire():
        assert connections.usage() == (2, 2)
    await connections.close()


async def test_who_is_cancelled_more_than_once_leaves_no_gap(database_url: str) -> None:
    """As a scope of anyio cancels, where a stream is read: again at whatever is awaited."""
    async with database.open_connections(Database(database_url, connections=2)) as connections:
        for _ in range(4):
            with anyio.move_on_after(0.02):
                await connections.execute("SELECT pg_sleep(1)")
        assert connections.usage()[0] == 0
        assert await connections.fetchval("SELECT 1") == 1


async def test_who_gives_up_is_not_kept_by_a_database_that_is_stuck(database_url: str) -> None:
    pool = await open_pool(database_url, size=1)
    connections = Connections(pool)
    async with freeze(connections):
        asking = asyncio.create_task(connections.fetchval("SELECT 1"))
        await asyncio.sleep(0)  # It has asked.
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert await connections.fetchval("SELECT 1") == 1
    await connections.close()


async def test_a_server_ends_though_its_database_is_stuck(database_url: str) -> None:
    where = Database(database_url, statement_seconds=1)
    async with AsyncExitStack() as stuck, database.open_connections(where) as connections:
        await stuck.enter_async_context(freeze(connections))
