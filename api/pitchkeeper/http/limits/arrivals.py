"""Arrivals: bodies that come in pieces, of which the last may never come, and hang-ups."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from litestar.types import Receive
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage

from pitch.errors import Refusal
from pitch.messages import Message


class BodyTooSlow(Refusal):
    """The body was not all there in half a minute."""

    code = "body_too_slow"
    usual = Message("problem.body_too_slow")
    hint = "The whole body has to be there in half a minute."


class ClientGone(Exception):
    """The client hung up before its body was all there, or before its answer had begun."""


class Arrival:
    """What a request receives, and whether its body is still to come."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_whole = False
        self.is_awaited = False

    async def __call__(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """The next piece, or later that the client has gone."""
        self.is_awaited = not self._is_whole
        message = await self._receive()
        if message["type"] == "http.disconnect" and not self._is_whole:
            raise ClientGone
        if message["type"] == "http.request":
            self._is_whole = not message.get("more_body", False)
        self.is_awaited = not self._is_whole
        return message


@asynccontextmanager
async def connected(receive: Receive) -> AsyncIterator[Callable[[], object]]:
    """Give up the block when the client hangs up, until what is lent is called.

    What is left of a body is thrown away. Raises ClientGone.
    """
    limit = asyncio.timeout(None)

    async def listen() -> None:
        with suppress(ClientGone):
            while (await receive())["type"] != "http.disconnect":
                pass
        limit.reschedule(asyncio.get_running_loop().time())

    try:
        async with limit:
            listening = asyncio.create_task(listen())
            try:
                yield listening.cancel
            finally:
                listening.cancel()
    except TimeoutError as timeout:
        if limit.expired():
            raise ClientGone from timeout
        raise
