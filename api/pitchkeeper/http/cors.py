"""Origins: the web sites whose scripts may call, which are none unless they are named."""

from typing import Final

from litestar.config.cors import CORSConfig

_SENT: Final = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "prefer",
    "x-request-id",
]
_READ: Final = [
    "Allow",
    "ETag",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
]
_REMEMBERED_SECONDS: Final = 600


def allowed(names: tuple[str, ...]) -> CORSConfig | None:
    """What browsers are told of these origins; tokens travel in headers, so cookies stay out."""
    if not names:
        return None
    return CORSConfig(
        allow_origins=list(names),
        allow_methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=_SENT,
        expose_headers=_READ,
        allow_credentials=False,
        max_age=_REMEMBERED_SECONDS,
    )
