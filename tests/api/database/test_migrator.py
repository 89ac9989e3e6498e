"""Migrations are applied once, whole or not at all."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from pitchkeeper.database import migrator
from pitchkeeper.database.migrator import DatabaseUnready, MigrationFailed, ServerOutdated, migrate
from pitchkeeper.settings import MIGRATIONS, ROOT
from tests.support.databases import fetch, fetchval

FILES = sorted(path.name for path in MIGRATIONS.glob("0*.sql"))


def folder(path: Path, *texts: str) -> Path:
    for number, text in enumerate(texts, start=1):
        (path / f"{number:04d}_step.sql").write_text(text)
    return path


async def tables(url: str) -> set[str]:
    rows = await fetch(
        url,
        "SELECT relname FROM pg_class "
        "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    return {row["relname"] for row in rows}


async def test_each_file_is_applied_once(empty_url: str) -> None:
    assert await migrate(empty_url, MIGRATIONS) == FILES
    assert await migrate(empty_url, MIGRATIONS) == []


async def test_an_update_says_how_far_it_has_come(empty_url: str, tmp_path: Path) -> None:
    """A new database is made in a second, and nobody need hear of its steps."""
    lines: list[str] = []
    await migrate(empty_url, folder(tmp_path, "SELECT 1;"), lines.append)
    assert lines == []
    await migrate(empty_url, folder(tmp_path, *["SELECT 1;"] * 3), lines.append)
    assert [re.sub(r"[0-9.]+ seconds", "_ seconds", line) for line in lines] == [
        "The database is brought up to date: 2 of 3 steps.",
        "Step 2 of 3, 0002_step.sql ...",
        "Step 2 of 3, 0002_step.sql: done in _ seconds.",
        "Step 3 of 3, 0003_step.sql ...",
        "Step 3 of 3, 0003_step.sql: done in _ seconds.",
    ]
    lines.clear()
    await migrate(empty_url, tmp_path, lines.append)
    assert lines == []


async def test_a_step_that_takes_long_says_so(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrator, "_REMINDER_SECONDS", 0.05)
    lines: list[str] = []
    await migrate(empty_url, folder(tmp_path, "SELECT pg_sleep(0.5);"), lines.append)
    assert lines[0] == "Step 1 of 1, 0001_step.sql: 0 seconds so far ..."
    assert {line.endswith("seconds so far ...") for line in lines} == {True}


async def test_four_processes_at_once_apply_each_file_once(empty_url: str) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; "
        "from pitchkeeper.database.migrator import migrate; "
        "print(*asyncio.run(migrate(sys.argv[1], Path(sys.argv[2]))))"
    )
    processes_ = [
        subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-c", code, empty_url, str(MIGRATIONS)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    outputs = await asyncio.gather(
        *(asyncio.to_thread(process.communicate) for process in processes_)
    )
    assert [process.returncode for process in processes_] == [0, 0, 0, 0]
    assert sorted(name for out, _ in outputs for name in out.split()) == FILES


async def test_a_failing_file_leaves_nothing_and_says_why(empty_url: str, tmp_path: Path) -> None:
    bad_folder = folder(tmp_path, "CREATE TABLE a (x int);", "CREATE TABLE b (x int);\nSELECT y;")
    with pytest.raises(MigrationFailed, match=r'0002_step.sql failed: column "y" .* \(line 2\)'):
        await migrate(empty_url, bad_folder)
    assert await tables(empty_url) == {"migrations", "a"}


async def test_statements_are_sent_one_by_one(empty_url: str, tmp_path: Path) -> None:
    """For Citus takes no two of them at once."""
    tables = "CREATE TABLE a (x text DEFAULT current_query()); -- Ours; not yours.\n"
    await migrate(empty_url, folder(tmp_path, f"{tables}INSERT INTO a DEFAULT VALUES;\n-- Done;"))
    value = await fetchval(empty_url, "SELECT x FROM a")
    assert value == " -- Ours; not yours.\nINSERT INTO a DEFAULT VALUES;"


def test_only_a_semicolon_between_statements_ends_one() -> None:
    ones = [
        "SELECT 'it''s; '';';",
        "SELECT E'\\';' AS \"a;b\";",
        "/* one; */ SELECT 1; ",
        "DO $$ BEGIN PERFORM $x$;$x$; END $$;",
        "CREATE FUNCTION f(int) RETURNS int LANGUAGE sql AS $of_f$ SELECT $1; $$;$$ $of_f$;",
        "SELECT $1;",
    ]
    text = "\n".join(ones)
    statements = list(migrator.statements(f"{text}\n;\n-- The end;\n"))
    assert [statement.text.strip() for statement in statements] == [
        statement.strip() for statement in ones
    ]
    assert [text.split("\n")[statement.line - 1] for statement in statements[:1]] == ones[:1]


async def test_what_spreads_tables_is_no_migration(empty_url: str, tmp_path: Path) -> None:
    (tmp_path / "distribute.sql").write_text("SELECT create_distributed_table('a', 'x');")
    assert await migrate(empty_url, folder(tmp_path, "CREATE TABLE a (x int);")) == [
        "0001_step.sql"
    ]


async def test_an_edited_file_is_refused(empty_url: str, tmp_path: Path) -> None:
    await migrate(empty_url, folder(tmp_path, "CREATE TABLE a (x int);"))
    with pytest.raises(MigrationFailed, match="was changed after it was applied"):
        await migrate(empty_url, folder(tmp_path, "CREATE TABLE a (x bigint);"))


async def test_a_gap_in_the_numbers_is_refused(empty_url: str, tmp_path: Path) -> None:
    (tmp_path / "0002_step.sql").write_text("SELECT 1;")
    with pytest.raises(MigrationFailed, match=r"0001_some_name\.sql"):
        await migrate(empty_url, tmp_path)


async def test_a_number_that_is_used_twice_is_refused(empty_url: str, tmp_path: Path) -> None:
    for name in ("0001_one.sql", "0001_two.sql"):
        (tmp_path / name).write_text("CREATE TABLE a (x int);")
    with pytest.raises(MigrationFailed, match=r"^0001_two\.sql is not 0002"):
        await migrate(empty_url, tmp_path)
    assert await tables(empty_url) == set()


async def test_a_database_that_is_ahead_is_left_alone(empty_url: str, tmp_path: Path) -> None:
    await migrate(empty_url, folder(tmp_path, "CREATE TABLE a (x int);", "CREATE TABLE b ();"))
    (tmp_path / "0002_step.sql").unlink()
    assert await migrate(empty_url, tmp_path) == []
    assert "b" in await tables(empty_url)


async def test_a_server_says_that_its_database_needs_a_newer_one(
    empty_url: str, tmp_path: Path
) -> None:
    """It neither starts nor, running since before, is ready; one that knows the step does both."""
    register = (MIGRATIONS / FILES[35]).read_text()
    later = (
        "-- Lets go of what nobody reads any more.\n-- Needs 0002: it has read less since then.\n"
    )
    new = folder(
        tmp_path, "CREATE TABLE a (x int);", "SELECT 2;", register, later + "DROP TABLE a;"
    )
    assert len(await migrate(empty_url, new)) == 4
    (tmp_path / "0004_step.sql").unlink()
    assert await migrate(empty_url, tmp_path) == []
    for number in (3, 2):
        (tmp_path / f"000{number}_step.sql").unlink()
    with pytest.raises(ServerOutdated, match="knows step 2, and this one knows 1"):
        await migrate(empty_url, tmp_path)


TAKES_AWAY = re.compile(
    r"\bDROP (?:TABLE|COLUMN)\b|\bRENAME\b|\bSET NOT NULL\b|\bTYPE\b|\bADD CONSTRAINT\b"
)


def test_a_step_that_takes_away_names_what_a_server_has_to_know() -> None:
    """Old servers go on beside new ones, until a step says that they cannot."""
    for migration in migrator._read(MIGRATIONS)[36:]:
        text = re.sub(r"--[^\n]*", "", migration.text)
        assert migration.needs or not TAKES_AWAY.search(text), migration.name
        assert migration.needs < migration.number, migration.name


async def test_no_database_is_said_plainly() -> None:
    with pytest.raises(MigrationFailed, match="does not answer"):
        await migrate("postgresql://nobody@127.0.0.1:1/none", MIGRATIONS)


async def test_whoever_waits_for_another_is_told_whom(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrator, "_TURN_SECONDS", 0.2)
    busy = await asyncpg.connect(empty_url)
    async with busy.transaction():
        await busy.execute("SELECT pg_advisory_xact_lock($1)", migrator._LOCK)
        process = await busy.fetchval("SELECT pg_backend_pid()")
        with pytest.raises(DatabaseUnready, match=rf"\(process {process} of PostgreSQL\)"):
            await migrate(empty_url, MIGRATIONS)
    await busy.close()
    assert await migrate(empty_url, MIGRATIONS) == FILES


async def test_nothing_is_locked_once_it_is_done(empty_url: str) -> None:
    """Not even for a connection that goes on: a pooler would hand the lock to somebody else."""
    connection = await asyncpg.connect(empty_url)
    await migrator._apply_missing(connection, migrator._read(MIGRATIONS), print)
    assert (
        await connection.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0
    )
    await connection.close()
