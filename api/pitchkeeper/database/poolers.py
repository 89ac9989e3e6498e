"""Poolers: whether one is in between, and whether it lets us do what we do."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

import asyncpg
from msgspec import Struct

from pitchkeeper.addresses import Database
from pitchkeeper.database.migrator import CONNECT_SECONDS, MigrationFailed, answering

_LOOKS: Final = 5
_PROCESS: Final = "SELECT pg_backend_pid()"
_NAME: Final = "pitchkeeper_look"


class PoolerUnfit(MigrationFailed):
    """A pooler is in between that does not let us do what we do; it says what to set."""


class _Address(Struct, frozen=True):
    """Where no pooler may be."""

    setting: str
    """The one that says where."""
    url: str
    session: dict[str, str]
    """What our connections there ask for."""
    mended_by: str = ""
    """The setting that makes up for a pooler there, if it is not the same."""

    @property
    def to_set(self) -> str:
        """What whoever has a pooler there is to set."""
        return self.mended_by or self.setting


async def check(database: Database) -> None:
    """Refuse a pooler that would lose what we say to it, in a sentence that says what to set."""
    async with answering(), AsyncExitStack() as stack:
        for address in _direct(database):
            if await _is_handed_around(address, stack):
                raise PoolerUnfit(
                    f"{address.setting} leads to a pooler that gives each transaction another "
                    f"connection: set {address.to_set} to PostgreSQL itself, where we listen and "
                    "migrate."
                )
        if database.is_pooled and not await _keeps_statements(database, stack):
            raise PoolerUnfit(
                "The pooler of DATABASE_URL forgets prepared statements: it has to be pgbouncer "
                "1.21 or newer with max_prepared_statements = 200, or pool_mode = session."
            )


def _direct(database: Database) -> Iterator[_Address]:
    if database.direct_url is None:
        session = database.session
        yield _Address("DATABASE_URL", database.url, session, mended_by="DATABASE_DIRECT_URL")
    else:
        yield _Address("DATABASE_DIRECT_URL", database.direct_url, {})
    if database.common_url is not None:
        yield _Address("DATABASE_COMMON_URL", database.common_url, database.common.session)


async def _is_handed_around(address: _Address, stack: AsyncExitStack) -> bool:
    """Whether one connection of ours meets several of PostgreSQL's processes, or two the same."""
    try:
        one = await _connect(address.url, stack, address.session)
    except asyncpg.ProtocolViolationError as refused:
        raise PoolerUnfit(
            f"A pooler at {address.setting} refuses us ({refused}): set {address.to_set} to "
            "PostgreSQL itself, and we ask nothing of the pooler that it does not know."
        ) from refused
    # PostgreSQL tells a new connection its process; a pooler makes one up.
    if one.get_server_pid() == await _process(one):
        return False
    other = await _connect(address.url, stack, address.session)
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
