"""Framing: what has to be right about a request before anybody reads what it asks."""

import asyncio
from contextlib import suppress
from typing import Final
from urllib.parse import unquote_to_bytes

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.messages import codecs
from pitchkeeper.rest import problems
from pitchkeeper.rest.problems import InvalidParameter

_ONE_HOST: Final = Message("problem.invalid_parameter.host")
_ADDRESS: Final = Message("problem.invalid_parameter.address")

MAX_HEADER_BYTES: Final = 32 * 1024
"""The most bytes of all headers of a request together."""
MAX_HEADERS: Final = 64
"""The most headers of a request; the server itself counts to 100."""
READ_AHEAD: Final = 8 * 1024
"""Bytes of a body that the server reads without being asked; half of what was measured."""
MAX_DRAINED: Final = 32 * 1024 * 1024
"""Bytes that are read of a body that was refused before: twice the longest line of an archive."""
_READ_ON_SECONDS: Final = 5.0
_SAID_ONCE: Final = {
    each.lower().encode(): each
    for each in ("Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID")
}
"""Of two of them one would be passed over; lists such as If-Match may be parted."""


class HeadersTooLarge(Refusal):
    """A request has at most 64 headers of at most 32 KiB together."""

    code = "headers_too_large"
    default_message = Message("problem.headers_too_large")
    hint = "At most 64 headers of at most 32 KiB together."


def check(scope: HTTPScope) -> None:
    """Refuse what is too much to read, or what two readers could take for two different things."""
    headers = list(scope["headers"])
    length = sum([len(name) + len(value) for name, value in headers])
    if len(headers) > MAX_HEADERS or length > MAX_HEADER_BYTES:
        raise HeadersTooLarge
    # With two of them a proxy and we could each believe another one.
    names = [name for name, _ in headers]
    hosts = [value for name, value in headers if name == b"host"]
    # The server says an empty Host where none was sent; before HTTP/1.1 none had to be.
    if len(hosts) > 1 or (hosts == [b""] and scope["http_version"] == "1.1"):
        raise InvalidParameter(_ONE_HOST(), "Host", hint="Send one Host header.")
    if len(set(names)) < len(names):
        for name, header in _SAID_ONCE.items():
            if names.count(name) > 1:
                raise InvalidParameter(problems.REPEATED(parameter=header), header)
    query = scope["query_string"]
    if "\ufffd" in scope["path"] or (query and not _is_text(query)):
        raise InvalidParameter(_ADDRESS(), "address", hint="Its bytes are not UTF-8.")


def with_checks(app: ASGIApp) -> ASGIApp:
    """Return an app that gets no request that is not right."""

    async def checking(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            http: HTTPScope = scope
            try:
                check(http)
            except Refusal as refusal:
                await refuse(refusal, http, send)
                return
        await app(scope, receive, send)

    return checking


async def drain(receive: Receive) -> bool:
    """Read what is left of a body that was refused; return whether that was all of it.

    Many clients read no answer before they have sent everything, and get a broken pipe if the
    server hangs up before. Who sends more or more slowly than anyone has to is hung up on.
    """
    left = MAX_DRAINED
    with suppress(TimeoutError):
        async with asyncio.timeout(_READ_ON_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return message["type"] == "http.request"
                left -= len(message["body"])
    return False


async def refuse(refusal: Refusal, scope: HTTPScope, send: Send) -> None:
    """Answer a request that nobody reads, and hang up: what follows it may be anything."""
    problem = problems.for_refusal(refusal, scope["path"])
    body = codecs.answered(problem)
    await send(
        {
            "type": "http.response.start",
            "status": problem.status,
            "headers": [
                (b"content-type", problems.MEDIA_TYPE.encode()),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_text(query: bytes) -> bool:
    try:
        unquote_to_bytes(query).decode()
    except UnicodeDecodeError:
        return False
    return True
