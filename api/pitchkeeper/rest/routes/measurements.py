"""Measurements: the metrics, for whoever runs the server and not for its clients."""

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
"""How old a figure of another worker may be."""


def route(token: str | None) -> HTTPRouteHandler:
    """The address of the metrics: for holders of a token, or else for this machine only."""

    @routed(
        "/metrics",
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        media_type=metrics.MEDIA_TYPE,
        sync_to_thread=True,
    )
    def measured(
        request: Request[Any, Any, Any], connections: NamedDependency[Connections]
    ) -> Response[bytes]:
        _refuse_others(request, token)
        connections.measure()
        return Response(metrics.render(), media_type=metrics.MEDIA_TYPE)

    return measured


@asynccontextmanager
async def lifespan(connections: Connections) -> AsyncIterator[None]:
    """Note for other workers, which answer for this one, what is not counted as it happens."""

    async def note() -> None:
        while True:
            connections.measure()
            await asyncio.sleep(_SECONDS)

    task = asyncio.create_task(note())
    try:
        yield
    finally:
        task.cancel()


def _refuse_others(request: Request[Any, Any, Any], token: str | None) -> None:
    if token is None:
        if not _is_local(request):
            raise NotFoundException
        return
    # As long for a wrong token as for a right one, so that none can be guessed letter by letter.
    shown = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(shown, f"Bearer {token}".encode()):
        raise Unauthenticated


def _is_local(request: Request[Any, Any, Any]) -> bool:
    """Whether this machine asks for itself; a proxy on it asks for others and says so."""
    client = request.client
    if client is None or any(name in request.headers for name in _FORWARDED):
        return False
    # A page of another site that has its name lead here would read them in a browser of ours.
    if not _LOCAL.fullmatch(request.headers.get("host", "")):
        return False
    try:
        return ip_address(client.host).is_loopback
    except ValueError:
        return False
