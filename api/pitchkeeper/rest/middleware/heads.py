"""Heads: HEAD is answered as GET would be, without the body."""

import asyncio

from litestar.types import Message, Receive, Send
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage


class HeadExchange:
    """A request by HEAD that is worked on as GET, whose answer ends where its body would begin."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._answered = asyncio.Event()

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return what comes next of the request; once it is answered its client is gone."""
        # Without this a stream would go on for nobody, also where it was asked for before.
        receiving = asyncio.ensure_future(self._receive())
        answered = asyncio.ensure_future(self._answered.wait())
        try:
            await asyncio.wait((receiving, answered), return_when=asyncio.FIRST_COMPLETED)
            return {"type": "http.disconnect"} if answered.done() else receiving.result()
        finally:
            receiving.cancel()
            answered.cancel()

    async def send(self, message: Message) -> None:
        """Send how an answer begins, and nothing of what follows."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._answered.set()
        elif message["type"] != "http.response.body":
            await self._send(message)
