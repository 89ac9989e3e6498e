"""One server with its PostgreSQL and one Chromium for all tests of the page."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from playwright.async_api import Browser, async_playwright

from tests.support import servers
from tests.support.browsers import ARGUMENTS, Phone, chromium, holding
from tests.support.databases import copied

Holding = Callable[..., AbstractAsyncContextManager[Phone]]


@pytest.fixture(scope="session")
async def page_url(server: str, template: str) -> AsyncIterator[str]:
    """The address of the database of the server of the page."""
    async with copied(server, template) as url:
        yield url


@pytest.fixture(scope="session")
def address(page_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is served, by a server on a database of its own."""
    with servers.serving(tmp_path_factory.mktemp("page"), DATABASE_URL=page_url) as address:
        yield address


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium; nothing is downloaded."""
    program = chromium()
    if program is None:
        pytest.skip("There is no Chromium here: apt install chromium-headless-shell")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        await started.close()


@pytest.fixture
def another(browser: Browser, address: str) -> Holding:
    """Take another phone: `async with another() as phone`."""
    return partial(holding, browser, address)


@pytest.fixture
async def ann(another: Holding) -> AsyncIterator[Phone]:
    """The phone of who opens the table."""
    async with another() as phone:
        yield phone
