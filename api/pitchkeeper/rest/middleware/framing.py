"""Framing: what has to be right about a request before anybody reads what it asks."""

from typing import Final
from urllib.parse import unquote_to_bytes

from litestar.types import HTTPScope, Send

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.messages import codecs
from pitchkeeper.rest import problems
from pitchkeeper.rest.problems import InvalidParameter

_ONE_HOST: Final = Message("problem.invalid_parameter.host")
_ADDRESS: Final = Message("problem.invalid_parameter.address")

HEADER_BYTES: Final = 32 * 1024
"""The most bytes of all headers of a request together."""
HEADERS: Final = 64
"""The most headers of a request; the server itself counts to 100."""
READ_AHEAD: Final = 8 * 1024
"""Bytes of a body that the server reads without being asked; half of what was measured."""
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
    if len(headers) > HEADERS or length > HEADER_BYTES:
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
                raise InvalidParameter(problems.TWICE(parameter=header), header)
    query = scope["query_string"]
    if "\ufffd" in scope["path"] or (query and not _is_text(query)):
        raise InvalidParameter(_ADDRESS(), "address", hint="Its bytes are not UTF-8.")


async def refuse(refusal: Refusal, scope: HTTPScope, send: Send) -> None:
    """Answer a request that nobody reads, and hang up: what follows it may be anything."""
    problem = problems.of(refusal, scope["path"])
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
