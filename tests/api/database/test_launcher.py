"""Starting and stopping the server as people do."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from api.database import cluster
from api.settings import BadSetting, read
from tests.support import servers


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "state"
    yield folder
    if folder.exists():
        with cluster.running(folder, durable=False):
            pass


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_stops_everything_cleanly(state: Path, how: int) -> None:
    port = servers.free_port()
    process = servers.start(port, state, WORKERS="2")
    servers.wait_until_ready(process, port)
    assert servers.stop(process, how) == (0, "", "")
    assert not (state / "postgres/data/postmaster.pid").exists()


def test_after_a_kill_the_next_start_works(state: Path) -> None:
    port = servers.free_port()
    process = servers.start(port, state, WORKERS="2")
    servers.wait_until_ready(process, port)
    servers.stop(process, signal.SIGKILL)
    again = servers.start(port, state)
    servers.wait_until_ready(again, port)
    assert servers.stop(again)[0] == 0
    assert not (state / "postgres/data/postmaster.pid").exists()


def test_two_servers_on_one_folder_share_the_database(state: Path) -> None:
    with (
        servers.serving(state) as first,
        servers.serving(state) as second,
    ):
        assert first != second
        assert len(list((state / "postgres").glob("data*"))) == 1


def test_a_taken_port_is_said_plainly(state: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        process = servers.start(port, state)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith(f"pitchkeeper: 127.0.0.1:{port} cannot be used")
    assert err.count("\n") == 1


def test_a_database_that_does_not_answer_is_said_plainly(tmp_path: Path) -> None:
    process = servers.start(
        servers.free_port(), tmp_path, DATABASE_URL="postgresql://nobody@127.0.0.1:1/none"
    )
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith("pitchkeeper: The database does not answer")


async def test_a_failed_migration_stops_the_server_with_the_reason(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str, tmp_path: Path
) -> None:
    await pool.execute("UPDATE migrations SET checksum = 'other' WHERE number = 2")
    process = servers.start(servers.free_port(), tmp_path, DATABASE_URL=database_url)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == (
        "pitchkeeper: 0002_add_matches.sql was changed after it was applied; "
        "add a new file instead.\n"
    )


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "abc"), ("PORT", "0"), ("PORT", "70000"), ("WORKERS", "-1")]
)
def test_a_bad_setting_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"{name} must be a whole number"):
        read({name: value})


def test_a_bad_setting_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    process = servers.start(8000, tmp_path, PORT="abc")
    said = process.communicate(timeout=servers.PATIENCE)
    assert process.returncode == 2
    assert said == ("", "pitchkeeper: PORT must be a whole number from 1 to 65535, not 'abc'.\n")


def test_the_settings_are_the_environment(tmp_path: Path) -> None:
    chosen = read({"HOST": "::", "PORT": "81", "WORKERS": "3", "DATABASE_URL": "x"})
    assert (chosen.port, chosen.workers, chosen.database_url) == (81, 3, "x")
    assert chosen.address == "http://[::1]:81"
    assert read(os.environ | {"DATABASE_URL": ""}).database_url is None
