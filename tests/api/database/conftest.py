"""Folders of embedded servers."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitchkeeper.database import cluster, migrator
from pitchkeeper.settings import MIGRATIONS


@pytest.fixture(scope="session")
async def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that has stopped: a copy takes a tenth of the work of a new one."""
    folder = tmp_path_factory.mktemp("cluster") / "state"
    with cluster.run(folder, durable=False) as url:
        await migrator.migrate(url, MIGRATIONS)
    return folder


@pytest.fixture
def state(stopped: Path, tmp_path: Path) -> Iterator[Path]:
    """A folder with a database, whose server, if a test leaves one, is stopped afterwards."""
    folder = tmp_path / "state"
    subprocess.run(["cp", "-a", stopped, folder], check=True)
    yield folder
    if (folder / "postgres/data/postmaster.pid").exists():
        with cluster.run(folder, durable=False):
            pass
