"""Revalidation: an answer that is read gets a tag of what it says, and none that has it a body.

What it comes to is not saved by that, but the way over the air. Where a version says beforehand
that nothing has changed, the handler answers so by itself (see `pitchkeeper.rest.etags`).
"""

import hashlib
from typing import Any, Final

from litestar.types import HTTPScope, Message, Send

from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation_for

_ETAG: Final = b"etag"
_OF_BODY: Final = frozenset({b"content-type", b"content-length", b"content-disposition"})
"""Headers that say something of a body, where there is none."""


class EtagSender:
    """Sends an answer with its tag, or just that the client has it already."""

    def __init__(self, send: Send, scope: HTTPScope) -> None:
        self._send = send
        self._scope = scope
        self._start: Any = None

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer; how it begins hangs on what it says."""
        if message["type"] == "http.response.start" and self._is_tagged(message):
            self._start = message
            return
        if message["type"] == "http.response.body" and self._start is not None:
            message = await self._begin(message)
        await self._send(message)

    def _is_tagged(self, start: Any) -> bool:
        asked = operation_for(self._scope)
        return start["status"] == 200 and asked is not None and asked.is_tagged

    async def _begin(self, message: Any) -> Any:
        start, self._start = self._start, None
        headers = [each for each in start["headers"] if each[0].lower() != _ETAG]
        of_version = next((tag for name, tag in start["headers"] if name.lower() == _ETAG), b"")
        tag = etags.for_content(hashlib.sha256(message["body"]).hexdigest(), of_version)
        if etags.is_among(tag, self._known()):
            start["status"], message = 304, message | {"body": b""}
            headers = [each for each in headers if each[0].lower() not in _OF_BODY]
        start["headers"] = [*headers, (_ETAG, tag.encode())]
        await self._send(start)
        return message

    def _known(self) -> str:
        said = (value for name, value in self._scope["headers"] if name == b"if-none-match")
        return b",".join(said).decode("latin-1")
