"""The app, started on a database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import httpx
from litestar import Litestar

from pitchkeeper import app
from pitchkeeper.access.membership import join_page
from pitchkeeper.addresses import Database
from pitchkeeper.rate_limits import RateLimits
from pitchkeeper.workers.processes import ForkServer, Process, Processes, ProcessFactory
from tests.support import entrances, poolers
from tests.support.phones import LAVISH, Device

_PATIENCE: Final = 60.0
_UNHURRIED: Final = 600.0


class PatientProcess(Process):
    """A process that nobody gives up, for how long it takes hangs on what else the machine does."""

    async def answer(
        self, question: Callable[..., Any], arguments: tuple[Any, ...], _seconds: float
    ) -> Any:
        """Return the result of a function, in whatever time it takes."""
        return await super().answer(question, arguments, _UNHURRIED)


FORK_SERVER: Final = ForkServer()
SHARED_PROCESSES: Final = Processes(
    PatientProcess(FORK_SERVER),
    PatientProcess(FORK_SERVER),
    (PatientProcess(FORK_SERVER), PatientProcess(FORK_SERVER)),
)
"""Shared by all tests: each would wait half a second for its own."""
_idle: Final[list[Litestar]] = []
"""Apps that have ended: to build one takes a third of a second, to start it again a hundredth."""


@asynccontextmanager
async def lent() -> AsyncIterator[Processes]:
    """The processes that prove, for one app."""
    yield SHARED_PROCESSES


@asynccontextmanager
async def living(
    database_url: str,
    *,
    rate_limits: RateLimits = LAVISH,
    starting: ProcessFactory = lent,
    listens: bool = True,
    **built_with: Any,
) -> AsyncIterator[Litestar]:
    """The app, started on a database until the block is left; its limits are out of reach.

    It listens already to what other servers change, unless `listens` is false: when that begins an
    app forgets all that it has cached, which would come in the middle of a test that counts that.
    """
    application = _idle.pop() if _idle and not built_with else _built(**built_with)
    # What an app knows of a server it makes anew whenever it starts: only its routes stay.
    application._lifespan_managers[0] = partial(
        app._lifespan,
        entrances.addresses_for(poolers.addresses_for(database_url)),
        rate_limits,
        starting,
    )
    started, ended = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with application.lifespan():
            started.set()
            await ended.wait()

    # The lifespan has to be left by the task that entered it, which fixtures do not promise.
    task = asyncio.create_task(live())
    await started.wait()
    # On a slow machine, too, a request is to find its connection, a write its proofs, and all of an
    # import its turn.
    for each in {
        application.state.services.connections,
        application.state.services.connections.common,
    }:
        each._patience = _PATIENCE
    application.state.services.matches.scoring._changes._patience = _PATIENCE
    application.state.services.documents.imports._patience = _UNHURRIED
    try:
        if listens:
            await _until_listening(application)
        yield application
    finally:
        ended.set()
        await task
    if not built_with:
        _idle.append(application)


async def _until_listening(application: Litestar) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not application.state.services.notifications.is_listening:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def _built(**chosen: Any) -> Litestar:
    usual: dict[str, Any] = {
        "base": join_page.base(None, "http://table"),
        "timeout_seconds": _UNHURRIED,
    }
    return app.build(Database(""), **usual | chosen)


def client(application: Litestar, host: str = "127.0.0.1") -> Device:
    """A client that has not signed in."""
    transport = httpx.ASGITransport(application, raise_app_exceptions=False, client=(host, 4711))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://table")


def signed_in(application: Litestar, host: str, authorization: str) -> Device:
    """A client that shows its token; an error of the app is one of the test."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(application, client=(host, 4711)),  # type: ignore[arg-type]
        base_url="http://table",
        headers={"Authorization": authorization},
    )


async def new_device(application: Litestar, host: str, stranger: Device) -> Device:
    """A device that a stranger has made, signed in."""
    token = (await stranger.post("/v1/devices")).json()["token"]
    return signed_in(application, host, f"Bearer {token}")
