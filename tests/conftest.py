"""A real PostgreSQL for every test that touches storage: one server, one copy a test."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from api import cluster, database, migrator
from api.settings import MIGRATIONS

_copies = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that lives as long as the tests."""
    folder: Path = tmp_path_factory.mktemp("state")
    with cluster.running(folder, durable=False) as url:
        yield url


@pytest.fixture(scope="session")
async def template(server: str) -> str:
    """The name of a database with the schema and nothing in it."""
    connection = await asyncpg.connect(server)
    await connection.execute("CREATE DATABASE template_pitchkeeper")
    await connection.close()
    await migrator.migrate(_named(server, "template_pitchkeeper"), MIGRATIONS)
    return "template_pitchkeeper"


@pytest.fixture
async def database_url(server: str, template: str) -> AsyncIterator[str]:
    """The address of a database of the test's own."""
    name = f"copy_{next(_copies)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _named(server, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture
async def empty_url(server: str) -> AsyncIterator[str]:
    """The address of a database without a schema."""
    name = f"empty_{next(_copies)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    yield _named(server, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator["asyncpg.Pool[asyncpg.Record]"]:
    """A pool on the test's own database."""
    opened = await database.open_pool(database_url)
    yield opened
    await opened.close()


def _named(url: str, name: str) -> str:
    return url.replace("@/postgres", f"@/{name}")
