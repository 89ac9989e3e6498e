"""Requests: each has an id, one line in the log and a place in the metrics."""

import asyncio
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
from pitchkeeper.rest.operations import operation_for
from pitchkeeper.rest.problems import CLIENT_GONE

_CLIENT_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FIRST_ERROR: Final = 400
_TOO_SLOW: Final = 408
_log = structlog.get_logger()


def with_logging(app: ASGIApp) -> ASGIApp:
    """Return an app that gives each request an id, completes its response and logs its outcome."""

    async def log_request(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        http: HTTPScope = scope
        request_headers, method = dict(http["headers"]), scope["method"]
        if method == "HEAD":
            http["method"], head = "GET", HeadExchange(receive, send)
            receive, send = head.receive, head.send
        exchange = _Exchange(http, request_headers, receive, send)
        began = time.perf_counter()
        # Each request is a task of its own, so these context variables end with it.
        logs.request_id.set(exchange.id)
        has_language = b"accept-language" in request_headers
        languages.set_current(_accept_language(http) if has_language else "")
        try:
            await app(scope, exchange.receive, exchange.sender())
        finally:
            _log_outcome(http, method, exchange.status, time.perf_counter() - began)

    return log_request


class HeadExchange:
    """A HEAD request run as GET, whose response ends where its body would begin."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._has_answer = asyncio.Event()

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return the next message of the request; after the response, a disconnect."""
        # Without the disconnect a stream would go on for nobody, even if it already receives.
        receiving = asyncio.ensure_future(self._receive())
        answer = asyncio.ensure_future(self._has_answer.wait())
        try:
            await asyncio.wait((receiving, answer), return_when=asyncio.FIRST_COMPLETED)
            return {"type": "http.disconnect"} if answer.done() else receiving.result()
        finally:
            receiving.cancel()
            answer.cancel()

    async def send(self, message: Message) -> None:
        """Send the start of the response with an empty body, and nothing that follows."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._has_answer.set()
        elif message["type"] != "http.response.body":
            await self._send(message)


class _Exchange:
    """A request and its response: whether the body was read, and the response status."""

    def __init__(
        self,
        scope: HTTPScope,
        request_headers: Mapping[bytes, bytes],
        receive: Receive,
        send: Send,
    ) -> None:
        self.id = _request_id(request_headers)
        self.status = CLIENT_GONE
        self._scope = scope
        self._headers = request_headers
        self._receive = receive
        self._send = send
        self._is_read = not _exceeds_read_ahead(request_headers)
        self._is_drainable = b"expect" not in request_headers and scope["method"] != "GET"
        self._is_partial = False

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return the next message of the request."""
        message = await self._receive()
        # A response may have begun by then, but the client does not get it.
        if message["type"] == "http.disconnect" and self._is_partial:
            self.status = CLIENT_GONE
        self._is_partial = bool(message.get("more_body", False))
        self._is_read = self._is_read or not self._is_partial
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the response, with the common headers at its start."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            is_refusal = self.status >= _FIRST_ERROR and self.status != _TOO_SLOW
            if is_refusal and self._is_drainable:
                self._is_read = self._is_read or await framing.drain(self._receive)
            headers.complete(self._scope, message, self.id)
            # The server closes the connection if a body was not read, not always with the header.
            if not self._is_read:
                message["headers"] = [*message["headers"], (b"connection", b"close")]
        await self._send(message)

    def sender(self) -> Send:
        """Return the app's send channel, which compresses if that is accepted."""
        if compression.accepts_gzip(self._headers.get(b"accept-encoding", b"")):
            return GzipSender(self.send)
        return self.send


def _exceeds_read_ahead(request_headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a body may be longer than what the server reads unasked."""
    if b"transfer-encoding" in request_headers:
        return True
    length = request_headers.get(b"content-length", b"0")
    return not length.isdigit() or int(length) > framing.READ_AHEAD


def _accept_language(scope: HTTPScope) -> str:
    values = (value for name, value in scope["headers"] if name == b"accept-language")
    return b",".join(values).decode("latin-1")


def _request_id(request_headers: Mapping[bytes, bytes]) -> str:
    """Return the client's own request id if it is plain, else a new one."""
    client_id = request_headers.get(b"x-request-id")
    is_plain = client_id and _CLIENT_ID.fullmatch(client_id)
    return client_id.decode() if client_id and is_plain else str(uuid7())


def _log_outcome(scope: HTTPScope, method: str, status: int, seconds: float) -> None:
    operation = operation_for(scope)
    name = operation.id if operation else "other"
    metrics.count_request(name, status, seconds)
    if operation is not None and operation.tag == "Health" and status < _FIRST_ERROR:
        return  # probes come every few seconds
    # Addresses, paths and queries may hold names or tokens, so only the server's own terms appear.
    _log.info(
        "request",
        operation=name,
        method=method if method in _METHODS else "other",
        status=status,
        milliseconds=round(seconds * 1000, 2),
    )
