"""Backups: save a database to one file, and restore it.

The programs of the embedded PostgreSQL write and read the file, also for another database. A
backup is a snapshot, and the server may run meanwhile. A restore replaces everything or nothing.
"""

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile, mkstemp
from threading import Event, Thread
from typing import IO, Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

import asyncpg

from pitchkeeper.database import cluster, migrator
from pitchkeeper.database.migrator import MigrationFailed

_CHUNK: Final = 1 << 20
_QUIET: Final = 3.0
"""Seconds before the first report of progress, and between two reports."""
_SHARDS: Final = "*_[0-9]*"
"""The names of shards of a cluster: that of their table, with a number."""
_REPLACED: Final = rb"""
BEGIN;
-- One by one, because the schema may hold the extension of a cluster too; a table takes its shards.
DO $$DECLARE held text;
BEGIN
    FOR held IN
        SELECT 'TABLE ' || oid::regclass
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname !~ '_\d+$'
        UNION ALL
        SELECT 'FUNCTION ' || oid::regprocedure
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
        EXECUTE 'DROP ' || held || ' CASCADE';
    END LOOP;
END$$;
"""
_OTHERS: Final = r"""
SELECT count(*)
FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    -- What the nodes of a cluster ask one another.
    AND application_name NOT LIKE 'citus\_%'
"""
_PAUSE: Final = 0.2
_LOOKS: Final = 10
"""How often to look again whether a database is in use, with a pause before each."""
_UNKNOWN: Final = b"SET transaction_timeout"
"""How a line begins that PostgreSQL 16 and older do not know."""
_FIELD: Final = "password"
_PREAMBLE: Final = 4096
"""Bytes of a backup's script within which that line stands, before any row."""


class BackupFailed(Exception):
    """A backup or restore failed; nothing has changed."""


def save(url: str, file: Path, say: Callable[[str], None]) -> None:
    """Write a database to a file, which appears once it is complete."""
    options = (
        *("--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data"),
        # The coordinator of a cluster returns the rows of all its servers as its own.
        *(f"--exclude-table={_SHARDS}", "--exclude-extension=citus*"),
    )
    asyncio.run(_look(url))
    try:
        # A name that nobody knows beforehand, and for us alone: whoever reads it reads everybody's
        # names, and another backup may be on its way to the same place.
        descriptor, name = mkstemp(".unfinished", f"{file.name}.", file.parent)
        partial_path = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file_out:
                with _program("pg_dump", *options, url=url) as (_, script):
                    file_out.writelines(_read_with_progress(script, say, "saved"))
                file_out.flush()
                os.fsync(file_out.fileno())
            partial_path.rename(file)
        finally:
            partial_path.unlink(missing_ok=True)
    except OSError as failed:
        raise BackupFailed(f"{file} cannot be written: {failed.strerror}.") from failed
    say(f"{file} holds all that is kept ({_size(file.stat().st_size)}).")


def restore(url: str, file: Path, say: Callable[[str], None], *, replace: bool = False) -> None:
    """Replace the database's contents with a backup.

    Raises BackupFailed for a database with devices unless `replace` is set. The server migrates it
    on start, because the backup may be of an older version.
    """
    if not file.is_file():
        raise BackupFailed(f"There is no file {file}.")
    asyncio.run(_check(url, replace=replace))
    _replay(url, file, say)
    say(f"All is as it was saved in {file}; start the server.")


async def _connect(url: str) -> asyncpg.Connection:
    """Return a connection. Raises BackupFailed with a message without the password."""
    try:
        async with migrator.answering():
            return await asyncpg.connect(url)
    except MigrationFailed as failed:
        raise BackupFailed(str(failed)) from failed


async def _look(url: str) -> None:
    """Raise BackupFailed if the database does not answer."""
    await (await _connect(url)).close()


async def _check(url: str, *, replace: bool) -> None:
    """Raise BackupFailed for a database in use, or with contents that may not be replaced."""
    connection = await _connect(url)
    try:
        # PostgreSQL takes a moment to notice that a server has stopped.
        looks = _LOOKS
        while (others := await connection.fetchval(_OTHERS)) and looks:
            looks -= 1
            await asyncio.sleep(_PAUSE)
        is_made = await connection.fetchval("SELECT to_regclass('devices') IS NOT NULL")
        is_used = is_made and await connection.fetchval("SELECT EXISTS (SELECT 1 FROM devices)")
    finally:
        await connection.close()
    if others:
        raise BackupFailed("The database is in use: stop every server on it first (Ctrl-C).")
    if is_used and not replace:
        raise BackupFailed(
            "The database keeps matches of somebody already. Back them up, and then say "
            "REPLACE=yes to give them up for those of the file."
        )


