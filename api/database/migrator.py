"""Migrations: numbered SQL files, each applied once, forward only."""

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Final

import asyncpg
from msgspec import Struct

_LOCK: Final = 0x50495443
_NAME: Final = re.compile(r"^(\d{4})_[a-z0-9_]+\.sql$")
_REGISTER: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number int NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT migrations_applied_once PRIMARY KEY (number)
)
"""


class MigrationFailed(Exception):
    """The database could not be brought to the schema that this version needs."""


class _Migration(Struct, frozen=True):
    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


async def migrate(url: str, folder: Path) -> list[str]:
    """Apply what is missing, one transaction a file; the names of the files applied.

    Several processes may do this at once: they take turns. A database that is ahead of the
    files is left as it is.
    """
    migrations = _read(folder)
    try:
        connection = await asyncpg.connect(url)
    except (OSError, asyncpg.PostgresError) as refused:
        raise MigrationFailed(f"The database does not answer: {refused}") from refused
    try:
        await _take_turn(connection)
        return [name for migration in migrations if (name := await _apply(connection, migration))]
    finally:
        await connection.close()


def _read(folder: Path) -> list[_Migration]:
    migrations: list[_Migration] = []
    for path in sorted(folder.glob("*.sql")):
        match = _NAME.match(path.name)
        if match is None or int(match[1]) != len(migrations) + 1:
            raise MigrationFailed(
                f"{path.name} is not {len(migrations) + 1:04d}_some_name.sql, the next in order."
            )
        migrations.append(_Migration(int(match[1]), path.name, path.read_text()))
    return migrations


async def _take_turn(connection: asyncpg.Connection) -> None:
    # The blocking form of the lock deadlocks with CREATE INDEX CONCURRENTLY.
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await connection.execute(_REGISTER)


async def _apply(connection: asyncpg.Connection, migration: _Migration) -> str | None:
    """Apply a migration and write that down, both or neither; None if it was there already."""
    applied = await connection.fetchrow(
        "SELECT name, checksum FROM migrations WHERE number = $1", migration.number
    )
    if applied is not None:
        if applied["checksum"] != migration.checksum:
            raise MigrationFailed(
                f"{migration.name} was changed after it was applied; add a new file instead."
            )
        return None
    try:
        async with connection.transaction():
            await connection.execute(migration.text)
            await connection.execute(
                "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)",
                migration.number,
                migration.name,
                migration.checksum,
            )
    except asyncpg.PostgresError as failed:
        raise MigrationFailed(f"{migration.name} failed: {_reason(failed, migration)}") from failed
    return migration.name


def _reason(failed: asyncpg.PostgresError, migration: _Migration) -> str:
    position = getattr(failed, "position", None)
    if not position:
        return str(failed)
    line = migration.text[: int(position)].count("\n") + 1
    return f"{failed} (line {line})"
