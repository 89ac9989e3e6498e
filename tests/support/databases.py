"""Databases for tests, copied from a template or empty."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec

from pitchkeeper.addresses import CONNECTIONS, Database
from pitchkeeper.database.pool import create_pool
from tests.support import citus, poolers

_copies = count(1)
_MEMORY: Final = Path("/dev/shm")  # noqa: S108
_PLENTY: Final = 4 * 2**30
_END_SESSIONS: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1"
)


@contextmanager
def state_folder(usual: Path) -> Iterator[Path]:
    """Yield the folder of a server's data in tests, in memory if there is enough.

    A database is three hundred files, and to copy and drop them on a disk costs the kernel ten
    times as much. In a container that memory may be a few megabytes.
    """
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _PLENTY:
        yield usual
        return
    with tempfile.TemporaryDirectory(prefix="pitchkeeper-tests-", dir=_MEMORY) as folder:
        yield Path(folder)


@asynccontextmanager
async def empty(server: str) -> AsyncIterator[str]:
    """The address of a database without a schema, until the block is left."""
    citus.skip("There is one database for all tests, and it has its schema")
    name = f"empty_{next(_copies)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    yield with_name(server, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@asynccontextmanager
async def copy_database(server: str, template: str) -> AsyncIterator[str]:
    """The address of a copied database, until the block is left."""
    if citus.URL:
        async with citus.empty_database(citus.URL, template):
            yield citus.URL
        return
    name = f"copy_{next(_copies)}"
    connection = await asyncpg.connect(server)
    if poolers.is_between():
        # It keeps connections for a while that nobody has any more, and none may be left.
        await connection.execute(_END_SESSIONS, template)
    # Its files, for nothing of it is to outlast a power cut: half the work of copying by the log.
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    yield with_name(server, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


async def open_pool(url: str, *, size: int = CONNECTIONS) -> "asyncpg.Pool[asyncpg.Record]":
    """A pool of so many connections, as a worker has it."""
    return await create_pool(Database(url, connections=size))


async def fetch(url: str, statement: str, *arguments: object) -> list[asyncpg.Record]:
    """Run a statement over a connection of its own, and return its rows."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(statement, *arguments)
    finally:
        await connection.close()


async def fetchval(url: str, statement: str, *arguments: object) -> Any:
    """Run a statement over a connection of its own, and return the value that it has."""
    ((value,),) = await fetch(url, statement, *arguments)
    return value


def with_name(url: str, name: str) -> str:
    """Return the address of another database of a server."""
    return url.replace("@/postgres", f"@/{name}")


async def everything(pool: "asyncpg.Pool[asyncpg.Record]") -> dict[str, str]:
    """All that is kept, but for the counting of requests."""
    tables = await pool.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    names = {row["tablename"] for row in tables} - {"allowances"}
    query = "SELECT coalesce(string_agg(row::text, ',' ORDER BY row::text), '') FROM {} AS row"
    return {name: await pool.fetchval(query.format(name)) for name in sorted(names)}


async def explain(pool: "asyncpg.Pool[asyncpg.Record]", statement: str) -> dict[str, Any]:
    """Return PostgreSQL's generic plan of a statement."""
    citus.skip("Its plans are those of its shards")
    async with pool.acquire() as connection:
        count = len((await connection.prepare(statement)).get_parameters())
        explained = f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {statement}"
        (described,) = msgspec.json.decode(await connection.fetchval(explained, *[None] * count))
    plan: dict[str, Any] = described["Plan"]
    return plan


def shift_moment(column: str, by: str) -> str:
    """Return the moment of a column, moved by an interval, as text that a cluster executes too."""
    return f"({column} AT TIME ZONE 'UTC' + {by}) AT TIME ZONE 'UTC'"


def flatten_plan(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A step of a plan and all below it."""
    yield step
    for below in step.get("Plans", ()):
        yield from flatten_plan(below)
