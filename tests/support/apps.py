"""The app, started on a database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
from litestar import Litestar

from api import app
from api.access import join_page
from api.workers.processes import Process, Processes
from tests.support.phones import LAVISH, Device

_PATIENCE: Final = 20.0
SHARED_PROCESSES: Final = Processes(Process(), (Process(), Process()))
"""Shared by all tests: each would wait half a second for its own."""


@asynccontextmanager
async def lent() -> AsyncIterator[Processes]:
    """The processes that prove, for one app."""
    yield SHARED_PROCESSES


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
    built.state.services.scoring._changes._patience = _PATIENCE
    yield built
    ended.set()
    await task


def client(running: Litestar, host: str = "127.0.0.1") -> Device:
    """A client that has not signed in."""
    transport = httpx.ASGITransport(running, raise_app_exceptions=False, client=(host, 4711))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://table")
