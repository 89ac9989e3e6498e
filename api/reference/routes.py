"""The interactive reference: Swagger UI from the installed package, nothing from elsewhere."""

import importlib.util
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.handlers import HTTPRouteHandler

from api.http import files

PATH: Final = "/docs"
_FOLDER: Final = "/docs/files"
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
_PAGE: Final = f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pitchkeeper API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{_FOLDER}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="{_FOLDER}/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START: Final = """\
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: true,
  validatorUrl: null,
});
"""


@get(PATH, media_type=MediaType.HTML, sync_to_thread=False)
def page() -> Response[str]:
    """The reference page."""
    return Response(_PAGE, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


@get("/docs/start.js", media_type="text/javascript", sync_to_thread=False)
def start() -> str:
    """The script that draws the page."""
    return _START


def routes(contract: bytes) -> tuple[HTTPRouteHandler, ...]:
    """The contract, the page, its script, and two files of Swagger UI as its package ships them."""
    # Committed as it reads best; of what is served more than half would be blanks.
    served = _file("/openapi.json", msgspec.json.format(contract, indent=-1))

    spec = importlib.util.find_spec("swagger_ui")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("The swagger-ui-py package is not installed; run make again.")
    static = Path(spec.submodule_search_locations[0]) / "static"
    names = ("swagger-ui.css", "swagger-ui-bundle.js")
    shipped = [_file(f"{_FOLDER}/{name}", (static / name).read_bytes()) for name in names]
    return (served, page, start, *shipped)


def _file(address: str, content: bytes) -> HTTPRouteHandler:
    sent = files.file(content, address)

    @get(address, sync_to_thread=False)
    def served(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, sent)

    return served
