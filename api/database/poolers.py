"""Poolers: whether one is in between, and whether it lets us do what we do."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

import asyncpg

from api.addresses import Database
from api.database.migrator import CONNECT_SECONDS, MigrationFailed, answering

_LOOKS: Final = 5
_PROCESS: Final = "SELECT pg_backend_pid()"
_NAME: Final = "pitchkeeper_look"


class PoolerUnfit(MigrationFailed):
    """A pooler is in between that does not let us do what we do; it says what to set."""


async def check(database: Database) -> None:
    """Refuse a pooler that would lose what we say to it, in a sentence that says what to set."""
    async with answering(), AsyncExitStack() as stack:
        for name, url in _direct(database):
            if await _is_handed_around(name, url, database, stack):
                raise PoolerUnfit(
                    f"{name} leads to a pooler that gives each transaction another connection: "
                    f"set {_mended(name)} to PostgreSQL itself, where we listen and migrate."
                )
        if database.is_pooled and not await _keeps_statements(database, stack):
            raise PoolerUnfit(
                "The pooler of DATABASE_URL forgets prepared statements: it has to be pgbouncer "
                "1.21 or newer with max_prepared_statements = 200, or pool_mode = session."
            )


def _direct(database: Database) -> Iterator[tuple[str, str]]:
    """Where no pooler may be, by the settings that say so."""
    if database.direct_url is not None:
        yield "DATABASE_DIRECT_URL", database.direct_url
    else:
        yield "DATABASE_URL", database.url
    if database.common_url is not None:
        yield "DATABASE_COMMON_URL", database.common_url


def _mended(name: str) -> str:
    """The setting that makes up for a pooler at another."""
    return "DATABASE_DIRECT_URL" if name == "DATABASE_URL" else name


async def _is_handed_around(name: str, url: str, database: Database, stack: AsyncExitStack) -> bool:
    """Whether one connection of ours meets several of PostgreSQL's processes, or two the same."""
    settings = {} if name == "DATABASE_DIRECT_URL" else database.session
    try:
        one = await _connect(url, stack, settings)
    except asyncpg.ProtocolViolationError as refused:
        raise PoolerUnfit(
            f"A pooler at {name} refuses us ({refused}): set {_mended(name)} to "
            "PostgreSQL itself, and we ask nothing of the pooler that it does not know."
        ) from refused
    # PostgreSQL tells a new connection its process; a pooler makes one up.
    if one.get_server_pid() == await _process(one):
        return False
    other = await _connect(url, stack, settings)
    for _ in range(_LOOKS):
        met = await _process(one)
        async with other.transaction():
            if await other.fetchval(_PROCESS) == met or await _process(one) != met:
                return True
    return False


async def _keeps_statements(database: Database, stack: AsyncExitStack) -> bool:
    """Whether two that prepare statements of one name each find their own again."""
    one, other = [await _connect(database.url, stack, {}) for _ in range(2)]
    try:
        for look in range(_LOOKS):
            for connection, said in ((one, 1), (other, 2)):
                name = f"{_NAME}_{look}"
                async with connection.transaction():
                    prepared = await connection.prepare(f"SELECT {said}", name=name)
                if await prepared.fetchval() != said:
                    return False
    except (asyncpg.DuplicatePreparedStatementError, asyncpg.InvalidSQLStatementNameError):
        return False
    return True


async def _connect(url: str, stack: AsyncExitStack, settings: dict[str, str]) -> asyncpg.Connection:
    # Without names for statements, which would be lost before anything is known.
    connection = await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, statement_cache_size=0, server_settings=settings
    )
    stack.callback(connection.terminate)
    return connection


async def _process(connection: asyncpg.Connection) -> int:
    """Which process of PostgreSQL serves a connection for one transaction."""
    async with connection.transaction():
        return int(await connection.fetchval(_PROCESS))
