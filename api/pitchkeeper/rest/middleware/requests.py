"""Requests: each has an id, one line in the log and a place in the metrics."""

import re
import time
from collections.abc import Mapping
from typing import Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage
from uuid_utils import uuid7

from pitchkeeper import logs, metrics
from pitchkeeper.messages import languages
from pitchkeeper.rest.middleware import compression, framing, headers
from pitchkeeper.rest.middleware.compression import GzipSender
from pitchkeeper.rest.middleware.heads import HeadExchange
from pitchkeeper.rest.middleware.revalidation import EtagSender
from pitchkeeper.rest.operations import operation_for
from pitchkeeper.rest.problems import CLIENT_GONE

_GIVEN_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_REFUSED: Final = 400
_TOO_SLOW: Final = 408
_log = structlog.get_logger()


def with_logging(app: ASGIApp) -> ASGIApp:
    """Name every request, complete its answer, and note what became of it."""

    async def watching(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        http: HTTPScope = scope
        said, method = dict(http["headers"]), scope["method"]
        if method == "HEAD":
            http["method"], head = "GET", HeadExchange(receive, send)
            receive, send = head.receive, head.send
        exchange = _Exchange(http, said, receive, send)
        began = time.perf_counter()
        # Each request is a task of its own, so that nothing of this outlives it.
        logs.request_id.set(exchange.id)
        languages.speak(_accepted(http) if b"accept-language" in said else "")
        try:
            await app(scope, exchange.receive, exchange.answered(said))
        finally:
            _note(http, method, exchange.status, time.perf_counter() - began)

    return watching


class _Exchange:
    """A request and its answer: whether all of the one was read, and how the other began."""

    def __init__(
        self, scope: HTTPScope, said: Mapping[bytes, bytes], receive: Receive, send: Send
    ) -> None:
        self.id = _id(said)
        self.status = CLIENT_GONE
        self._scope = scope
        self._receive = receive
        self._send = send
        self._is_read = not _has_much(said)
        self._is_awaited = b"expect" not in said and scope["method"] != "GET"
        self._is_half = False

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """What comes next of the request."""
        message = await self._receive()
        # An answer may have begun by then, but nobody gets it.
        if message["type"] == "http.disconnect" and self._is_half:
            self.status = CLIENT_GONE
        self._is_half = bool(message.get("more_body", False))
        self._is_read = self._is_read or not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer, with the headers that each has."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            if self.status >= _REFUSED and self.status != _TOO_SLOW and self._is_awaited:
                self._is_read = self._is_read or await framing.drain(self._receive)
            headers.complete(self._scope, message, self.id)
            # The server hangs up on what is left of a body, and does not always say so.
            if not self._is_read:
                message["headers"] = [*message["headers"], (b"connection", b"close")]
        await self._send(message)

    def answered(self, said: Mapping[bytes, bytes]) -> Send:
        """Where the app sends its answer: to be tagged if it is read, and packed if that helps."""
        packing: Send = self.send
        if compression.accepts_gzip(said.get(b"accept-encoding", b"")):
            packing = GzipSender(self.send)
        return EtagSender(packing, self._scope) if self._scope["method"] == "GET" else packing


def _has_much(said: Mapping[bytes, bytes]) -> bool:
    """Whether a body may be more than the server reads of it without being asked."""
    length = said.get(b"content-length", b"0")
    return b"transfer-encoding" in said or not length.isdigit() or int(length) > framing.READ_AHEAD


def _accepted(scope: HTTPScope) -> str:
    """Which languages the client would like."""
    said = (value for name, value in scope["headers"] if name == b"accept-language")
    return b",".join(said).decode("latin-1")


def _id(said: Mapping[bytes, bytes]) -> str:
    """The client's own id if it is a plain one, else a new one."""
    given = said.get(b"x-request-id")
    return given.decode() if given and _GIVEN_ID.fullmatch(given) else str(uuid7())


def _note(scope: HTTPScope, method: str, status: int, seconds: float) -> None:
    operation = operation_for(scope)
    name = operation.id if operation else "other"
    metrics.count_request(name, status, seconds)
    if operation is not None and operation.tag == "Health" and status < 400:
        return  # probes ask every few seconds
    # Addresses, paths and queries may name people or hold tokens: only what is ours is written.
    _log.info(
        "request",
        operation=name,
        method=method if method in _METHODS else "other",
        status=status,
        milliseconds=round(seconds * 1000, 2),
    )
