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

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper import metrics
from pitchkeeper.addresses import CONNECTIONS, Database

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

T = TypeVar("T")
Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Row: TypeAlias = asyncpg.Record
_PATIENCE: Final = 2.0
"""Seconds to wait for a connection; a phone that waits longer is better told to try again."""
SQL: Final = Path(__file__).parent / "sql"
FEW: Final = 8
"""Things that are written one by one where the tables are spread: each is a command of its own."""
_JSONB_VERSION: Final = b"\x01"
_STATEMENT: Final = re.compile(
    r"^-- name: (?P<name>[a-z_]+)\n-- .+\n(?P<text>(?:(?!-- name: ).*\n?)+)", re.MULTILINE
)
_logger = structlog.get_logger()


class DatabaseBusy(Refusal):
    """Too many others use the database right now; try again."""

    code = "database_busy"
    default_message = Message("problem.database_busy")


class Connections:
    """The verbs of a pool, refusing instead of waiting long for a free connection.

    A connection that comes back is kept at hand or handed to whoever waits: to give it to the pool
    and to take it out again costs more than most statements.
    """

    def __init__(
        self,
        pool: "asyncpg.Pool[asyncpg.Record]",
        *,
        common: "Connections | None" = None,
        patience: float = _PATIENCE,
    ) -> None:
        """`common` leads to where all servers meet, if these are of one of several entrances."""
        self.common: Connections = common or self
        """Those for what all servers count together."""
        self._pool = pool
        self._patience = patience
        self._at_hand: list[Connection] = []
        self._waiting: deque[asyncio.Future[Connection | None]] = deque()
        self._in_use = 0
        self._is_leaving = False
        self._is_spread: bool | None = None

    async def leave(self) -> None:
        """Keep nothing at hand any more, so that the pool can close."""
        self._is_leaving = True
        at_hand, self._at_hand = self._at_hand, []
        # All at once: each may have to be broken off, if the database is stuck.
        await asyncio.gather(*map(self._pool.release, at_hand), return_exceptions=True)

    async def close(self) -> None:
        """Close the pool; connections that the database does not end in time are broken off."""
        await self.leave()
        try:
            await self._pool.close()
        except TimeoutError:
            _logger.warning("connections broken off")

    def measure(self) -> None:
        """Let the metrics say how many connections are in use."""
        used = [each.used() for each in {self, self.common}]
        metrics.set_connections(sum(count for count, _ in used), sum(most for _, most in used))

    def used(self) -> tuple[int, int]:
        """How many connections are in use, and how many there may be."""
        return self._in_use, self._pool.get_max_size()

    async def is_spread(self) -> bool:
        """Whether the tables are spread over a cluster, where other statements are the cheap ones.

        Asked once, for whoever spreads them stops the servers before.
        """
        if self._is_spread is None:
            self._is_spread = bool(await self.fetchval(queries().is_spread))
        return self._is_spread

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for as long as the block lasts."""
        connection = await self._take()
        try:
            yield connection
        except BaseException:
            await self._give_back(connection)
            raise
        await self._put_back(connection)

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
        return await self._ask(asyncpg.Connection.execute, query, arguments)

    async def fetch(self, query: str, *arguments: object) -> "Sequence[asyncpg.Record]":
        """The rows of a statement."""
        return await self._ask(asyncpg.Connection.fetch, query, arguments)

    async def fetchrow(self, query: str, *arguments: object) -> "asyncpg.Record | None":
        """The first row of a statement, if any."""
        return await self._ask(asyncpg.Connection.fetchrow, query, arguments)

    async def fetchval(self, query: str, *arguments: object) -> Any:
        """The first value of a statement's first row, if any."""
        return await self._ask(asyncpg.Connection.fetchval, query, arguments)

    async def _ask(
        self, verb: Callable[..., Awaitable[T]], query: str, arguments: tuple[object, ...]
    ) -> T:
        # Without a context manager: these are most of what a request does.
        connection = await self._take()
        try:
            answer: T = await getattr(connection, verb.__name__)(query, *arguments)
        except BaseException:
            await self._give_back(connection)
            raise
        await self._put_back(connection)
        return answer

    async def _take(self) -> Connection:
        """Return a connection at hand that is still open, else one of the pool."""
        connection = await self._pick_up()
        if connection is not None:
            return connection
        try:
            async with asyncio.timeout(self._patience):
                while self._in_use >= self._pool.get_max_size():
                    # While this one was woken, others may have left one at hand and taken one.
                    connection = await self._wait_for_release() or await self._pick_up()
                    if connection is not None:
                        return connection
                return await self._acquire_new()
        except TimeoutError as timeout:
            raise DatabaseBusy from timeout

    async def _pick_up(self) -> "Connection | None":
        """Return a connection at hand that is still open, if there is one."""
        while self._at_hand:
            connection = self._at_hand.pop()
            if _is_open(connection):
                self._in_use += 1
                return connection
            await self._pool.release(connection)
        return None

    async def _acquire_new(self) -> Connection:
        """Return a connection of the pool, which counts from now on, so that it has one."""
        self._in_use += 1
        try:
            return await self._pool.acquire()
        except BaseException:
            self._in_use -= 1
            raise

    async def _wait_for_release(self) -> "Connection | None":
        """Return the connection of whoever is done first; None if the pool has it."""
        waiter: asyncio.Future[Connection | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            # Given up in the very moment in which it was handed one, or the turn at the pool.
            if waiter.done() and not waiter.cancelled():
                connection = waiter.result()
                if connection is None:
                    self._hand_over(None)
                else:
                    await self._put_back(connection)
            raise

    async def _put_back(self, connection: Connection) -> None:
        """Hand a connection to whoever waits longest, or keep it at hand."""
        # One that is kept at hand is looked at when it is picked up.
        if self._is_leaving or (self._waiting and not _is_open(connection)):
            await self._give_back(connection)
        elif not self._hand_over(connection):
            self._in_use -= 1
            self._at_hand.append(connection)

    async def _give_back(self, connection: Connection) -> None:
        """Let the pool look after a connection: after a failure it may not be fit for use."""
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
        """Let whoever waits longest have a connection, or take one of the pool; false if nobody."""
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
        # It broke, and the pool has taken it back itself.
        return False


@asynccontextmanager
async def open_connections(database: Database) -> AsyncIterator[Connections]:
    """Connections to a database for as long as this lasts."""
    async with AsyncExitStack() as stack:
        common = None
        if database.common is not database:
            common = await stack.enter_async_context(open_connections(database.common))
        connections = Connections(await create_pool(database), common=common)
        stack.push_async_callback(connections.close)
        yield connections


async def open_pool(url: str, *, size: int = CONNECTIONS) -> "asyncpg.Pool[asyncpg.Record]":
    """A pool whose jsonb values are the bytes of JSON, both ways."""
    return await create_pool(Database(url, connections=size))


async def create_pool(database: Database) -> "asyncpg.Pool[asyncpg.Record]":
    """The pool of a worker.

    It connects when it is asked for the first time, so that a worker that begins while nobody
    answers is there when somebody does.
    """
    # The statement's own timeout ends it in the server; this one is for a server that is gone. A
    # pooler passes no timeout on, so there it is this one that has the server end it.
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
    """Let jsonb come and go as the bytes of JSON."""
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
    """End what was given up; ours carry nothing else from one use to the next.

    A statement that was parsed and never run, because its caller was cancelled or its arguments
    cannot be sent, has begun a transaction that asyncpg does not know of. One that is
    run ends it. Only what failed comes here: whatever succeeds is kept at hand.
    """
    await connection.execute("SELECT 1")


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
