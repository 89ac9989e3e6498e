"""Static files: in memory, each with its response headers."""

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

from pitchkeeper.rest import etags
from pitchkeeper.rest.middleware import compression

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""The Cache-Control of a file whose name contains its digest."""
REVALIDATE: Final = "no-cache"
_TYPES: Final = {
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".yaml": "application/yaml",
}
_COMPRESSED: Final = (".woff2", ".png")


# With a `dict`: a cached property keeps its value in one, and structs of msgspec have none.
class File(Struct, frozen=True, dict=True):
    """A file as it is sent: plain, or as gzip unless its format is compressed already."""

    content: bytes
    is_compressed: bool
    media_type: str
    headers: dict[str, str]

    @cached_property
    def gzip_content(self) -> bytes:
        """The content as gzip; for all files of a server this takes a third of a second."""
        return gzip.compress(self.content, mtime=0)


def file(content: bytes, name: str, *, caching: str = REVALIDATE, policy: str = "") -> File:
    """Build a file; the media type follows from its name."""
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {
        "Cache-Control": caching,
        "ETag": f'"{digest(content)}"',
        "Vary": "Accept-Encoding",
    }
    return File(
        content=content,
        is_compressed=suffix in _COMPRESSED,
        media_type=kind,
        headers=headers | ({"Content-Security-Policy": policy} if policy else {}),
    )


def digest(content: bytes) -> str:
    """Return the digest that identifies a content."""
    return hashlib.sha256(content).hexdigest()[:32]


def route(address: str | Sequence[str]) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Return a decorator that makes a function the route of GET and HEAD of some addresses."""
    # Without sync_to_thread Litestar warns or uses a thread, though this takes no time.
    return HTTPRouteHandler(
        address,
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        status_code=200,
        sync_to_thread=False,
    )


def answer(request: Request[Any, Any, Any], file: File) -> Response[bytes]:
    """Return a response with a file, as gzip if accepted; 304 if the client has it."""
    headers = dict(file.headers)
    if etags.is_among(headers["ETag"], request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    encodings = request.headers.get("accept-encoding", "").encode("latin-1")
    if not file.is_compressed and compression.accepts_gzip(encodings):
        headers["Content-Encoding"] = "gzip"
        return Response(file.gzip_content, headers=headers, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)