def _replay(url: str, file: Path, say: Callable[[str], None]) -> None:
    """Replace everything by the script of a backup, in one transaction."""
    bare = ("--no-owner", "--no-privileges", "--file=-", str(file.absolute()))
    quiet = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    # Once all is sent the indexes are still made, which may take longer than all before.
    waiting = _Reminder(say, "All is sent; PostgreSQL makes the indexes ...")
    # A client that has ended says itself why.
    with (
        closing(waiting),
        _program("psql", *quiet, url=url) as (client, _),
        suppress(BrokenPipeError),
    ):
        client.write(_REPLACED)
        with _program("pg_restore", *bare) as (_, script):
            chunks = _read_with_progress(script, say, "restored")
            client.write(_without_unknown(next(chunks, b"")))
            client.writelines(chunks)
        # Only here has the script come to its end; without this nothing has happened.
        client.write(b"COMMIT;\n")
        waiting.begin()


class _Reminder:
    """Prints a sentence from time to time, from `begin` to `close`."""

    def __init__(self, say: Callable[[str], None], sentence: str) -> None:
        self._say = say
        self._sentence = sentence
        self._is_over = Event()
        self._thread = Thread(target=self._remind, daemon=True)

    def begin(self) -> None:
        """Start printing, the first time after a pause."""
        self._thread.start()

    def close(self) -> None:
        """Stop printing."""
        self._is_over.set()

    def _remind(self) -> None:
        while not self._is_over.wait(_QUIET):
            self._say(self._sentence)


def _without_unknown(chunk: bytes) -> bytes:
    lines = chunk[:_PREAMBLE].split(b"\n")
    known_lines = [line for line in lines if not line.startswith(_UNKNOWN)]
    return b"\n".join(known_lines) + chunk[_PREAMBLE:]


@contextmanager
def _program(
    name: str, *arguments: str, url: str | None = None
) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Run a program of PostgreSQL and yield its input and output. Raises BackupFailed.

    The password is in its otherwise minimal environment, because every user of the machine can see
    the arguments of a process.
    """
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}
    if url is not None:
        bare, environment["PGPASSWORD"] = split_password(url)
        arguments = (*arguments, f"--dbname={bare}")
    with TemporaryFile() as complaints:
        process = subprocess.Popen(  # noqa: S603  # nosec B603
            [cluster.binaries() / name, *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        pipes = process.stdin, process.stdout
        try:
            yield pipes  # type: ignore[misc]
        except BaseException:
            process.kill()
            raise
        finally:
            for pipe in pipes:
                with suppress(BrokenPipeError):
                    pipe.close()  # type: ignore[union-attr]
            process.wait()
        if process.returncode:
            complaints.seek(0)
            error_lines = complaints.read().decode(errors="replace").strip().splitlines()
            raise BackupFailed(
                error_lines[0] if error_lines else f"{name} ended with {process.returncode}."
            )


def split_password(url: str) -> tuple[str, str]:
    """Return an address without its password, and the password."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    parameters = parse_qsl(parts.query)
    query = urlencode(
        [parameter for parameter in parameters if parameter[0] != _FIELD], quote_via=quote
    )
    bare = parts._replace(netloc=f"{name}{at}{hosts}", query=query).geturl()
    return bare, unquote(password) or dict(parameters).get(_FIELD, "")


def _read_with_progress(
    source: IO[bytes], say: Callable[[str], None], done: str
) -> Iterator[bytes]:
    """Yield the chunks of a file, and report from time to time how many bytes came."""
    count, last = 0, time.monotonic()
    while chunk := source.read(_CHUNK):
        yield chunk
        count += len(chunk)
        if time.monotonic() - last >= _QUIET:
            last = time.monotonic()
            say(f"{_size(count)} {done} ...")


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB" if count >= 1_000_000 else f"{count // 1000} kB"
