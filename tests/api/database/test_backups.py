"""A backup holds all, and whoever goes back to it plays on."""

import asyncio
import io
import os
import stat
from pathlib import Path

import asyncpg
import pytest
from uuid_utils.compat import uuid7

from pitchkeeper.database import backups, migrator
from pitchkeeper.database.backups import BackupFailed
from pitchkeeper.database.migrator import MigrationFailed
from pitchkeeper.settings import MIGRATIONS
from tests.support import apps, tables
from tests.support.databases import copy_database, fetch, fetchval, open_pool
from tests.support.older_versions import keep_as_before, upgrade
from tests.support.phones import Device, Json
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE


def quiet(_sentence: str) -> None:
    """Say nothing of how far it has come."""


async def save(url: str, folder: Path) -> Path:
    """A backup of a database."""
    file = folder / "friday.backup"
    await asyncio.to_thread(backups.save, url, file, quiet)
    return file


async def restore(url: str, file: Path, *, replace: bool = False) -> None:
    """Go back to a backup."""
    await asyncio.to_thread(backups.restore, url, file, quiet, replace=replace)


async def test_what_takes_long_says_how_far_it_has_come(
    database_url: str, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when all is sent, and the last index is what takes long."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        """
        CREATE FUNCTION slow(x int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
        $$BEGIN PERFORM pg_sleep(1); RETURN x; END$$;
        CREATE TABLE zzz AS SELECT 1 AS x;
        CREATE INDEX zzz_slow ON zzz (slow(x));
        """
    )
    await connection.close()
    monkeypatch.setattr(backups, "_QUIET", 0.1)
    lines: list[str] = []
    file = tmp_path / "friday.backup"
    await asyncio.to_thread(backups.save, database_url, file, lines.append)
    await asyncio.to_thread(backups.restore, empty_url, file, lines.append)
    assert "All is sent; PostgreSQL makes the indexes ..." in lines
    assert lines[-1].startswith("All is as it was saved")
    parts = io.BytesIO(b"a" * 5_000_000)
    monkeypatch.setattr(backups, "_QUIET", 0.0)
    lines.clear()
    assert b"".join(backups._read_with_progress(parts, lines.append, "saved")) == parts.getvalue()
    assert [lines[0], lines[-1]] == ["1.0 MB saved ...", "5.0 MB saved ..."]


async def test_the_shards_of_a_cluster_are_left_to_it(
    database_url: str, empty_url: str, tmp_path: Path
) -> None:
    """A coordinator shows them as tables, and returns what is in them by their table."""
    for url in (database_url, empty_url):
        await fetch(url, "CREATE TABLE hands_102008 AS SELECT current_database()")
    await restore(empty_url, await save(database_url, tmp_path))
    content = await fetchval(empty_url, "SELECT * FROM hands_102008")
    assert content == await fetchval(empty_url, "SELECT current_database()")
    assert await fetchval(empty_url, "SELECT count(*) FROM hands") == 0


async def test_who_goes_back_plays_on(
    phone: Device, match: Json, database_url: str, empty_url: str, tmp_path: Path
) -> None:
    path = tables.path(match)
    await phone.put(tables.path(match, 1), json=FOUR_TO_NONE)
    before = (await phone.get(path)).json()
    file = await save(database_url, tmp_path)
    await phone.put(tables.path(match, 2), json=THREE_TO_ONE)
    await restore(empty_url, file)
    async with (
        apps.living(empty_url) as app,
        apps.signed_in(app, "127.0.0.1", phone.headers["authorization"]) as again,
    ):
        assert (await again.get(path)).json() == before
        answer = await again.put(tables.path(match, 2), json=FOUR_TO_NONE)
        assert answer.json()["number"] == 2, answer.text
        assert (await again.get(path)).json()["scores"] != before["scores"]


async def test_what_a_restored_database_keeps_can_be_saved_and_restored_again(
    phone: Device, match: Json, database_url: str, server: str, template: str, tmp_path: Path
) -> None:
    file = await save(database_url, tmp_path)
    for _ in range(2):
        async with copy_database(server, template) as url:
            await restore(url, file)
            file = await save(url, tmp_path)
            assert await titles(url) == await titles(database_url)


async def titles(url: str) -> list[asyncpg.Record]:
    """The matches of a database."""
    return await fetch(url, "SELECT * FROM matches ORDER BY match_id")


async def test_a_backup_of_an_older_version_is_brought_up_to_date(
    empty_url: str, server: str, template: str, tmp_path: Path
) -> None:
    match_id, owner = uuid7(), uuid7()
    old = tmp_path / "migrations"
    old.mkdir()
    await upgrade(empty_url, old, 3)
    pool = await open_pool(empty_url)
    await keep_as_before(pool, match_id, owner)
    await pool.close()
    file = await save(empty_url, tmp_path)
    async with copy_database(server, template) as url:
        # A newer schema is there already, of which nothing may be left between the old.
        await restore(url, file)
        async with apps.living(url):
            assert [row["match_id"] for row in await titles(url)] == [match_id]


async def test_only_its_owner_reads_a_backup(database_url: str, tmp_path: Path) -> None:
    file = await save(database_url, tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == [file.name]  # noqa: PTH208


async def test_what_people_keep_is_given_up_only_by_who_says_so(
    phone: Device, match: Json, database_url: str, server: str, template: str, tmp_path: Path
) -> None:
    file = await save(database_url, tmp_path)
    async with copy_database(server, template) as url:
        await restore(url, file)
        with pytest.raises(BackupFailed, match="REPLACE=yes"):
            await restore(url, file)
        await restore(url, file, replace=True)
        assert await titles(url) == await titles(database_url)


async def test_nothing_is_replaced_while_a_server_runs(
    phone: Device, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await save(database_url, tmp_path)
    monkeypatch.setattr(backups, "_PAUSE", 0.0)
    with pytest.raises(BackupFailed, match="in use"):
        await restore(database_url, file, replace=True)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.95])
async def test_a_file_that_is_cut_short_replaces_nothing(
    phone: Device,
    match: Json,
    database_url: str,
    server: str,
    template: str,
    tmp_path: Path,
    share: float,
) -> None:
    file = await save(database_url, tmp_path)
    cut = tmp_path / "cut.backup"
    cut.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    async with copy_database(server, template) as url:
        await restore(url, file)
        with pytest.raises(BackupFailed):
            await restore(url, cut, replace=True)
        assert await titles(url) == await titles(database_url)


async def test_a_place_that_cannot_be_written_is_named(database_url: str, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "friday.backup"
    with pytest.raises(BackupFailed, match="nowhere"):
        await asyncio.to_thread(backups.save, database_url, missing, quiet)
    with pytest.raises(BackupFailed, match="nowhere"):
        await restore(database_url, missing)


async def test_a_database_that_does_not_answer_is_no_traceback(tmp_path: Path) -> None:
    nobody = "postgresql://ann:secret@127.0.0.1:9/none"
    with pytest.raises(BackupFailed) as error:
        await asyncio.to_thread(backups.save, nobody, tmp_path / "friday.backup", quiet)
    assert "secret" not in str(error.value)
    assert os.listdir(tmp_path) == []  # noqa: PTH208


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:S3/cret@127.0.0.1:9/none",
        "postgresql://ann:S3#cret@127.0.0.1:9/none",
        "postgresql://ann:S3?cret@127.0.0.1:9/none",
        "postgresql://ann:S3[cret@127.0.0.1:9/none",
        "postgresql://127.0.0.1:9/none?user=ann&password=S3cret",
        "mysql://ann:S3cret@127.0.0.1:9/none",
        "host=127.0.0.1 port=9 user=ann password=S3cret",
    ],
)
async def test_nobody_is_told_the_password_of_an_address(address: str, tmp_path: Path) -> None:
    """Also where it was not written as in a link, so that it is taken for something else."""
    file = tmp_path / "friday.backup"
    with pytest.raises(BackupFailed) as error:
        await asyncio.to_thread(backups.save, address, file, quiet)
    file.touch()
    with pytest.raises(BackupFailed) as unrestored:
        await restore(address, file)
    with pytest.raises(MigrationFailed) as unmigrated:
        await migrator.migrate(address, MIGRATIONS)
    for refusal in (error, unrestored, unmigrated):
        assert "S3" not in str(refusal.value)
        assert "cret" not in str(refusal.value)


def test_the_programs_of_postgresql_get_no_password_where_others_see_it() -> None:
    for address in (
        "postgresql://ann:S3%2Fcret@/none?host=%2Ftmp%2Fa%20b&sslmode=disable",
        "postgresql://ann@/none?host=%2Ftmp%2Fa%20b&password=S3%2Fcret&sslmode=disable",
    ):
        assert backups.split_password(address) == (
            "postgresql://ann@/none?host=%2Ftmp%2Fa%20b&sslmode=disable",
            "S3/cret",
        )
    several = "postgresql://ann:x@db1,db2:5433/none?target_session_attrs=primary"
    assert backups.split_password(several) == (several.replace(":x", ""), "x")


async def test_of_two_backups_at_once_to_one_place_each_is_whole(
    phone: Device, match: Json, database_url: str, server: str, template: str, tmp_path: Path
) -> None:
    await asyncio.gather(*(save(database_url, tmp_path) for _ in range(3)))
    assert os.listdir(tmp_path) == ["friday.backup"]  # noqa: PTH208
    async with copy_database(server, template) as url:
        await restore(url, tmp_path / "friday.backup")
        assert await titles(url) == await titles(database_url)


async def test_a_file_is_never_taken_for_an_option(
    database_url: str, server: str, template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await save(database_url, tmp_path)
    file.rename(tmp_path / "--list")
    monkeypatch.chdir(tmp_path)
    async with copy_database(server, template) as url:
        await restore(url, Path("--list"))
        assert await titles(url) == await titles(database_url)


async def test_a_forged_file_runs_no_program_of_whoever_restores_it(
    database_url: str, pool: "asyncpg.Pool[asyncpg.Record]", empty_url: str, tmp_path: Path
) -> None:
    """A backup is a script, and psql would take what stands in it behind a backslash as its own."""
    trace = tmp_path / "trace"
    forgery = f"';\n\\! touch {trace}\n--"
    await pool.execute(f"COMMENT ON TABLE devices IS '{'A' * len(forgery)}'")
    file = await save(database_url, tmp_path)
    content = file.read_bytes()
    assert content.count(b"A" * len(forgery)) == 1
    file.write_bytes(content.replace(b"A" * len(forgery), forgery.encode()))
    with pytest.raises(BackupFailed):
        await restore(empty_url, file)
    assert not trace.exists()
    assert await fetchval(empty_url, "SELECT to_regclass('devices')") is None
