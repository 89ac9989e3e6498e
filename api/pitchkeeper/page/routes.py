"""The built files of the page, in memory."""

from pathlib import Path
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitchkeeper import settings
from pitchkeeper.rest import files
from pitchkeeper.rest.files import File

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# The names of assets have a hash of their content in them.
_ASSETS: Final = "assets/"


def read(folder: Path) -> dict[str, File]:
    """Return every file below a folder, by its path there."""
    files_by_name = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        content = path.read_bytes()
        # Assets run under the policy of the page; one of their own would cost 0.3 kB each.
        files_by_name[name] = (
            files.file(content, name, caching=files.IMMUTABLE)
            if name.startswith(_ASSETS)
            else files.file(content, name, policy=_POLICY)
        )
    return files_by_name


def routes(folder: Path = settings.PAGE) -> tuple[HTTPRouteHandler, ...]:
    """Return the routes of the page at `/`, its assets, and its other files by name."""
    page_files = read(folder)
    paths = [f"/{name}" for name in page_files if not name.startswith(_ASSETS)]

    @files.route(["/", *paths])
    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, page_files[request.url.path.lstrip("/") or "index.html"])

    @files.route(f"/{_ASSETS}{{name:str}}")
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        file = page_files.get(_ASSETS + name)
        if file is None:
            raise NotFoundException
        return files.answer(request, file)

    return page, asset
