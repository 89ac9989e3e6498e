"""Connections to PostgreSQL, and the named statements of `api/database/sql`."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg

from api import metrics
from domain.errors import Refusal
from domain.messages import Message

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
_PATIENCE: Final = 2.0
"""Seconds to wait for a connection; a phone that waits longer is better told to try again."""
SQL: Final = Path(__file__).parent / "sql"
_JSONB_VERSION: Final = b"\x01"
_STATEMENT: Final = re.compile(
    r"^-- name: (?P<name>[a-z_]+)\n-- .+\n(?P<text>(?:(?!-- name: ).*\n?)+)", re.MULTILINE
)


class DatabaseBusy(Refusal):
    """Too many others use the database right now; try again."""

    code = "database_busy"
    usual = Message("problem.database_busy")


class Connections:
    """The verbs of a pool, refusing instead of waiting long for a free connection."""

    def __init__(
        self, pool: "asyncpg.Pool[asyncpg.Record]", *, patience: float = _PATIENCE
    ) -> None:
        self._pool = pool
        self._patience = patience
        metrics.pool_size(pool.get_max_size())

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for as long as the block lasts."""
        try:
            connection = await self._pool.acquire(timeout=self._patience)
        except TimeoutError as timeout:
            raise DatabaseBusy from timeout
        metrics.connection_taken()
        try:
            yield connection
        finally:
            metrics.connection_released()
            await self._pool.release(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection whose statements are kept together, or none of them."""
        async with self.acquire() as connection:
            try:
                async with connection.transaction():
                    yield connection
            except asyncpg.InterfaceError as error:
                # What asyncpg says of a transaction that cannot even be rolled back.
                raise asyncpg.ConnectionDoesNotExistError("The connection was lost.") from error

    async def execute(self, query: str, *arguments: object) -> str:
        """Run a statement: its status."""
        async with self.acquire() as connection:
            return await connection.execute(query, *arguments)

    async def fetch(self, query: str, *arguments: object) -> "Sequence[asyncpg.Record]":
        """The rows of a statement."""
        async with self.acquire() as connection:
            return await connection.fetch(query, *arguments)

    async def fetchrow(self, query: str, *arguments: object) -> "asyncpg.Record | None":
        """The first row of a statement, if any."""
        async with self.acquire() as connection:
            return await connection.fetchrow(query, *arguments)

    async def fetchval(self, query: str, *arguments: object) -> Any:
        """The first value of a statement's first row, if any."""
        async with self.acquire() as connection:
            return await connection.fetchval(query, *arguments)


async def open_pool(url: str, *, size: int = 8) -> "asyncpg.Pool[asyncpg.Record]":
    """A pool whose jsonb values are the bytes of JSON, both ways."""
    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=size,
        init=_prepare,
        reset=_keep,
        # The statement's own timeout ends it in the server; this one is for a server that is gone.
        command_timeout=10,
        server_settings={"application_name": "pitchkeeper", "statement_timeout": "5000"},
    )


async def _prepare(connection: asyncpg.Connection) -> None:
    # The binary form of jsonb begins with its version. As text it would be decoded to str and
    # encoded again on the way to msgspec.
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda json: _JSONB_VERSION + json,
        decoder=lambda value: bytes(value[1:]),
    )


async def _keep(_connection: asyncpg.Connection) -> None:
    """Leave a released connection as it is: ours carry no state from one use to the next."""


@cache
def queries() -> SimpleNamespace:
    """Every named statement, as an attribute."""
    found: dict[str, str] = {}
    for path in sorted(SQL.glob("*.sql")):
        for statement in _STATEMENT.finditer(path.read_text()):
            if statement["name"] in found:
                raise ValueError(f"{path.name} names {statement['name']} a second time.")
            found[statement["name"]] = statement["text"].strip()
    return SimpleNamespace(**found)
