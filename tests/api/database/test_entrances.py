"""Servers that enter a cluster at different nodes meet at its coordinator, or do not start."""

from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest
from structlog.testing import capture_logs

from pitchkeeper.addresses import Database
from pitchkeeper.database import cleanup, migrator, startup
from pitchkeeper.database import pool as database
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.database.startup import EntranceUnfit
from pitchkeeper.settings import MIGRATIONS
from tests.support import citus
from tests.support import entrances as nodes


@pytest.fixture
async def where(database_url: str) -> Database:
    citus.skip("Its entrances are its nodes")
    await nodes.make(database_url)
    return Database(nodes.entrance(database_url), common_url=database_url)


@pytest.fixture
async def connections(where: Database) -> AsyncIterator[Connections]:
    async with database.open_connections(where) as opening:
        yield opening


async def test_what_all_count_together_is_not_behind_an_entrance(connections: Connections) -> None:
    """Else none of these tests would show anything."""
    for table in nodes.COMMON:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connections.fetchval(f"SELECT count(*) FROM {table}")  # noqa: S608
        assert await connections.common.fetchval(f"SELECT count(*) FROM {table}") >= 0  # noqa: S608
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connections.execute(queries().announce, ["pitchkeeper"], ["heard by nobody"])


async def test_without_entrances_everything_is_at_one_address(database_url: str) -> None:
    async with database.open_connections(Database(database_url)) as opening:
        assert opening.common is opening


async def test_the_cleanup_asks_each_where_it_is(connections: Connections) -> None:
    with capture_logs() as log:
        assert await cleanup.run(connections)
    assert not log
    assert not await cleanup.run(connections, every=timedelta(minutes=1))


async def test_a_server_starts_at_an_entrance_of_a_database_that_is_new(empty_url: str) -> None:
    """It is brought up to date first, at the coordinator."""
    where = Database(empty_url, common_url=empty_url)
    await startup.prepare(where, MIGRATIONS, seconds=0, say=print)


async def test_an_entrance_of_something_else_is_refused(server: str, empty_url: str) -> None:
    where = Database(server, common_url=empty_url)
    await migrator.migrate(where.direct, MIGRATIONS)
    with pytest.raises(EntranceUnfit, match="DATABASE_URL is no entrance of the database"):
        await startup.check_entrance(where)
