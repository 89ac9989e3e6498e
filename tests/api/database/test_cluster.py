"""The embedded server: shared, restarted after a kill, stopped by the last to leave."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import pytest

from pitchkeeper.database import cluster
from pitchkeeper.database.cluster import ClusterFailed
from pitchkeeper.settings import ROOT
from tests.support.clusters import (
    end_of,
    hold,
    is_running,
    left_by_killed,
    postmaster,
    release,
    wait_for_address,
)
from tests.support.databases import fetch, fetchval


async def answers(url: str) -> bool:
    return bool(await fetchval(url, "SELECT true"))


async def is_answered(url: str) -> bool:
    """Return whether the server answers now, dead, starting or alive."""
    try:
        return await answers(url)
    except (OSError, asyncpg.PostgresError):
        return False


async def test_two_share_one_server_and_the_last_stops_it(state: Path) -> None:
    with cluster.run(state, durable=False) as url:
        second = hold(state)
        assert wait_for_address(second) == url
        server = postmaster(state)
        release(second)
        assert await answers(url)
    await end_of(server)


async def test_what_a_killed_process_leaves_is_used_again(state: Path) -> None:
    server = left_by_killed(state)
    assert is_running(server)
    with cluster.run(state, durable=False) as url:
        assert postmaster(state) == server
        assert await answers(url)
    await end_of(server)


async def test_what_a_killed_older_version_leaves_is_started_anew(state: Path) -> None:
    server = left_by_killed(state)
    (state / "postgres/data/pitchkeeper.conf").write_text("timezone = 'UTC'\n")
    with cluster.run(state, durable=False) as url:
        assert postmaster(state) != server
        assert await answers(url)
    await end_of(server)


async def test_a_killed_sharer_neither_stops_the_server_nor_keeps_it(state: Path) -> None:
    with cluster.run(state, durable=False) as url:
        server = left_by_killed(state)
        assert await answers(url)
    await end_of(server)


async def test_a_killed_server_is_started_again(state: Path) -> None:
    with cluster.run(state, durable=False) as url:
        process_id = postmaster(state)
        os.kill(process_id, signal.SIGKILL)
        await end_of(process_id)
        with cluster.run(state, durable=False) as again:
            assert again == url
            assert await answers(again)


_INHERIT = """
import ctypes, os, signal, sys, time
from pathlib import Path
from pitchkeeper.database import cluster
from tests.support.clusters import postmaster
SUBREAPER = 36
ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
folder = Path(sys.argv[1])
with cluster.run(folder, durable=False) as url:
    killed = postmaster(folder)
    os.kill(killed, signal.SIGKILL)
    while os.path.exists(f"/proc/{killed}/cwd"):
        time.sleep(0.01)
    with cluster.run(folder, durable=False) as again:
        print(again == url and postmaster(folder) != killed)
"""


def test_a_killed_server_is_started_again_by_the_first_process_of_a_container(state: Path) -> None:
    """Which inherits it, and is the only one that can take it away."""
    done = subprocess.run(
        [sys.executable, "-c", _INHERIT, str(state)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "True\n", done.stderr


async def test_a_tended_server_is_started_again_by_itself(state: Path) -> None:
    with cluster.run_supervised(state, durable=False) as url:
        process_id = postmaster(state)
        os.kill(process_id, signal.SIGKILL)
        deadline = time.monotonic() + cluster.PATIENCE
        while not await is_answered(url) or postmaster(state) == process_id:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.1)
        server = postmaster(state)
    await end_of(server)


@pytest.mark.parametrize("left", ["", "17", "{foreign}\n/elsewhere\n1\n5432\n/tmp\n\n\nready\n"])
async def test_a_stale_note_of_another_process_misleads_nobody(state: Path, left: str) -> None:
    foreign = subprocess.Popen(["sleep", "60"])  # noqa: ASYNC220
    try:
        note = state / "postgres/data/postmaster.pid"
        note.write_text(left.replace("{foreign}", str(foreign.pid)))
        with cluster.run(state, durable=False) as url:
            assert await answers(url)
        assert foreign.poll() is None
    finally:
        foreign.kill()
        foreign.wait()


async def test_six_at_once_on_a_new_folder_start_one_server(tmp_path: Path) -> None:
    holders = [hold(tmp_path) for _ in range(6)]
    urls = set(map(wait_for_address, holders))
    assert len(urls) == 1
    server = postmaster(tmp_path)
    for process in holders:
        release(process)
    await end_of(server)


async def test_a_folder_that_others_cannot_enter_will_do(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with cluster.run(home / ".state", durable=False) as url:
        assert await answers(url)
    assert home.stat().st_mode & 0o777 == 0o700


async def test_a_folder_with_a_long_and_odd_name_will_do(tmp_path: Path) -> None:
    folder = tmp_path / ("it's a long name " * 6).strip() / "state"
    with cluster.run(folder, durable=False) as url:
        assert await answers(url)


def test_data_of_another_version_is_refused(state: Path) -> None:
    version = state / "postgres/data/PG_VERSION"
    version.write_text("9\n")
    with (
        pytest.raises(ClusterFailed, match="made by PostgreSQL 9"),
        cluster.run(state, durable=False),
    ):
        pass


def assert_refused(state: Path, word: str) -> None:
    """The start ends soon, with one sentence that names the place."""
    began = time.monotonic()
    with pytest.raises(ClusterFailed, match=word) as error, cluster.run(state):
        pass
    assert time.monotonic() - began < cluster.PATIENCE / 2
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("lock", ["users.lock", "gate.lock"])
def test_a_lock_that_is_a_folder_is_said_plainly(tmp_path: Path, lock: str) -> None:
    (tmp_path / lock).mkdir()
    assert_refused(tmp_path, lock)


def test_a_folder_that_is_a_file_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    assert_refused(tmp_path / "state", "state")


def test_settings_that_are_garbage_are_said_plainly(state: Path) -> None:
    data = state / "postgres/data"
    (data / "pitchkeeper.conf").write_bytes(b"\xff\xfe garbage")
    with cluster.run(state, durable=False):
        pass  # ours are written anew
    (data / "postgresql.conf").write_bytes(b"\xff\xfe garbage = = \x00")
    assert_refused(state, "postgresql.conf")


def test_data_without_a_version_is_said_plainly(state: Path) -> None:
    (state / "postgres/data/PG_VERSION").unlink()
    assert_refused(state, "PG_VERSION")


def test_data_that_is_open_to_others_is_said_plainly(state: Path) -> None:
    (state / "postgres/data").chmod(0o777)
    assert_refused(state, "0777")


async def test_a_copy_of_the_folder_serves_the_same_elsewhere(tmp_path: Path) -> None:
    with cluster.run(tmp_path / "state", durable=False) as url:
        await fetch(url, "CREATE TABLE kept AS SELECT 7 AS seven")
    subprocess.run(["cp", "-a", tmp_path / "state", tmp_path / "copy"], check=True)  # noqa: ASYNC221
    with cluster.run(tmp_path / "copy", durable=False) as url:
        assert await fetchval(url, "SELECT seven FROM kept") == 7


async def test_data_of_older_versions_is_shut_to_others_too(state: Path) -> None:
    (state / "postgres/data/pg_hba.conf").write_text("local all all trust\n")
    with cluster.run(state, durable=False) as url:
        rules = await fetch(url, "SELECT auth_method, user_name FROM pg_hba_file_rules")
    assert [tuple(rule) for rule in rules] == [("peer", ["postgres"])]
