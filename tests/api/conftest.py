"""The app on a real database, and devices that call it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest
from litestar import Litestar

from api import app

Device = httpx.AsyncClient
SignIn = Callable[[], Awaitable[Device]]
Json = dict[str, Any]


@pytest.fixture
async def running(database_url: str) -> AsyncIterator[Litestar]:
    """The app, started on the test's own database."""
    built = app.build(database_url)
    started, ended = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with built.lifespan():
            started.set()
            await ended.wait()

    # The lifespan has to be left by the task that entered it, which fixtures do not promise.
    task = asyncio.create_task(live())
    await started.wait()
    yield built
    ended.set()
    await task


@pytest.fixture
async def stranger(running: Litestar) -> AsyncIterator[Device]:
    """A client that has not signed in."""
    transport = httpx.ASGITransport(app=running, raise_app_exceptions=False)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
        yield client


@pytest.fixture
def sign_in(running: Litestar, stranger: Device) -> SignIn:
    """Make a device that is signed in."""

    async def made() -> Device:
        token = (await stranger.post("/v1/devices")).json()["token"]
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=running),  # type: ignore[arg-type]
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


async def opened(phone: Device, ruleset: str = "mb-lounge", **more: object) -> Json:
    """Open a match of Ann, Bob, Cid and Dee."""
    names = more.pop("names", ("Ann", "Bob", "Cid", "Dee"))
    body = {"ruleset": ruleset, "players": [{"name": name} for name in names], "firstDealer": 3}  # type: ignore[attr-defined]
    answer = await phone.post("/v1/matches", json=body | more)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


def assert_problem(answer: httpx.Response, status: int, code: str, pointer: str = "") -> None:
    """The one way in which tests look at errors."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert [error["pointer"] for error in problem["errors"]] == [pointer], problem
