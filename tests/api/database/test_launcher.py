"""Starting and stopping the server as people do."""

import os
import signal
import socket
from pathlib import Path

import asyncpg
import httpx
import pytest

from pitchkeeper.addresses import Database
from pitchkeeper.database import cluster
from pitchkeeper.settings import BadSetting, read
from tests.support import servers
from tests.support.searches import some


@pytest.mark.search
@pytest.mark.parametrize("how", some([signal.SIGINT, signal.SIGTERM], 2))
def test_ctrl_c_stops_everything_cleanly(state: Path, how: int) -> None:
    """Servers on one folder share its database, which the last of them stops."""
    ports = [servers.free_port() for _ in range(2)]
    processes = [
        servers.start(port, state, WORKERS=workers)
        for port, workers in zip(ports, ("2", "1"), strict=True)
    ]
    for process, port in zip(processes, ports, strict=True):
        servers.wait_until_ready(process, port)
    for process in processes:
        assert len(list((state / "postgres").glob("data*/postmaster.pid"))) == 1
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


def test_a_taken_port_is_said_plainly(state: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        process = servers.start(port, state)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith(f"pitchkeeper: 127.0.0.1:{port} cannot be used")
    assert err.count("\n") == 1


def test_a_database_that_does_not_answer_is_said_plainly(tmp_path: Path) -> None:
    process = servers.start(
        servers.free_port(),
        tmp_path,
        DATABASE_URL="postgresql://nobody@127.0.0.1:1/none",
        DATABASE_WAIT="1",
    )
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    waits, ends = err.splitlines()
    assert waits.startswith("pitchkeeper: The database does not answer")
    assert waits.endswith("Waiting for up to 1 seconds.")
    assert ends.startswith("pitchkeeper: The database does not answer")


def test_a_server_that_starts_before_its_database_waits_for_it(state: Path, tmp_path: Path) -> None:
    """As one does that starts while a standby takes over."""
    with cluster.run(state, durable=False) as url:
        pass
    port = servers.free_port()
    process = servers.start(port, tmp_path / "served", DATABASE_URL=url)
    assert process.stderr is not None
    assert "Waiting for up to 60 seconds." in process.stderr.readline()
    with cluster.run(state, durable=False) as again:
        assert again == url
        address = servers.wait_until_ready(process, port)
        assert httpx.get(f"{address}/health/ready").status_code == 200
        code, out, err = servers.stop(process)
        # It may have asked while its database was starting up, which is another reason to wait.
        assert (code, out) == (0, "")
        assert all("Waiting for up to 60 seconds." in line for line in err.splitlines())


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_DIRECT_URL": "y"}, "DATABASE_DIRECT_URL is set without DATABASE_URL"),
        ({"DATABASE_COMMON_URL": "y"}, "DATABASE_COMMON_URL is set without DATABASE_URL"),
        ({"DATABASE_CONNECTIONS": "1"}, "DATABASE_CONNECTIONS must be a whole number from 2"),
        ({"STATEMENT_TIMEOUT": "0"}, "STATEMENT_TIMEOUT must be a whole number from 1"),
        ({"DATABASE_WAIT": "soon"}, "DATABASE_WAIT must be a whole number from 1"),
    ],
)
def test_what_cannot_be_said_of_a_database_is_refused(
    environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadSetting, match=sentence):
        read(environment)


def test_a_worker_connects_as_the_settings_say() -> None:
    usual = read({"DATABASE_URL": "x"}).database
    assert usual == Database("x", None, 8, 5)
    config = read(
        {
            "DATABASE_URL": "x",
            "DATABASE_DIRECT_URL": "y",
            "DATABASE_CONNECTIONS": "20",
            "STATEMENT_TIMEOUT": "3",
        }
    ).database
    assert config == Database("x", "y", 20, 3)
    assert config.direct == "y"
    spread = read({"DATABASE_URL": "x", "DATABASE_COMMON_URL": "z", "STATEMENT_TIMEOUT": "3"})
    assert spread.database == Database("x", None, 8, 3, common_url="z")
    assert spread.database.direct == "z"
    assert spread.database.common == Database("z", None, 8, 3)


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
    output = process.communicate(timeout=servers.PATIENCE)
    assert process.returncode == 2
    assert output == ("", "pitchkeeper: PORT must be a whole number from 1 to 65535, not 'abc'.\n")


def test_the_settings_are_the_environment(tmp_path: Path) -> None:
    config = read({"HOST": "::", "PORT": "81", "WORKERS": "3", "DATABASE_URL": "x"})
    assert config.database is not None
    assert (config.port, config.workers, config.database.url) == (81, 3, "x")
    assert config.address == "http://[::1]:81"
    assert read(os.environ | {"DATABASE_URL": ""}).database is None
