"""Heads: HEAD is answered as GET would be, without the body."""

from litestar.types import Message, Receive, Send
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage


class HeadExchange:
    """A request by HEAD that is worked on as GET, whose answer ends where its body would begin."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._is_answered = False

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Return what comes next of the request; once it is answered its client is gone."""
        # Without this a stream would go on for nobody.
        return {"type": "http.disconnect"} if self._is_answered else await self._receive()

    async def send(self, message: Message) -> None:
        """Send how an answer begins, and nothing of what follows."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._is_answered = True
        elif message["type"] != "http.response.body":
            await self._send(message)
