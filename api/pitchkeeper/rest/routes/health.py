"""Health: liveness and readiness of the server."""

import asyncio
from typing import Annotated, Final

from litestar.di import NamedDependency
from msgspec import Meta, Struct

from pitch.messages import Refusal
from pitch.types import Code
from pitchkeeper.database import migrator
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.messages.codecs import ServerOutdated
from pitchkeeper.rest.operations import operation
from pitchkeeper.settings import MIGRATIONS

_NOW: Final = "A probe asks what is so now."


class Health(Struct, frozen=True):
    """The health of the server."""

    status: Annotated[Code, Meta(examples=["ok"])]
    """The health of the server, always `ok`."""


class ShuttingDown(Refusal):
    """This server is about to stop; try again."""


@operation(
    "GET",
    "/health/live",
    "getLiveness",
    tag="Health",
    no_etag_reason=_NOW,
    is_public=True,
    is_limited=False,
)
async def live() -> Health:
    """Check liveness.

    The server answers as long as its process runs. Safe to repeat.
    """
    return Health(status="ok")


@operation(
    "GET",
    "/health/ready",
    "getReadiness",
    tag="Health",
    problems=("shutting_down",),
    no_etag_reason=_NOW,
    is_public=True,
    is_limited=False,
)
async def ready(
    draining: NamedDependency[asyncio.Event], connections: NamedDependency[Connections]
) -> Health:
    """Check readiness.

    The server queries its database; 503 means that the database is unavailable or needs a newer
    server, or that the server is about to stop. Safe to repeat.
    """
    # First, so that a proxy sends no new requests here while the others are finished.
    if draining.is_set():
        raise ShuttingDown
    if connections.common is not connections:
        await connections.fetchval(queries().ping)
    needed: int = await connections.common.fetchval(migrator.NEEDED_STEP)
    if needed > migrator.known_steps(MIGRATIONS):
        raise ServerOutdated
    return Health(status="ok")
