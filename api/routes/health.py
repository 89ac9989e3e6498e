"""Health: whether the server is alive, and ready to serve."""

from litestar.di import NamedDependency

from api import examples, views
from api.operations import operation
from api.store import Store


@operation(
    "GET",
    "/health/live",
    "getLiveness",
    tag="Health",
    answer=views.Health,
    example=examples.HEALTH,
    is_public=True,
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
    is_public=True,
)
async def ready(store: NamedDependency[Store]) -> views.Health:
    """Tell whether the server can serve.

    Asks the database; a 503 says that it does not answer. Safe to repeat.
    """
    await store.ping()
    return views.Health(status="ok")
