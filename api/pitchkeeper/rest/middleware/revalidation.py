"""Revalidation: a read gets a tag of its content, and 304 if the client has that content.

This saves the transfer, not the work. A handler whose version tells beforehand that nothing has
changed answers 304 by itself (see `pitchkeeper.rest.etags`).
"""

import hashlib
from typing import Any, Final

from litestar.types import HTTPScope, Message, Send

from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation_for

_ETAG: Final = b"etag"
_BODY_HEADERS: Final = frozenset({b"content-type", b"content-length", b"content-disposition"})
"""Headers that describe a body, left out without one."""


class EtagSender:
    """A send channel that adds the tag of the content, or answers 304 instead."""

    def __init__(self, send: Send, scope: HTTPScope) -> None:
        self._send = send
        self._scope = scope
        self._start: Any = None

    async def __call__(self, message: Message) -> None:
        """Send a message; the start of a tagged response waits for its body."""
        if message["type"] == "http.response.start" and self._is_tagged(message):
            self._start = message
            return
        if message["type"] == "http.response.body" and self._start is not None:
            message = await self._send_start(message)
        await self._send(message)

    def _is_tagged(self, start: Any) -> bool:
        operation = operation_for(self._scope)
        return start["status"] == 200 and operation is not None and operation.is_tagged

    async def _send_start(self, message: Any) -> Any:
        start, self._start = self._start, None
        headers = [pair for pair in start["headers"] if pair[0].lower() != _ETAG]
        version = next((tag for name, tag in start["headers"] if name.lower() == _ETAG), b"")
        tag = etags.for_content(hashlib.sha256(message["body"]).hexdigest(), version)
        if etags.is_among(tag, self._if_none_match()):
            start["status"], message = 304, message | {"body": b""}
            headers = [pair for pair in headers if pair[0].lower() not in _BODY_HEADERS]
        start["headers"] = [*headers, (_ETAG, tag.encode())]
        await self._send(start)
        return message

    def _if_none_match(self) -> str:
        values = (value for name, value in self._scope["headers"] if name == b"if-none-match")
        return b",".join(values).decode("latin-1")
