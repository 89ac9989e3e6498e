"""A real PostgreSQL for every test that touches storage, and the app on it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from hypothesis import HealthCheck, settings
from litestar import Litestar

from api import app, services
from api.access import join_page
from api.database import cluster, migrator
from api.database import pool as database
from api.settings import MIGRATIONS
from api.workers import processes
from api.workers.processes import Process, Processes
from tests.support.phones import LAVISH, Device, Json, SignIn, opened
from tests.support.searches import share

settings.register_profile(
    "patient",
    settings(),
    deadline=None,
    max_examples=share(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")
_PATIENCE = 20.0
_copies, _hosts = count(1), count(1)


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


@asynccontextmanager
async def copied(server: str, template: str) -> AsyncIterator[str]:
    """The address of a copied database, until the block is left."""
    name = f"copy_{next(_copies)}"
    connection = await asyncpg.connect(server)
    # Its files, for nothing of it is to outlast a power cut: half the work of copying by the log.
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    yield _named(server, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture
async def database_url(server: str, template: str) -> AsyncIterator[str]:
    """The address of a database of the test's own."""
    async with copied(server, template) as url:
        yield url


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


_processes = processes.Processes(Process(), (Process(), Process()))
"""Shared by all tests: each would wait half a second for its own."""


@pytest.fixture(scope="session", autouse=True)
async def proving() -> AsyncIterator[None]:
    """End the processes that prove after the last test."""
    yield
    for process in _processes.all():
        await process.close()


@asynccontextmanager
async def lent() -> AsyncIterator[Processes]:
    """The processes that prove, for one app."""
    yield _processes


@asynccontextmanager
async def living(database_url: str, **chosen: Any) -> AsyncIterator[Litestar]:
    """The app, started on a database until the block is left; its limits are out of reach."""
    usual: dict[str, Any] = {
        "base": join_page.base(None, "http://table"),
        "policies": LAVISH,
        "starting": lent,
    }
    built = app.build(database_url, **usual | chosen)
    started, ended = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with built.lifespan():
            started.set()
            await ended.wait()

    # The lifespan has to be left by the task that entered it, which fixtures do not promise.
    task = asyncio.create_task(live())
    await started.wait()
    # On a slow machine, too, a write is to find its proofs.
    built.state.services.scorekeeping._ledger._patience = _PATIENCE
    yield built
    ended.set()
    await task


def client(running: Litestar, host: str = "127.0.0.1") -> Device:
    """A client that has not signed in."""
    transport = httpx.ASGITransport(running, raise_app_exceptions=False, client=(host, 4711))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://table")


@pytest.fixture
def hurrying(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute goes by whenever the app looks at the clock, so that nothing hangs on its pace."""
    began, looks = datetime.now(UTC), count(1)
    monkeypatch.setattr(services, "_now", lambda: began + next(looks) * timedelta(minutes=1))


@pytest.fixture
async def running(database_url: str) -> AsyncIterator[Litestar]:
    """The app, started on the test's own database."""
    async with living(database_url) as built:
        yield built


@pytest.fixture(scope="session")
async def shared(server: str, template: str) -> AsyncIterator[Litestar]:
    """The app of all tests that see no more of a server than what they did there."""
    async with copied(server, template) as url, living(url) as built:
        yield built


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Litestar:
    """The app of a test: its own if the test looks behind it or changes how it is built."""
    is_own = not {"database_url", "monkeypatch"}.isdisjoint(request.fixturenames)
    built: Litestar = request.getfixturevalue("running" if is_own else "shared")
    return built


@pytest.fixture
def host() -> str:
    """The address of a test's devices: what one address may do is counted for each test."""
    return str(IPv4Address("127.0.0.1") + next(_hosts))


@pytest.fixture
async def stranger(served: Litestar, host: str) -> AsyncIterator[Device]:
    """A client that has not signed in."""
    async with client(served, host) as device:
        yield device


@pytest.fixture(scope="session")
async def passer_by(shared: Litestar) -> AsyncIterator[Device]:
    """A client that only asks what leaves no trace."""
    async with client(shared) as device:
        yield device


@pytest.fixture
def sign_in(served: Litestar, host: str, stranger: Device) -> SignIn:
    """Make a device that is signed in."""

    async def made() -> Device:
        token = (await stranger.post("/v1/devices")).json()["token"]
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(served, client=(host, 4711)),  # type: ignore[arg-type]
            base_url="http://table",
            headers={"Authorization": f"Bearer {token}"},
        )

    return made


@pytest.fixture
async def phone(sign_in: SignIn) -> AsyncIterator[Device]:
    """A device that is signed in."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def match(phone: Device) -> Json:
    """A match of four at the lounge, dealt first by Dee."""
    return await opened(phone)


def _named(url: str, name: str) -> str:
    return url.replace("@/postgres", f"@/{name}")
