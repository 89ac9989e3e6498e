"""One Chromium for all tests of the page."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from playwright.async_api import Browser, async_playwright

from tests.support.browsers import ARGUMENTS, Phone, chromium, holding

Holding = Callable[..., AbstractAsyncContextManager[Phone]]


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
