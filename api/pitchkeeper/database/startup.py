"""Startup: wait for the database, check its addresses, and migrate it."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import asyncpg
from msgspec import Struct

from pitchkeeper.addresses import Database
from pitchkeeper.database import migrator
from pitchkeeper.database.migrator import (
    CONNECT_SECONDS,
    DatabaseUnready,
    MigrationFailed,
    answering,
)

_PAUSE: Final = 0.5


async def prepare(
    database: Database, folder: Path, *, seconds: float, say: Callable[[str], None]
) -> None:
    """Wait until a database answers and migrate it; report each reason for waiting once.

    `seconds` must cover a failover, in which a standby waits for the primary before it takes over.
    """
    until, reported = time.monotonic() + seconds, set[str]()
    while True:
        try:
            await check_pooler(database)
            await migrator.migrate(database.direct, folder, say)
            await check_entrance(database)
        except DatabaseUnready as unready:
            if time.monotonic() > until:
                raise
            if str(unready) not in reported:
                reported.add(str(unready))
                say(f"{unready} Waiting for up to {seconds:.0f} seconds.")
            await asyncio.sleep(_PAUSE)
        else:
            return


_IS_OURS: Final = "SELECT to_regclass('matches') IS NOT NULL"


class EntranceUnfit(MigrationFailed):
    """DATABASE_URL leads to another database than DATABASE_COMMON_URL."""


async def check_entrance(database: Database) -> None:
    """Raise EntranceUnfit if our tables are not there; call it after the migrations."""
    if database.common is database:
        return
    async with answering():
        connection = await asyncpg.connect(
            database.url, timeout=CONNECT_SECONDS, statement_cache_size=0
        )
        try:
            is_ours = await connection.fetchval(_IS_OURS)
        finally:
            connection.terminate()
    if not is_ours:
        raise EntranceUnfit(
            "DATABASE_URL is no entrance of the database at DATABASE_COMMON_URL, for none of our "
            "tables is there: it has to be a node of the same cluster."
        )


_LOOKS: Final = 5
_PROCESS: Final = "SELECT pg_backend_pid()"
_NAME: Final = "pitchkeeper_look"


class PoolerUnfit(MigrationFailed):
    """A pooler cannot serve us; the message says which setting to change."""


class _Address(Struct, frozen=True):
    """An address at which no transaction pooler may be."""

    setting: str
    """The setting that holds the address."""
    url: str
    session: dict[str, str]
    """The server settings of our connections there."""
    mended_by: str = ""
    """The setting that gives a direct address instead, if it is another one."""

    @property
    def to_set(self) -> str:
        """The setting to change if a pooler is there."""
        return self.mended_by or self.setting


async def check_pooler(database: Database) -> None:
    """Raise PoolerUnfit for a pooler that would lose our session state or statements."""
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
    """Return whether a pooler moves our connections between PostgreSQL's processes."""
    try:
        first = await _connect(address.url, stack, address.session)
    except asyncpg.ProtocolViolationError as refused:
        raise PoolerUnfit(
            f"A pooler at {address.setting} refuses us ({refused}): set {address.to_set} to "
            "PostgreSQL itself, and we ask nothing of the pooler that it does not know."
        ) from refused
    # PostgreSQL sends the true process id to a new connection; a pooler invents one.
    if first.get_server_pid() == await _process(first):
        return False
    second = await _connect(address.url, stack, address.session)
    for _ in range(_LOOKS):
        first_process = await _process(first)
        async with second.transaction():
            if (
                await second.fetchval(_PROCESS) == first_process
                or await _process(first) != first_process
            ):
                return True
    return False


async def _keeps_statements(database: Database, stack: AsyncExitStack) -> bool:
    """Return whether two connections with prepared statements of one name keep their own."""
    first, second = [await _connect(database.url, stack, {}) for _ in range(2)]
    try:
        for look in range(_LOOKS):
            for connection, number in ((first, 1), (second, 2)):
                name = f"{_NAME}_{look}"
                async with connection.transaction():
                    statement = await connection.prepare(f"SELECT {number}", name=name)
                if await statement.fetchval() != number:
                    return False
    except (asyncpg.DuplicatePreparedStatementError, asyncpg.InvalidSQLStatementNameError):
        return False
    return True


async def _connect(url: str, stack: AsyncExitStack, settings: dict[str, str]) -> asyncpg.Connection:
    # No named statements: a pooler could lose them before the checks are done.
    connection = await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, statement_cache_size=0, server_settings=settings
    )
    stack.callback(connection.terminate)
    return connection


async def _process(connection: asyncpg.Connection) -> int:
    """Return the id of PostgreSQL's process that serves a connection for one transaction."""
    async with connection.transaction():
        return int(await connection.fetchval(_PROCESS))
