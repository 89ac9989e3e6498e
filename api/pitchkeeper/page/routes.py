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
# The name of what lies there has its content in it.
_ASSETS: Final = "assets/"


def read(folder: Path) -> dict[str, File]:
    """Every file below a folder, by its path there."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        name: files.file(
            path.read_bytes(),
            name,
            caching=files.IMMUTABLE if name.startswith(_ASSETS) else files.REVALIDATE,
            policy=_POLICY,
        )
        for path in found
        for name in (path.relative_to(folder).as_posix(),)
    }


def routes(folder: Path = settings.PAGE) -> tuple[HTTPRouteHandler, ...]:
    """The page at `/`, its assets, and the other files beside it by their names."""
    built = read(folder)
    beside = [f"/{name}" for name in built if not name.startswith(_ASSETS)]

    @files.route(["/", *beside])
    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, built[request.url.path.lstrip("/") or "index.html"])

    @files.route(f"/{_ASSETS}{{name:str}}")
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        found = built.get(_ASSETS + name)
        if found is None:
            raise NotFoundException
        return files.answer(request, found)

    return page, asset
