"""The built files of the page, in memory, each with the headers it is sent with."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

FOLDER: Final = Path(__file__).parents[2] / "web" / "built"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# The name of what lies there has its content in it, so it is never asked for again.
_ASSETS: Final = "assets/"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
_TYPES: Final = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_PRESSED: Final = (".woff2", ".png")


class File(Struct, frozen=True):
    """A file as it is sent: plain, and packed where that makes it smaller."""

    content: bytes
    packed: bytes | None
    media_type: str
    headers: dict[str, str]


def read(folder: Path) -> dict[str, File]:
    """Every file below a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): _file(path, path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _file(path: Path, name: str) -> File:
    content = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(
        content=content,
        packed=None if path.suffix in _PRESSED else gzip.compress(content, mtime=0),
        media_type=kind,
        headers={
            "Content-Security-Policy": _POLICY,
            "Cache-Control": _FOR_EVER if name.startswith(_ASSETS) else _ASK_AGAIN,
            "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
            "Vary": "Accept-Encoding",
        },
    )


def _answer(request: Request[Any, Any, Any], file: File) -> Response[bytes]:
    """A file as the browser takes it; nothing of one that it has already."""
    headers = dict(file.headers)
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)


def routes(folder: Path = FOLDER) -> tuple[HTTPRouteHandler, ...]:
    """The page at `/`, its assets, and the other files beside it by their names."""
    files = read(folder)
    beside = [f"/{name}" for name in files if not name.startswith(_ASSETS)]

    @get(["/", *beside], sync_to_thread=False)
    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _answer(request, files[request.url.path.lstrip("/") or "index.html"])

    @get(f"/{_ASSETS}{{name:str}}", sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        file = files.get(_ASSETS + name)
        if file is None:
            raise NotFoundException
        return _answer(request, file)

    return page, asset
