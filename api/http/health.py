"""Health: whether the server is alive, and ready to serve."""

import asyncio

from litestar.di import NamedDependency

from api.http.operations import operation
from api.matches import examples, views
from api.matches.store import MatchStore
from domain.errors import Refusal


class ShuttingDown(Refusal):
    """This server is about to stop; ask again."""

    code = "shutting_down"


@operation(
    "GET",
    "/health/live",
    "getLiveness",
    tag="Health",
    answer=views.Health,
    example=examples.HEALTH,
    is_public=True,
    is_limited=False,
)
async def live() -> views.Health:
    """Tell whether the server is alive.

    Answers as long as the process does. Safe to repeat.
    """
    return views.Health(status="ok")


@operation(
    "GET",
    "/health/ready",
    "getReadiness",
    tag="Health",
    answer=views.Health,
    example=examples.HEALTH,
    problems=("shutting_down",),
    is_public=True,
    is_limited=False,
)
async def ready(
    draining: NamedDependency[asyncio.Event], store: NamedDependency[MatchStore]
) -> views.Health:
    """Tell whether the server can serve.

    Asks the database; a 503 says that it does not answer, or that the server is about to stop.
    Safe to repeat.
    """
    if draining.is_set():
        raise ShuttingDown
    await store.ping()
    return views.Health(status="ok")
