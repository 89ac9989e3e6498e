"""Origins: the web sites whose scripts may call, which are none unless they are named."""

from collections.abc import Collection
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

PREFLIGHT: Final = "access-control-request-method"
"""The header by which a browser asks whether a script may call."""
VARYING: Final = (b"vary", b"origin")
_SENT: Final = (
    *("accept", "authorization", "content-type", "idempotency-key", "if-match"),
    *("if-none-match", "last-event-id", "prefer", "x-request-id"),
)
_READ: Final = (
    *("Allow", "ETag", "Location", "Preference-Applied", "RateLimit", "RateLimit-Policy"),
    *("Retry-After", "X-Request-Id"),
)
_REMEMBERED_SECONDS: Final = 600
_ORIGIN: Final = b"access-control-allow-origin"
_PREFLIGHT_ANSWER: Final = (
    (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
    (b"access-control-allow-headers", ", ".join(_SENT).encode()),
    (b"access-control-max-age", str(_REMEMBERED_SECONDS).encode()),
)
_READABLE: Final = (b"access-control-expose-headers", ", ".join(_READ).encode())


def with_origins(app: ASGIApp, origins: Collection[str]) -> ASGIApp:
    """Return an app that scripts of some origins may call; others are answered as without it.

    Tokens travel in headers, so cookies stay out. What a preflight asks for is not compared with
    what is allowed: a browser does that, and tells its console what was missing.
    """
    named = frozenset(origin.encode() for origin in origins)

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        http: HTTPScope = scope
        said = dict(http["headers"])
        origin = said.get(b"origin", b"")
        labels = [VARYING, *([(_ORIGIN, origin), _READABLE] if origin in named else [])]

        async def label(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *labels]
            await send(message)

        is_preflight = http["method"] == "OPTIONS" and PREFLIGHT.encode() in said
        if is_preflight and origin in named:
            headers = _PREFLIGHT_ANSWER
            await label({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await app(scope, receive, label)

    return answering
