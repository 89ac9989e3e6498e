"""Compression: responses are sent as gzip to clients that accept it; streams event by event.

The size of a response reveals no secret, because a browser never sends a token by itself.
"""

import gzip
import zlib
from typing import Any, Final

from litestar.types import Message, Send

_MIN_BYTES: Final = 500
"""The size from which compression saves more than it costs."""
_LEVEL: Final = 5
_STREAM: Final = b"text/event-stream"
_TEXTS: Final = (b"text/", b"application/json", b"application/problem+json", b"image/svg+xml")
_GZIP: Final = 16
"""Added to the window size, makes zlib write gzip."""
_WINDOW: Final = 15
# A server holds thousands of streams, and with these each takes 38 kB instead of 270.
_STREAM_WINDOW, _STREAM_MEMORY = 13, 5
_WITHOUT_BODY: Final = (304, 204)


def accepts_gzip(header: bytes) -> bool:
    """Return whether an Accept-Encoding header accepts gzip."""
    for coding in header.lower().split(b","):
        name, _, weight = coding.partition(b";")
        if name.strip() in {b"gzip", b"*"}:
            return weight.replace(b" ", b"").rstrip(b"0") not in {b"q=", b"q=0."}
    return False


class GzipSender:
    """A send channel that compresses the response if that is worth it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None
        self._compressor: Any = None
        self._flush = zlib.Z_NO_FLUSH

    async def __call__(self, message: Message) -> None:
        """Send a message; the start of a response waits for the first part of its body."""
        if message["type"] == "http.response.start":
            self._start = message
            if _media_type(message).startswith(_STREAM):
                self._compressor = zlib.compressobj(
                    _LEVEL, zlib.DEFLATED, _GZIP + _STREAM_WINDOW, _STREAM_MEMORY
                )
                self._flush = zlib.Z_SYNC_FLUSH
                await self._send_start(is_gzip=True)
        elif message["type"] == "http.response.body":
            await self._send_body(
                message, message.get("body", b""), message.get("more_body", False)
            )
        else:
            await self._send(message)

    async def _send_body(self, message: Any, body: bytes, more: bool) -> None:
        if self._start is not None and not _is_worth_it(self._start, body, more):
            await self._send_start(is_gzip=False)
        elif self._start is not None and not more:
            # Without the time, so that the same response always has the same bytes.
            body = gzip.compress(body, _LEVEL, mtime=0)
            await self._send_start(is_gzip=True, length=len(body))
        elif self._start is not None:
            self._compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP + _WINDOW)
            await self._send_start(is_gzip=True)
        if self._compressor is not None:
            body = self._compressor.compress(body)
            body += self._compressor.flush(self._flush if more else zlib.Z_FINISH)
        await self._send(message | {"body": body})

    async def _send_start(self, *, is_gzip: bool, length: int | None = None) -> None:
        start, self._start = self._start, None
        if is_gzip:
            headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
            if length is not None:
                headers.append((b"content-length", str(length).encode()))
            start["headers"] = [*headers, (b"content-encoding", b"gzip")]
        await self._send(start)


def _is_worth_it(start: Any, body: bytes, more: bool) -> bool:
    if start["status"] in _WITHOUT_BODY or not (more or len(body) >= _MIN_BYTES):
        return False
    is_encoded = any(name.lower() == b"content-encoding" for name, _ in start["headers"])
    return not is_encoded and _media_type(start).startswith(_TEXTS)


def _media_type(start: Any) -> bytes:
    types = (value for name, value in start["headers"] if name.lower() == b"content-type")
    return next(types, b"")
