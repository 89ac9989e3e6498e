"""Timeouts: a limit for every request, and an end for work whose client has disconnected."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Middleware, Receive, Scope, Send
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage

from pitch.messages import Refusal
from pitchkeeper.rest.operations import operation_for

SECONDS: Final = 30.0
"""The time limit of a request: longer than the longest proof and the requests before it."""


class BodyTooSlow(Refusal):
    """The body did not arrive within half a minute."""

    hint = "The whole body has to be there in half a minute."


class TimedOut(Refusal):
    """The request took too long and was cancelled; try again."""


class ClientGone(Exception):
    """The client disconnected before its body was complete or before the response began."""


class RequestBody:
    """The receive channel of a request; it knows whether the body is still incomplete."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_complete = False
        self.is_awaited = False

    async def __call__(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return the next chunk, or later the disconnect. Raises ClientGone within the body."""
        self.is_awaited = not self._is_complete
        message = await self._receive()
        if message["type"] == "http.disconnect" and not self._is_complete:
            raise ClientGone
        if message["type"] == "http.request":
            self._is_complete = not message.get("more_body", False)
        self.is_awaited = not self._is_complete
        return message


def with_timeout(seconds: float) -> Middleware:
    """Return a middleware that gives up requests after some seconds, except endless streams."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def limit_request(scope: Scope, receive: Receive, send: Send) -> None:
            operation = operation_for(scope)
            is_endless = operation is not None and operation.is_endless
            # A stream only reads the disconnect, so it awaits no body.
            if scope["type"] != ScopeType.HTTP or (is_endless and scope["method"] == "GET"):
                await app(scope, receive, send)
                return
            body = RequestBody(receive)
            limit = asyncio.timeout(None if is_endless else seconds)
            try:
                async with limit:
                    await app(scope, body, send)
            except TimeoutError as timeout:
                # The work inside may have timeouts of its own; those are ordinary failures.
                if limit.expired():
                    raise (BodyTooSlow if body.is_awaited else TimedOut) from timeout
                raise

        return limit_request

    return wrap


class DisconnectListener:
    """The receive channel of a request, which notices a disconnect once the body is complete.

    The server allows one receive at a time and loses the message if that one is cancelled. So the
    handler receives from here, and the receive on the server runs until the request ends.
    """

    def __init__(self, receive: Receive, give_up: Callable[[], None], *, has_body: bool) -> None:
        self._receive = receive
        self._give_up = give_up
        self._has_body = has_body
        self._has_begun = False
        self._is_delivered = asyncio.Event()
        self._disconnected = asyncio.Event()

    async def listen(self) -> None:
        """Wait until the client disconnects, and discard a body that the handler does not read."""
        if self._has_body:
            await self._is_delivered.wait()
        with suppress(ClientGone):
            while (await self._receive())["type"] != "http.disconnect":
                pass
        self._disconnected.set()
        if not self._has_begun:
            self._give_up()

    def begin(self) -> None:
        """Leave a later disconnect to the response, which has begun."""
        self._has_begun = True

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return the body, which is empty if the handler reads none, and then the disconnect."""
        if not self._is_delivered.is_set():
            message: HTTPReceiveMessage | WebSocketReceiveMessage = (
                await self._receive()
                if self._has_body
                else {"type": "http.request", "body": b"", "more_body": False}
            )
            if not message.get("more_body", False):
                self._is_delivered.set()
            return message
        await self._disconnected.wait()
        return {"type": "http.disconnect"}


@asynccontextmanager
async def cancel_on_disconnect(
    receive: Receive, *, has_body: bool
) -> AsyncIterator[DisconnectListener]:
    """Cancel the block if the client disconnects before its response begins. Raises ClientGone.

    With a body that the block reads, this begins once it is complete.
    """
    limit = asyncio.timeout(None)
    loop = asyncio.get_running_loop()
    listener = DisconnectListener(receive, lambda: limit.reschedule(loop.time()), has_body=has_body)
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
