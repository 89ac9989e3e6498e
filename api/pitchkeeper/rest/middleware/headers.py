"""Headers that every answer carries: against guessing, framing, caching and plain HTTP."""

from typing import Final

from litestar.types import HTTPScope, Message

from pitchkeeper.rest import cors
from pitchkeeper.rest.limits import throttle

Headers = list[tuple[bytes, bytes]]

_POLICY: Final = b"content-security-policy"
_USED: Final = ("clipboard-write", "screen-wake-lock", "web-share")
"""What the page asks a browser for: to copy and share links, and to stay lit on a table."""
_UNUSED: Final = (
    *("accelerometer", "camera", "display-capture"),
    *("geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment"),
    *("publickey-credentials-get", "serial", "usb", "xr-spatial-tracking"),
)
_PERMISSIONS: Final = ", ".join(
    [*(f"{each}=(self)" for each in _USED), *(f"{each}=()" for each in _UNUSED)]
).encode()
_FIXED: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    # No window of another site keeps a hand on ours.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", _PERMISSIONS),
)
# What says itself by what it varies says the same in every language.
_VARYING: Final = (b"vary", b"accept-language, accept-encoding")
_NOTHING: Final = (_POLICY, b"default-src 'none'; frame-ancestors 'none'")
# A phone is lent to others: no answer stays behind in a cache, unless it says that it may.
_CACHING: Final = b"cache-control"
_FORGOTTEN: Final = (_CACHING, b"no-store")
_HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")


def complete(scope: HTTPScope, message: Message, request_id: str) -> None:
    """Add to the start of an answer what it has to say besides its own headers."""
    if message["type"] != "http.response.start":
        return
    own: Headers = list(message["headers"])
    added: Headers = [*_FIXED, (b"x-request-id", request_id.encode()), *throttle.headers(scope)]
    named = {name.lower() for name, _ in own}
    if _POLICY not in named:
        added.append(_NOTHING)
    if _VARYING[0] not in {name.lower() for name, value in own if (name, value) != cors.VARYING}:
        added.append(_VARYING)
    if _CACHING not in named:
        added.append(_FORGOTTEN)
    # Browsers pass this over where it comes by plain HTTP.
    if scope["scheme"] == "https":
        added.append(_HTTPS_ONLY)
    message["headers"] = own + added
