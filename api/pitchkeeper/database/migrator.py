"""Migrations: numbered SQL files, each applied once, forward only."""

import asyncio
import hashlib
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Final

import asyncpg
from msgspec import Struct

_LOCK: Final = 0x50495443
_NAME: Final = re.compile(r"^(\d{4})_[a-z0-9_]+\.sql$")
_NEEDS: Final = re.compile(r"^-- Needs (\d{4})\b", re.MULTILINE)
"""How a file says which earlier one a server has to know that goes on working after it."""
_NO_MIGRATION: Final = "distribute.sql"
"""Run by hand to distribute the tables with Citus."""
_TURN_SECONDS: Final = 5.0
_REMINDER_SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 10.0
AWAY: Final = (
    OSError,  # nobody is there, or nobody answers in time
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it starts, recovers or shuts down
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,  # the others have not chosen a new primary yet
    asyncpg.InternalClientError,  # none of several servers is the one to write to
)
"""Errors that end when the database comes back, or another takes its place."""
_NO_ADDRESS: Final = (
    "The address of the database is none. It is like postgresql://name:password@host:5432/name, "
    "and what is neither a letter nor a digit in a password is written as in a link: / is %2F."
)
_HAS_NEEDS: Final = """
SELECT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attname = 'needs'
)
"""
NEEDED_STEP: Final = "SELECT coalesce(max(needs), 0) FROM migrations"
"""Returns the number of the file that a server has to know."""
_NOTE_NEEDS: Final = "UPDATE migrations SET needs = $2 WHERE number = $1"
_IS_APPLIED: Final = "SELECT EXISTS (SELECT 1 FROM migrations WHERE number = $1)"
_WHOSE_TURN: Final = """
SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND objid::bigint = $1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_REGISTER: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number int NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT migrations_applied_once PRIMARY KEY (number)
)
"""


Say = Callable[[str], None]
"""Prints a sentence for the person who started the server."""
_END: Final = ";"
_PIECE: Final = re.compile(
    r"""
    --[^\n]* | /\*.*?\*/                       # comments
    | [eE]'(?:[^'\\]|''|\\.)*' | '[^']*'      # texts; a doubled quote is the start of another
    | "[^"]*"                                  # names
    | \$(?P<tag>(?:[A-Za-z_]\w*)?)\$.*?\$(?P=tag)\$
    | ;
    """,
    re.VERBOSE | re.DOTALL,
)
"""What a semicolon ends nothing in, and the semicolon that ends a statement."""


class Statement(Struct, frozen=True):
    """A statement, and the line of the file on which it begins, from one."""

    text: str
    line: int


def statements(script: str) -> Iterator[Statement]:
    """The statements of a script, one by one, each with the comments before it."""
    begins = 0
    ends = [match.end() for match in _PIECE.finditer(script) if match[0] == _END]
    for end in (*ends, len(script)):
        text = script[begins:end]
        if _PIECE.sub("", text).strip():
            yield Statement(text, script[:begins].count("\n") + 1)
        begins = end


class MigrationFailed(Exception):
    """The database could not be brought to the schema that this version needs."""


class ServerOutdated(MigrationFailed):
    """The database has gone on to what a server as old as this one cannot read or write."""

    def __init__(self, needs: int, known: int) -> None:
        super().__init__(
            f"The database needs a newer server: one that knows step {needs}, and this one knows "
            f"{known}. Start the newer version."
        )


class DatabaseUnready(MigrationFailed):
    """The database is unavailable, or another server migrates it; a retry may succeed."""


class _Migration(Struct, frozen=True):
    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def needs(self) -> int:
        """The number of the file that a server has to know to work after this one; 0 for any."""
        found = _NEEDS.search(self.text)
        return int(found[1]) if found else 0


def _quiet(_sentence: str) -> None:
    pass


async def migrate(url: str, folder: Path, say: Say = _quiet) -> list[str]:
    """Apply the missing files, each in a transaction, and return their names.

    Several processes may migrate at once, because a lock serialises them. A database that is ahead
    of the files stays as it is; raises ServerOutdated if it needs a newer server. Progress is
    reported, for a new database only if a step is slow.
    """
    migrations = _read(folder)
    async with _connected(url) as connection:
        return await _apply_missing(connection, migrations, say)


@cache
def known_steps(folder: Path) -> int:
    """Return the number of the last file, which is what a server knows of the tables."""
    return len(_read(folder))


