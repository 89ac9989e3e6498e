"""Compression: answers go as gzip to whoever takes it; of a stream each event at once.

Nothing secret can be guessed by how small an answer gets: no browser sends a token by itself.
"""

import gzip
import zlib
from typing import Any, Final

from litestar.types import Message, Send

_LEAST: Final = 500
"""Bytes from which on an answer gets smaller by more than it costs."""
_LEVEL: Final = 5
_STREAM: Final = b"text/event-stream"
_TEXTS: Final = (b"text/", b"application/json", b"application/problem+json", b"image/svg+xml")
_GZIP: Final = 16
"""What the size of the window is given with where the format is gzip."""
_WINDOW: Final = 15
# A server holds thousands of streams, and with these each takes 38 kB instead of 270.
_STREAM_WINDOW, _STREAM_MEMORY = 13, 5
_NO_FINAL: Final = (304, 204)


def accepts_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding takes gzip."""
    for each in accepted.lower().split(b","):
        name, _, weight = each.partition(b";")
        if name.strip() in {b"gzip", b"*"}:
            return weight.replace(b" ", b"").rstrip(b"0") not in {b"q=", b"q=0."}
    return False


class GzipSender:
    """Sends an answer, smaller if it is worth it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None
        self._packer: Any = None
        self._flush = zlib.Z_NO_FLUSH

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer; how it begins is told once it is known how it goes on."""
        if message["type"] == "http.response.start":
            self._start = message
            if _kind(message).startswith(_STREAM):
                self._packer = zlib.compressobj(
                    _LEVEL, zlib.DEFLATED, _GZIP + _STREAM_WINDOW, _STREAM_MEMORY
                )
                self._flush = zlib.Z_SYNC_FLUSH
                await self._begin(packed=True)
        elif message["type"] == "http.response.body":
            await self._go_on(message, message.get("body", b""), message.get("more_body", False))
        else:
            await self._send(message)

    async def _go_on(self, message: Any, body: bytes, more: bool) -> None:
        if self._start is not None and not _is_worth_it(self._start, body, more):
            await self._begin(packed=False)
        elif self._start is not None and not more:
            # Without the time of day, so that the same answer is always the same bytes.
            body = gzip.compress(body, _LEVEL, mtime=0)
            await self._begin(packed=True, length=len(body))
        elif self._start is not None:
            self._packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP + _WINDOW)
            await self._begin(packed=True)
        if self._packer is not None:
            body = self._packer.compress(body)
            body += self._packer.flush(self._flush if more else zlib.Z_FINISH)
        await self._send(message | {"body": body})

    async def _begin(self, *, packed: bool, length: int | None = None) -> None:
        start, self._start = self._start, None
        if packed:
            kept = [each for each in start["headers"] if each[0].lower() != b"content-length"]
            counted = [] if length is None else [(b"content-length", str(length).encode())]
            start["headers"] = [*kept, *counted, (b"content-encoding", b"gzip")]
        await self._send(start)


def _is_worth_it(start: Any, body: bytes, more: bool) -> bool:
    if start["status"] in _NO_FINAL or not (more or len(body) >= _LEAST):
        return False
    is_packed = any(name.lower() == b"content-encoding" for name, _ in start["headers"])
    return not is_packed and _kind(start).startswith(_TEXTS)


def _kind(start: Any) -> bytes:
    """The media type of an answer."""
    found = (value for name, value in start["headers"] if name.lower() == b"content-type")
    return next(found, b"")
