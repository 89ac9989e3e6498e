"""Measurements: the metrics, for operators of the server and not for its clients."""

import asyncio
import hmac
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any, Final

from litestar import Request, Response
from litestar import route as routed
from litestar.di import NamedDependency
from litestar.enums import HttpMethod
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from pitchkeeper import metrics
from pitchkeeper.database.pool import Connections
from pitchkeeper.rest.problems import Unauthenticated

_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
_LOCAL: Final = re.compile(r"(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?", re.IGNORECASE)
"""A Host that no other machine can have."""
_SECONDS: Final = 1.0
"""The greatest age of a figure of another worker."""


def route(token: str | None) -> HTTPRouteHandler:
    """Return the route of the metrics: for holders of a token, or else for this machine only."""

    @routed(
        "/metrics",
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        media_type=metrics.MEDIA_TYPE,
        sync_to_thread=True,
    )
    def get_metrics(
        request: Request[Any, Any, Any], connections: NamedDependency[Connections]
    ) -> Response[bytes]:
        _check_access(request, token)
        connections.measure()
        return Response(metrics.render(), media_type=metrics.MEDIA_TYPE)

    return get_metrics


@asynccontextmanager
async def lifespan(connections: Connections) -> AsyncIterator[None]:
    """Record gauges regularly, because any worker answers for all of them."""

    async def record() -> None:
        while True:
            connections.measure()
            await asyncio.sleep(_SECONDS)

    task = asyncio.create_task(record())
    try:
        yield
    finally:
        task.cancel()


def _check_access(request: Request[Any, Any, Any], token: str | None) -> None:
    if token is None:
        if not _is_local(request):
            raise NotFoundException
        return
    # In constant time, so that a token cannot be guessed character by character.
    header = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(header, f"Bearer {token}".encode()):
        raise Unauthenticated


def _is_local(request: Request[Any, Any, Any]) -> bool:
    """Return whether a request is from this machine, and not forwarded by a proxy on it."""
    client = request.client
    if client is None or any(name in request.headers for name in _FORWARDED):
        return False
    # Against DNS rebinding: a site whose name resolves here could read them in a local browser.
    if not _LOCAL.fullmatch(request.headers.get("host", "")):
        return False
    try:
        return ip_address(client.host).is_loopback
    except ValueError:
        return False
