"""Files that are the same for everybody: in memory, each with the headers it is sent with."""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For what has its content in its name, so that it is never asked for again."""
REVALIDATE: Final = "no-cache"
_TYPES: Final = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_PRESSED: Final = (".woff2", ".png")


# With a `dict`: a cached property keeps its value in one, and structs of msgspec have none.
class File(Struct, frozen=True, dict=True):
    """A file as it is sent: plain, or packed where that makes it smaller."""

    content: bytes
    is_pressed: bool
    media_type: str
    headers: dict[str, str]

    @cached_property
    def packed(self) -> bytes:
        """Its content as a client unpacks it; a third of a second for all files of a server."""
        return gzip.compress(self.content, mtime=0)


def file(content: bytes, name: str, *, caching: str = REVALIDATE, policy: str = "") -> File:
    """A file of some content; its name tells its media type."""
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {
        "Cache-Control": caching,
        "ETag": f'"{digest(content)}"',
        "Vary": "Accept-Encoding",
    }
    return File(
        content=content,
        is_pressed=suffix in _PRESSED,
        media_type=kind,
        headers=headers | ({"Content-Security-Policy": policy} if policy else {}),
    )


def digest(content: bytes) -> str:
    """What tells a content from another one."""
    return hashlib.sha256(content).hexdigest()[:32]


def route(address: str | Sequence[str]) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Return what makes a function answer GET and HEAD of one or more addresses."""
    # In the loop: it takes no time, and unless told Litestar warns or takes a thread for it.
    return HTTPRouteHandler(
        address,
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        status_code=200,
        sync_to_thread=False,
    )


def answer(request: Request[Any, Any, Any], sent: File) -> Response[bytes]:
    """A file as the client takes it; nothing of one that it has already."""
    headers = dict(sent.headers)
    known = request.headers.get("if-none-match", "")
    if headers["ETag"] in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=sent.media_type)
    if not sent.is_pressed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(sent.packed, headers=headers, media_type=sent.media_type)
    return Response(sent.content, headers=headers, media_type=sent.media_type)
