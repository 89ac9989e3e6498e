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
    default_message = Message("problem.body_too_slow")
    hint = "The whole body has to be there in half a minute."


class ClientGone(Exception):
    """The client hung up before its body was all there, or before its answer had begun."""


class RequestBody:
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


class DisconnectListener:
    """Receives for a request without a body, so that it is known at once if its client hangs up.

    The server can be asked once at a time, and what it was asked and then not is lost: what reads
    the request asks here, where nothing is ever given up before the request ends.
    """

    def __init__(self, receive: Receive, give_up: Callable[[], None]) -> None:
        self._receive = receive
        self._give_up = give_up
        self._is_begun = False
        self._is_told = False
        self._is_gone = asyncio.Event()

    async def listen(self) -> None:
        """Wait until the client hangs up; what is left of a body is thrown away."""
        with suppress(ClientGone):
            while (await self._receive())["type"] != "http.disconnect":
                pass
        self._is_gone.set()
        if not self._is_begun:
            self._give_up()

    def begin(self) -> None:
        """Leave it to the answer, which has begun, what becomes of it if its client hangs up."""
        self._is_begun = True

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return a request without a body, and later that its client has gone."""
        if not self._is_told:
            self._is_told = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._is_gone.wait()
        return {"type": "http.disconnect"}


@asynccontextmanager
async def cancel_on_disconnect(receive: Receive) -> AsyncIterator[DisconnectListener]:
    """Give up the block if the client hangs up before its answer begins. Raises ClientGone."""
    limit = asyncio.timeout(None)
    loop = asyncio.get_running_loop()
    listener = DisconnectListener(receive, lambda: limit.reschedule(loop.time()))
    try:
        async with limit:
            listening = asyncio.create_task(listener.listen())
            try:
                yield listener
            finally:
                listening.cancel()
    except TimeoutError as timeout:
        if limit.expired():
            raise ClientGone from timeout
        raise
