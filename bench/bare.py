"""The least that a server of this kind does: an app that answers at once, under granian."""

from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send


async def app(scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer two bytes."""
    if scope["type"] != ScopeType.HTTP:
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}", "more_body": False})