async def missing(url: str, folder: Path) -> list[str]:
    """Return the names of the files that are not applied yet."""
    async with _connected(url) as connection:
        pending = _missing(_read(folder), await _applied_checksums(connection))
    return [migration.name for migration in pending]


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Yield a connection. Raises MigrationFailed, or DatabaseUnready if a retry helps."""
    async with answering():
        connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
        try:
            yield connection
        finally:
            await connection.close(timeout=CONNECT_SECONDS)


@asynccontextmanager
async def answering() -> AsyncIterator[None]:
    """Convert errors of a connection into MigrationFailed, or DatabaseUnready if a retry helps."""
    try:
        yield
    except ValueError:
        # The message of the ValueError quotes the address with its password.
        raise MigrationFailed(_NO_ADDRESS) from None
    except (*AWAY, asyncpg.InterfaceError) as lost:
        raise DatabaseUnready(f"The database does not answer: {str(lost) or repr(lost)}.") from lost
    except asyncpg.PostgresError as refused:
        raise MigrationFailed(f"The database does not answer: {refused}.") from refused


def _read(folder: Path) -> list[_Migration]:
    migrations: list[_Migration] = []
    for path in sorted(set(folder.glob("*.sql")) - {folder / _NO_MIGRATION}):
        match = _NAME.match(path.name)
        if match is None or int(match[1]) != len(migrations) + 1:
            raise MigrationFailed(
                f"{path.name} is not {len(migrations) + 1:04d}_some_name.sql, the next in order."
            )
        migrations.append(_Migration(int(match[1]), path.name, path.read_text()))
    return migrations


async def _apply_missing(
    connection: asyncpg.Connection, migrations: Sequence[_Migration], say: Say
) -> list[str]:
    """Apply the missing files; return the names of those that no other process applied first."""
    names: list[str] = []
    needs, known = await _needed(connection), len(migrations)
    if needs > known:
        raise ServerOutdated(needs, known)
    pending = _missing(migrations, await _applied_checksums(connection))
    is_new = len(pending) == len(migrations)
    if pending and not is_new:
        say(f"The database is brought up to date: {len(pending)} of {len(migrations)} steps.")
    while pending:
        step, total = pending[0], len(migrations)
        name = f"Step {step.number} of {total}, {step.name}"
        async with _report_step(name, _quiet if is_new else say, say):
            is_applied = await _apply(connection, step)
        if is_applied:
            names.append(step.name)
        pending = _missing(migrations, await _applied_checksums(connection))
    return names


@asynccontextmanager
async def _report_step(step: str, say: Say, say_if_long: Say) -> AsyncIterator[None]:
    """Report the begin of a step, how long it took, and from time to time that it goes on."""
    began = time.monotonic()
    say(f"{step} ...")

    async def remind() -> None:
        while True:
            await asyncio.sleep(_REMINDER_SECONDS)
            say_if_long(f"{step}: {time.monotonic() - began:.0f} seconds so far ...")

    reminding = asyncio.create_task(remind())
    try:
        yield
    finally:
        reminding.cancel()
    say(f"{step}: done in {time.monotonic() - began:.1f} seconds.")


async def _applied_checksums(connection: asyncpg.Connection) -> dict[int, str]:
    """Return the checksums of the applied files, by number."""
    if await connection.fetchval("SELECT to_regclass('migrations') IS NULL"):
        return {}
    rows = await connection.fetch("SELECT number, checksum FROM migrations")
    return {row["number"]: row["checksum"] for row in rows}


async def _needed(connection: asyncpg.Connection) -> int:
    """Return the number of the file that a server has to know; 0 before any was needed."""
    if not await connection.fetchval(_HAS_NEEDS):
        return 0
    return int(await connection.fetchval(NEEDED_STEP))


def _missing(migrations: Sequence[_Migration], checksums: Mapping[int, str]) -> list[_Migration]:
    for migration in migrations:
        if checksums.get(migration.number, migration.checksum) != migration.checksum:
            raise MigrationFailed(
                f"{migration.name} was changed after it was applied; add a new file instead."
            )
    return [migration for migration in migrations if migration.number not in checksums]


async def _apply(connection: asyncpg.Connection, migration: _Migration) -> bool:
    """Apply and register a migration in one transaction; return false if it was registered."""
    async with connection.transaction():
        await _take_turn(connection)
        await connection.execute(_REGISTER)
        if await connection.fetchval(_IS_APPLIED, migration.number):
            return False
        await _send(connection, migration)
        await connection.execute(
            "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)",
            migration.number,
            migration.name,
            migration.checksum,
        )
        if migration.needs:
            await connection.execute(_NOTE_NEEDS, migration.number, migration.needs)
    return True


async def _send(connection: asyncpg.Connection, migration: _Migration) -> None:
    """Send the statements of a file one by one, as Citus requires."""
    for statement in statements(migration.text):
        try:
            await connection.execute(statement.text)
        except AWAY:
            raise
        except asyncpg.PostgresError as failed:
            raise MigrationFailed(
                f"{migration.name} failed: {_reason(failed, statement)}"
            ) from failed


async def _take_turn(connection: asyncpg.Connection) -> None:
    """Take the lock on migrations until the transaction ends. Raises DatabaseUnready."""
    # A lock of the session would stay behind in a pooler. The blocking form deadlocks with CREATE
    # INDEX CONCURRENTLY.
    until = time.monotonic() + _TURN_SECONDS
    while not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK):
        if time.monotonic() > until:
            process = await connection.fetchval(_WHOSE_TURN, _LOCK)
            raise DatabaseUnready(
                "Another server is changing the tables of this database "
                f"(process {process} of PostgreSQL)."
            )
        await asyncio.sleep(0.05)


def _reason(error: asyncpg.PostgresError, statement: Statement) -> str:
    position = getattr(error, "position", None)
    if not position:
        return str(error)
    line = statement.line + statement.text[: int(position)].count("\n")
    return f"{error} (line {line})"
