"""A real PostgreSQL for every test that touches storage, and the app on it.

Tests share one app, each with devices and an address of its own. One that looks behind it
(`own_app`, `pool`, `database_url`) or changes how it is built (`monkeypatch`) gets an app of its
own on a copied database. None may depend on the pace of the machine: wait for what is awaited
(`readers.PATIENCE`), let time pass in the database, or take the clock of `hurrying`, by which
minutes go by.
"""

import gc
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path

import asyncpg
import pytest
import structlog
from hypothesis import HealthCheck, settings
from litestar import Litestar

from pitchkeeper import services
from pitchkeeper.database import cluster, migrator
from pitchkeeper.database import pool as database
from pitchkeeper.settings import MIGRATIONS
from tests.support import browsers, citus, entrances, poolers, servers
from tests.support.apps import FORK_SERVER, SHARED_PROCESSES, client, living, new_device
from tests.support.databases import copy_database, empty, fetch, state_folder, with_name
from tests.support.phones import Device, Json, SignIn, open_match
from tests.support.searches import share

settings.register_profile(
    "patient",
    settings(),
    deadline=None,
    max_examples=share(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")
# A traceback with colors and local variables, as structlog draws it, takes two seconds.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)
_hosts = count(1)
_PAGE = Path(__file__).parent / "page"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, then with the page.

    Whoever has nothing left takes from the end of what others have before them, so that a long test
    would be handed on until it is the last, and everybody would wait for it. What drives the page
    waits most; side by side it begins with one Chromium and one server instead of one each.
    """
    items.sort(key=_turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage, which took an eighth of the time.

    Later it is looked for seldom, and not in what thousands of tests are made of.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000)
        gc.enable()


def _turn(item: pytest.Item) -> int:
    if citus.URL:
        # Where there is one database, the app of all others begins when none is emptied any more.
        return 0 if _is_own(getattr(item, "fixturenames", ())) else 1
    if item.get_closest_marker("long") is not None:
        return 0
    return 1 if _PAGE in item.path.parents else 2


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not tried, and where the pictures of the page lie."""
    if poolers.PGBOUNCER is None:
        terminalreporter.write_line(poolers.MISSING)
    if browsers.chromium() is None:
        terminalreporter.write_line(
            "The page was not tried: there is no Chromium (apt install chromium-headless-shell)"
        )
    elif browsers.SCREENSHOTS.is_dir():
        terminalreporter.write_line(f"Screenshots of the page: {browsers.SCREENSHOTS}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that lives as long as the tests."""
    if citus.URL:
        yield citus.URL
        return
    usual = tmp_path_factory.mktemp("state")
    with (
        state_folder(usual) as folder,
        cluster.run(folder, durable=False) as url,
        poolers.use_pooler(folder, url),
    ):
        yield url


@pytest.fixture(scope="session")
async def template(server: str) -> str:
    """The name of a database with the schema and nothing in it."""
    if citus.URL:
        await citus.make(citus.URL)
        return ""
    await fetch(server, "CREATE DATABASE template_pitchkeeper")
    url = with_name(server, "template_pitchkeeper")
    await migrator.migrate(url, MIGRATIONS)
    if entrances.are_wanted():
        await entrances.make(url)
    return "template_pitchkeeper"


@pytest.fixture(scope="session")
async def shared_url(server: str, template: str) -> AsyncIterator[str]:
    """The address of the database of the server that tests share."""
    async with copy_database(server, template) as url:
        yield url


@pytest.fixture(scope="session")
def address(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with more patience, shared because its start costs two seconds."""
    folder = tmp_path_factory.mktemp("shared")
    with servers.serving(folder, command=servers.PATIENT, DATABASE_URL=shared_url) as address:
        yield address


@pytest.fixture
async def database_url(server: str, template: str) -> AsyncIterator[str]:
    """The address of a database of the test's own."""
    async with copy_database(server, template) as url:
        yield url


@pytest.fixture
async def empty_url(server: str) -> AsyncIterator[str]:
    """The address of a database without a schema."""
    async with empty(server) as url:
        yield url


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator["asyncpg.Pool[asyncpg.Record]"]:
    """A pool on the test's own database."""
    opened = await database.create_pool(poolers.addresses_for(database_url))
    yield opened
    opened.terminate()


@pytest.fixture(scope="session", autouse=True)
async def proving() -> AsyncIterator[None]:
    """End the processes that prove after the last test."""
    yield
    for process in SHARED_PROCESSES.all():
        await process.close()
    await FORK_SERVER.close()


@pytest.fixture
def hurrying(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute goes by whenever the app looks at the clock, so that nothing hangs on its pace."""
    began, looks = datetime.now(UTC), count(1)
    monkeypatch.setattr(services, "_now", lambda: began + next(looks) * timedelta(minutes=1))


@pytest.fixture
async def own_app(database_url: str) -> AsyncIterator[Litestar]:
    """The app, started on the test's own database."""
    async with living(database_url) as built:
        yield built


@pytest.fixture(scope="session")
async def shared_app(server: str, template: str) -> AsyncIterator[Litestar]:
    """The app of all tests that see no more of a server than what they did there."""
    async with copy_database(server, template) as url, living(url) as built:
        yield built


@pytest.fixture
def current_app(request: pytest.FixtureRequest) -> Litestar:
    """The app of a test: its own if the test looks behind it or changes how it is built."""
    is_own = _is_own(request.fixturenames)
    built: Litestar = request.getfixturevalue("own_app" if is_own else "shared_app")
    return built


def _is_own(fixtures: Iterable[str]) -> bool:
    """Return whether a test with these fixtures has an app and a database of its own."""
    return not {"database_url", "monkeypatch"}.isdisjoint(fixtures)


@pytest.fixture
def host() -> str:
    """The address of a test's devices: what one address may do is counted for each test."""
    return str(IPv4Address("127.0.0.1") + next(_hosts))


@pytest.fixture
async def stranger(current_app: Litestar, host: str) -> AsyncIterator[Device]:
    """A client that has not signed in."""
    async with client(current_app, host) as device:
        yield device


@pytest.fixture(scope="session")
async def passer_by(shared_app: Litestar) -> AsyncIterator[Device]:
    """A client that only asks what leaves no trace."""
    async with client(shared_app) as device:
        yield device


@pytest.fixture
def sign_in(current_app: Litestar, host: str, stranger: Device) -> SignIn:
    """Make a device that is signed in."""

    return partial(new_device, current_app, host, stranger)


@pytest.fixture
async def phone(sign_in: SignIn) -> AsyncIterator[Device]:
    """A device that is signed in."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def match(phone: Device) -> Json:
    """A match of four at the lounge, dealt first by Dee."""
    return await open_match(phone)
