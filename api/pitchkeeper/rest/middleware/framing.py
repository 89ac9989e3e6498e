"""Framing: checks of a request before its content is read."""

import asyncio
from contextlib import suppress
from typing import Final
from urllib.parse import unquote_to_bytes

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from pitch.messages import Message, Refusal
from pitchkeeper.messages import codecs
from pitchkeeper.rest import problems
from pitchkeeper.rest.problems import InvalidParameter

_ONE_HOST: Final = Message("problem.invalid_parameter.host")
_ADDRESS: Final = Message("problem.invalid_parameter.address")

MAX_HEADER_BYTES: Final = 32 * 1024
"""The most bytes of all headers of a request together."""
MAX_HEADERS: Final = 64
"""The most headers of a request; the server itself allows 100."""
READ_AHEAD: Final = 8 * 1024
"""Bytes of a body that the server reads unasked; half of what was measured."""
MAX_DRAINED: Final = 32 * 1024 * 1024
"""The most bytes read of a refused body: twice the longest line of an archive."""
_DRAIN_SECONDS: Final = 5.0
_SINGLE_HEADERS: Final = {
    name.lower().encode(): name
    for name in ("Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID")
}
"""Headers that may appear once, because a second one would be ignored; lists may be split."""


class HeadersTooLarge(Refusal):
    """A request has at most 64 headers of at most 32 KiB together."""

    hint = "At most 64 headers of at most 32 KiB together."


def check(scope: HTTPScope) -> None:
    """Raise a refusal if a request is too large, or if two readers could read it differently."""
    headers = list(scope["headers"])
    length = sum([len(name) + len(value) for name, value in headers])
    if len(headers) > MAX_HEADERS or length > MAX_HEADER_BYTES:
        raise HeadersTooLarge
    # With two hosts a proxy could believe one and this server the other.
    names = [name for name, _ in headers]
    hosts = [value for name, value in headers if name == b"host"]
    # The server reports a missing Host as an empty one; only HTTP/1.1 requires it.
    if len(hosts) > 1 or (hosts == [b""] and scope["http_version"] == "1.1"):
        raise InvalidParameter(_ONE_HOST(), "Host", hint="Send one Host header.")
    if len(set(names)) < len(names):
        for name, header in _SINGLE_HEADERS.items():
            if names.count(name) > 1:
                raise InvalidParameter(problems.REPEATED(parameter=header), header)
    query = scope["query_string"]
    if "\ufffd" in scope["path"] or (query and not _is_text(query)):
        raise InvalidParameter(_ADDRESS(), "address", hint="Its bytes are not UTF-8.")


def with_checks(app: ASGIApp) -> ASGIApp:
    """Return an app that answers requests which fail `check` with a problem."""

    async def check_request(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            http: HTTPScope = scope
            try:
                check(http)
            except Refusal as refusal:
                await refuse(refusal, http, send)
                return
        await app(scope, receive, send)

    return check_request


async def drain(receive: Receive) -> bool:
    """Read the rest of a refused body; return whether it was read to its end.

    Many clients read no response before they have sent everything, and get a broken pipe if the
    server closes the connection first. A body that is too long or too slow is not read on.
    """
    remaining = MAX_DRAINED
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while remaining > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return message["type"] == "http.request"
                remaining -= len(message["body"])
    return False


async def refuse(refusal: Refusal, scope: HTTPScope, send: Send) -> None:
    """Answer an unread request and close the connection, because anything may follow on it."""
    problem = problems.for_refusal(refusal, scope["path"])
    body = codecs.encode_response(problem)
    headers = [
        (b"content-type", problems.MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_text(query: bytes) -> bool:
    try:
        unquote_to_bytes(query).decode()
    except UnicodeDecodeError:
        return False
    return True
