"""Origins: the web sites whose scripts may call the API; none by default."""

from collections.abc import Collection
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

PREFLIGHT: Final = "access-control-request-method"
"""The header by which a browser asks whether a script may call."""
VARYING: Final = (b"vary", b"origin")
_REQUEST_HEADERS: Final = (
    *("accept", "authorization", "content-type", "idempotency-key", "if-match"),
    *("if-none-match", "last-event-id", "prefer", "x-request-id"),
)
_RESPONSE_HEADERS: Final = (
    *("Allow", "ETag", "Location", "Preference-Applied", "RateLimit", "RateLimit-Policy"),
    *("Retry-After", "X-Request-Id"),
)
_CACHED_SECONDS: Final = 600
_ORIGIN: Final = b"access-control-allow-origin"
_PREFLIGHT_RESPONSE: Final = (
    (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
    (b"access-control-allow-headers", ", ".join(_REQUEST_HEADERS).encode()),
    (b"access-control-max-age", str(_CACHED_SECONDS).encode()),
)
_READABLE: Final = (b"access-control-expose-headers", ", ".join(_RESPONSE_HEADERS).encode())


def with_origins(app: ASGIApp, origins: Collection[str]) -> ASGIApp:
    """Return an app that scripts of some origins may call; others get no permission.

    Tokens travel in headers, so there are no credentials. The server does not compare the method
    and headers of a preflight: the browser does, and its console names what is missing.
    """
    allowed = frozenset(origin.encode() for origin in origins)

    async def allow_origin(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        http: HTTPScope = scope
        request_headers = dict(http["headers"])
        origin = request_headers.get(b"origin", b"")
        labels = [VARYING, *([(_ORIGIN, origin), _READABLE] if origin in allowed else [])]

        async def label(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *labels]
            await send(message)

        is_preflight = http["method"] == "OPTIONS" and PREFLIGHT.encode() in request_headers
        if is_preflight and origin in allowed:
            headers = _PREFLIGHT_RESPONSE
            await label({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await app(scope, receive, label)

    return allow_origin
