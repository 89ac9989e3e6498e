"""Alive and ready are two things."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitchkeeper.database import cluster, migrator
from pitchkeeper.settings import MIGRATIONS
from tests.support.phones import Device, assert_problem


@pytest.fixture
def power() -> Iterator[ExitStack]:
    """Closing it stops the database."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
async def database_url(power: ExitStack, tmp_path: Path) -> str:
    """The address of a server that only this test uses."""
    url = power.enter_context(cluster.run(tmp_path / "state", durable=False))
    await migrator.migrate(url, MIGRATIONS)
    return url


@pytest.mark.usefixtures("own_app")
async def test_without_its_database_the_server_is_alive_but_not_ready(
    stranger: Device, power: ExitStack
) -> None:
    assert (await stranger.get("/health/ready")).status_code == 200
    power.close()
    answer = await stranger.get("/health/ready")
    assert_problem(answer, 503, "database_unavailable")
    assert answer.headers["retry-after"] == "1"
    assert_problem(await stranger.post("/v1/devices"), 503, "database_unavailable")
    assert (await stranger.get("/health/live")).status_code == 200
