"""Connections to PostgreSQL, and the named statements of `api/pitchkeeper/database/sql`."""

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
import structlog

from pitch.messages import Refusal
from pitchkeeper import metrics
from pitchkeeper.addresses import Database

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

T = TypeVar("T")
Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Row: TypeAlias = asyncpg.Record
_PATIENCE: Final = 2.0
"""Seconds to wait for a connection, after which a phone had better retry."""
SQL: Final = Path(__file__).parent / "sql"
_JSONB_VERSION: Final = b"\x01"
_STATEMENT: Final = re.compile(
    r"^-- name: (?P<name>[a-z_]+)\n-- .+\n(?P<text>(?:(?!-- name: ).*\n?)+)", re.MULTILINE
)
_logger = structlog.get_logger()


class DatabaseBusy(Refusal):
    """Too many others use the database right now; try again."""


class Connections:
    """The methods of a pool, which raise DatabaseBusy instead of waiting long for a connection.

    A returned connection stays idle here or goes to the next waiter, because releasing it to the
    pool and acquiring it again costs more than most statements.
    """

    def __init__(
        self,
        pool: "asyncpg.Pool[asyncpg.Record]",
        *,
        common: "Connections | None" = None,
        patience: float = _PATIENCE,
    ) -> None:
        """Pass `common`, to the main node, if `pool` leads to another node of a cluster."""
        self.common: Connections = common or self
        """The connections for counts that all servers share."""
        self._pool = pool
        self._patience = patience
        self._at_hand: list[Connection] = []
        self._waiting: deque[asyncio.Future[Connection | None]] = deque()
        self._in_use = 0
        self._is_leaving = False
        self._is_spread: bool | None = None

    async def leave(self) -> None:
        """Release all idle connections, so that the pool can close."""
        self._is_leaving = True
        at_hand, self._at_hand = self._at_hand, []
        # All at once, because each may run into a timeout if the database hangs.
        await asyncio.gather(*map(self._pool.release, at_hand), return_exceptions=True)

    async def close(self) -> None:
        """Close the pool; drop connections that the database does not close in time."""
        await self.leave()
        try:
            await self._pool.close()
        except TimeoutError:
            _logger.warning("connections broken off")

    def measure(self) -> None:
        """Update the metrics of connections in use."""
        usages = [connections.usage() for connections in {self, self.common}]
        metrics.set_connections(sum(count for count, _ in usages), sum(most for _, most in usages))

    def usage(self) -> tuple[int, int]:
        """Return the number of connections in use and their limit."""
        return self._in_use, self._pool.get_max_size()

    async def is_spread(self) -> bool:
        """Return whether the tables are distributed over a cluster, which favours other statements.

        Queried once, because the servers are stopped while tables are distributed.
        """
        if self._is_spread is None:
            self._is_spread = bool(await self.fetchval(queries().is_spread))
        return self._is_spread

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """Yield a connection for the block."""
        connection = await self._take()
        try:
            yield connection
        except BaseException:
            await self._give_back(connection)
            raise
        await self._put_back(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Yield a connection in a transaction."""
        async with self.acquire() as connection:
            try:
                async with connection.transaction():
                    yield connection
            except asyncpg.InterfaceError as error:
                # asyncpg raises this if a transaction cannot even be rolled back.
                raise asyncpg.ConnectionDoesNotExistError("The connection was lost.") from error

    async def execute(self, query: str, *arguments: object) -> str:
        """Run a statement and return its status."""
        return await self._ask(asyncpg.Connection.execute, query, arguments)

    async def fetch(self, query: str, *arguments: object) -> "Sequence[asyncpg.Record]":
        """Return the rows of a statement."""
        return await self._ask(asyncpg.Connection.fetch, query, arguments)

    async def fetchrow(self, query: str, *arguments: object) -> "asyncpg.Record | None":
        """Return the first row of a statement, if any."""
        return await self._ask(asyncpg.Connection.fetchrow, query, arguments)

    async def fetchval(self, query: str, *arguments: object) -> Any:
        """Return the first value of a statement's first row, if any."""
        return await self._ask(asyncpg.Connection.fetchval, query, arguments)

    async def _ask(
        self, verb: Callable[..., Awaitable[T]], query: str, arguments: tuple[object, ...]
    ) -> T:
        # A context manager would be slower, and a request does little but this.
        connection = await self._take()
        try:
            answer: T = await getattr(connection, verb.__name__)(query, *arguments)
        except BaseException:
            await self._give_back(connection)
            raise
        await self._put_back(connection)
        return answer

    async def _take(self) -> Connection:
        """Return an idle connection that is still open, else one of the pool."""
        connection = await self._pick_up()
        if connection is not None:
            return connection
        try:
            async with asyncio.timeout(self._patience):
                while self._in_use >= self._pool.get_max_size():
                    # Before this waiter resumes, another request may have taken the connection.
                    connection = await self._wait_for_release() or await self._pick_up()
                    if connection is not None:
                        return connection
                return await self._acquire_new()
        except TimeoutError as timeout:
            raise DatabaseBusy from timeout

    async def _pick_up(self) -> "Connection | None":
        """Return an idle connection that is still open, if there is one."""
        while self._at_hand:
            connection = self._at_hand.pop()
            if _is_open(connection):
                self._in_use += 1
                return connection
            await self._pool.release(connection)
        return None

    async def _acquire_new(self) -> Connection:
        """Return a connection of the pool, counted from now on so that the pool has one."""
        self._in_use += 1
        try:
            return await self._pool.acquire()
        except BaseException:
            self._in_use -= 1
            raise

    async def _wait_for_release(self) -> "Connection | None":
        """Wait for the next released connection; return None if the pool has it."""
        waiter: asyncio.Future[Connection | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            # Cancelled in the moment in which it received a connection, or a turn at the pool.
            if waiter.done() and not waiter.cancelled():
                connection = waiter.result()
                if connection is None:
                    self._hand_over(None)
                else:
                    await self._put_back(connection)
            raise

    async def _put_back(self, connection: Connection) -> None:
        """Pass a connection to the oldest waiter, or keep it idle."""
        # Idle connections are checked when they are picked up.
        if self._is_leaving or (self._waiting and not _is_open(connection)):
            await self._give_back(connection)
        elif not self._hand_over(connection):
            self._in_use -= 1
            self._at_hand.append(connection)

    async def _give_back(self, connection: Connection) -> None:
        """Release a connection to the pool, because it may be unusable after a failure."""
        # Where the database does not even take back what it was asked, the pool breaks off; who
        # gave up is to know no other reason than their own.
        try:
            with suppress(TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._pool.release(connection)
        finally:
            # Also where whoever gave up is cancelled a second time: the pool goes on by itself.
            self._in_use -= 1
            self._hand_over(None)

    def _hand_over(self, connection: "Connection | None") -> bool:
        """Pass a connection, or a turn at the pool, to the oldest waiter, if there is one."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(connection)
                return True
        return False


def _is_open(connection: Connection) -> bool:
    try:
        return not connection.is_closed()
    except asyncpg.InterfaceError:
        # It broke, and the pool has released it already.
        return False


@asynccontextmanager
async def open_connections(database: Database) -> AsyncIterator[Connections]:
    """Yield connections to a database, and close them with the block."""
    async with AsyncExitStack() as stack:
        common = None
        if database.common is not database:
            common = await stack.enter_async_context(open_connections(database.common))
        connections = Connections(await create_pool(database), common=common)
        stack.push_async_callback(connections.close)
        yield connections


async def create_pool(database: Database) -> "asyncpg.Pool[asyncpg.Record]":
    """Return the pool of a worker.

    It connects on first use, so that a worker can start while the database is unavailable.
    """
    # PostgreSQL ends a statement by its own timeout; this one is for a server that is gone. A
    # pooler passes no timeout on, so behind one this timeout cancels the statement.
    seconds = database.statement_seconds
    return await asyncpg.create_pool(
        database.url,
        min_size=0,
        max_size=database.connections,
        init=prepare,
        reset=_end_statement,
        command_timeout=seconds if database.is_pooled else 2 * seconds,
        server_settings=database.session,
    )


async def prepare(connection: asyncpg.Connection) -> None:
    """Send and receive jsonb as the bytes of JSON."""
    # The binary form of jsonb begins with its version. As text it would be decoded to str and
    # encoded again on the way to msgspec.
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda json: _JSONB_VERSION + json,
        decoder=lambda value: bytes(value[1:]),
    )


async def _end_statement(connection: asyncpg.Connection) -> None:
    """End the transaction of a statement that was parsed but never run.

    A cancelled caller or invalid arguments leave one behind that asyncpg does not know of; running
    any statement ends it. Only failed connections need this reset, the others stay idle here.
    """
    await connection.execute("SELECT 1")


@cache
def queries() -> SimpleNamespace:
    """Return every named statement as an attribute."""
    statements: dict[str, str] = {}
    for path in sorted(SQL.glob("*.sql")):
        for statement in _STATEMENT.finditer(path.read_text()):
            if statement["name"] in statements:
                raise ValueError(f"{path.name} names {statement['name']} a second time.")
            statements[statement["name"]] = statement["text"].strip()
    return SimpleNamespace(**statements)
