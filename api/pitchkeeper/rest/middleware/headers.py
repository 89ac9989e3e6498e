"""Headers of every response: against sniffing, framing, caching and plain HTTP."""

from typing import Final

from litestar.types import HTTPScope, Message

from pitchkeeper.rest import cors
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.operations import operation_for

Headers = list[tuple[bytes, bytes]]

_POLICY: Final = b"content-security-policy"
_USED: Final = ("clipboard-write", "screen-wake-lock", "web-share")
"""Permissions of the page: copying and sharing links, and a screen that stays lit on a table."""
_UNUSED: Final = (
    *("accelerometer", "camera", "display-capture"),
    *("geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment"),
    *("publickey-credentials-get", "serial", "usb", "xr-spatial-tracking"),
)
_PERMISSIONS: Final = ", ".join(
    [*(f"{name}=(self)" for name in _USED), *(f"{name}=()" for name in _UNUSED)]
).encode()
_FIXED: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    # A window of another site gets no handle on this one.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", _PERMISSIONS),
)
# A response with a Vary header of its own is the same in every language.
_VARYING: Final = (b"vary", b"accept-language, accept-encoding")
_EMPTY_POLICY: Final = (_POLICY, b"default-src 'none'; frame-ancestors 'none'")
# A phone is lent to others: no response stays in its cache unless it allows that itself.
_CACHING: Final = b"cache-control"
_NO_STORE: Final = (_CACHING, b"no-store")
_HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")


def complete(scope: HTTPScope, message: Message, request_id: str) -> None:
    """Add the common headers to the start of a response."""
    if message["type"] != "http.response.start":
        return
    own: Headers = list(message["headers"])
    common: Headers = [*_FIXED, (b"x-request-id", request_id.encode()), *throttle.headers(scope)]
    operation = operation_for(scope)
    if operation is not None and operation.ending is not None:
        common += operation.ending.headers
    names = {name.lower() for name, _ in own}
    if _POLICY not in names:
        common.append(_EMPTY_POLICY)
    if _VARYING[0] not in {name.lower() for name, value in own if (name, value) != cors.VARYING}:
        common.append(_VARYING)
    if _CACHING not in names:
        common.append(_NO_STORE)
    # Browsers ignore this header over plain HTTP.
    if scope["scheme"] == "https":
        common.append(_HTTPS_ONLY)
    message["headers"] = own + common
