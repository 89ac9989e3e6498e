"""A pooler that hands connections around loses nothing, or the server says what to set."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx
import pytest
from uuid_utils.compat import uuid7

from pitchkeeper.addresses import Database
from pitchkeeper.database import cluster, migrator, startup
from pitchkeeper.database import pool as database
from pitchkeeper.database.notifications import Notifications, Topic
from pitchkeeper.database.startup import PoolerUnfit
from pitchkeeper.settings import MIGRATIONS
from tests.support import poolers as pgbouncer
from tests.support import servers
from tests.support.databases import fetchval

pytestmark = pytest.mark.skipif(pgbouncer.PGBOUNCER is None, reason=pgbouncer.MISSING)
keeping = pytest.mark.skipif(
    pgbouncer.PGBOUNCER is not None and not pgbouncer.keeps_statements(),
    reason="This pgbouncer is older than 1.21, and forgets prepared statements",
)
PASSING = "ignore_startup_parameters = statement_timeout"


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
async def direct(state: Path) -> AsyncIterator[str]:
    """PostgreSQL itself, with the schema."""
    with cluster.run(state, durable=False) as url:
        await migrator.migrate(url, MIGRATIONS)
        yield url


@pytest.fixture(scope="module")
def pooler(state: Path, direct: str) -> Iterator[str]:
    with pgbouncer.run_pooler(state, direct) as url:
        yield url


async def test_without_a_pooler_nothing_is_said(direct: str) -> None:
    await startup.check_pooler(Database(direct))
    await startup.check_pooler(Database(direct, direct))


async def test_a_pooler_alone_is_refused(state: Path, direct: str, pooler: str) -> None:
    with pytest.raises(PoolerUnfit, match=r"statement_timeout.*: set DATABASE_DIRECT_URL"):
        await startup.check_pooler(Database(pooler))
    with (
        pgbouncer.run_pooler(state, direct, PASSING) as passing,
        pytest.raises(PoolerUnfit, match=r"^DATABASE_URL .* set DATABASE_DIRECT_URL to PostgreSQL"),
    ):
        await startup.check_pooler(Database(passing))


async def test_a_pooler_in_both_places_is_refused(pooler: str) -> None:
    with pytest.raises(PoolerUnfit, match=r"^DATABASE_DIRECT_URL leads to a pooler"):
        await startup.check_pooler(Database(pooler, pooler))


async def test_a_pooler_where_all_servers_meet_is_refused(
    state: Path, direct: str, pooler: str
) -> None:
    with pytest.raises(
        PoolerUnfit, match=r"^A pooler at DATABASE_COMMON_URL .* set DATABASE_COMMON_URL"
    ):
        await startup.check_pooler(Database(direct, common_url=pooler))
    with pytest.raises(PoolerUnfit, match=r"^A pooler at DATABASE_URL .* set DATABASE_DIRECT_URL"):
        await startup.check_pooler(Database(pooler, common_url=direct))


async def test_a_pooler_that_keeps_sessions_apart_will_do(state: Path, direct: str) -> None:
    with pgbouncer.run_pooler(state, direct, PASSING, mode="session") as url:
        await startup.check_pooler(Database(url))


async def test_a_pooler_that_forgets_statements_is_refused(state: Path, direct: str) -> None:
    never = ["max_prepared_statements = 0"] if pgbouncer.keeps_statements() else []
    with (
        pgbouncer.run_pooler(state, direct, *never) as url,
        pytest.raises(PoolerUnfit, match="max_prepared_statements"),
    ):
        await startup.check_pooler(Database(url, direct))


def test_a_refused_pooler_ends_the_start_with_one_sentence(tmp_path: Path, pooler: str) -> None:
    process = servers.start(servers.free_port(), tmp_path, DATABASE_URL=pooler)
    out, err = process.communicate(timeout=servers.PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (1, "", 1)
    assert "set DATABASE_DIRECT_URL to PostgreSQL itself" in err


@keeping
async def test_a_statement_that_takes_too_long_is_ended_behind_the_pooler(
    direct: str, pooler: str
) -> None:
    look = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(61)%'"
    where = Database(pooler, direct, statement_seconds=1)
    connection = await asyncpg.connect(direct)
    async with database.open_connections(where) as connections:
        with pytest.raises(TimeoutError):
            await connections.execute("SELECT pg_sleep(61)")
        async with asyncio.timeout(servers.PATIENCE):
            while await connection.fetchval(f"{look} AND state = 'active'") > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    await connection.close()


@keeping
async def test_starts_at_once_all_succeed_and_leave_no_lock(direct: str, pooler: str) -> None:
    outputs: list[str] = []
    where = Database(pooler, direct)
    starts = [startup.prepare(where, MIGRATIONS, seconds=30, say=outputs.append) for _ in range(6)]
    await asyncio.gather(*starts)
    locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
    assert (outputs, await fetchval(direct, locks)) == ([], 0)


@asynccontextmanager
async def listening(url: str, heard: list[UUID]) -> AsyncIterator[Notifications]:
    notifications = Notifications(url, uuid7().hex)
    notifications.on_change(Topic.DEVICE, heard.append)
    async with notifications.lifespan():
        async with asyncio.timeout(servers.PATIENCE):
            while not notifications.is_listening:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield notifications


@keeping
async def test_workers_hear_each_other_past_the_pooler(direct: str, pooler: str) -> None:
    heard: list[list[UUID]] = [[], []]
    where, match_id = Database(pooler, direct), uuid7()
    async with AsyncExitStack() as stack:
        first, _ = [
            await stack.enter_async_context(listening(where.direct, heard_ids))
            for heard_ids in heard
        ]
        first.announce_sign_out(match_id)
        async with asyncio.timeout(servers.PATIENCE):
            while heard != [[match_id], [match_id]]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@keeping
def test_a_server_behind_a_pooler_serves_a_match(tmp_path: Path, direct: str, pooler: str) -> None:
    addresses = {"DATABASE_URL": pooler, "DATABASE_DIRECT_URL": direct, "WORKERS": "2"}
    with servers.serving(tmp_path, **addresses) as address:
        closing = httpx.Limits(max_keepalive_connections=0)
        with httpx.Client(base_url=address, limits=closing) as phone:
            token = phone.post("/v1/devices").json()["token"]
            phone.headers["Authorization"] = f"Bearer {token}"
            players = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
            match = phone.post("/v1/matches", json={"ruleset": "mb-lounge", "players": players})
            path = f"/v1/matches/{match.json()['matchId']}"
            for number in range(1, 11):
                hand = {"contract": {"pitcher": 0, "bid": "four"}}
                phone.put(f"{path}/hands/{number}", json=hand).raise_for_status()
            assert phone.get(path).json()["version"] >= 11
