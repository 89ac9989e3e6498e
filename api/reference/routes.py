"""The routes of the reference: pages and files, all of them from this server."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.http import files
from api.http.files import File
from api.reference import assets, contract, pages

PATH: Final = "/docs"
_CLOSED: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    f"{_CLOSED}"
)
# Swagger UI sets the style of single elements.
_TRYING_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    f"img-src 'self' data:; {_CLOSED}"
)
_REMEMBERED: Final = 64
"""How many pages are kept as they were made."""


def routes(text: bytes) -> tuple[HTTPRouteHandler, ...]:
    """The contract, the pages that show it, and their files."""
    # Committed as it reads best; of what is served more than half would be blanks.
    served = msgspec.json.format(text, indent=-1)
    read = contract.read(served)
    operations, schemas = read.operations, read.components["schemas"]
    return (
        _fixed("/openapi.json", files.file(served, "openapi.json")),
        _fixed(PATH, _page(pages.listing(read))),
        _fixed(pages.ABOUT, _page(pages.about(read))),
        _fixed(pages.MODELS, _page(pages.models(read))),
        _made(
            f"{pages.OPERATIONS}/{{name:str}}",
            operations,
            lambda name: _page(pages.operation(read, operations[name])),
        ),
        _made(f"{pages.MODELS}/{{name:str}}", schemas, lambda name: _page(pages.model(read, name))),
        _made(
            f"{pages.TRY}/{{name:str}}",
            operations,
            lambda name: _page(pages.trial(operations[name]), _TRYING_POLICY),
        ),
        _made(
            f"{pages.TRY}/{{name:str}}/openapi.json",
            operations,
            lambda name: files.file(read.excerpt(operations[name]), "openapi.json"),
        ),
        _assets(),
    )


def _page(written: str, policy: str = _POLICY) -> File:
    return files.file(written.encode(), "page.html", policy=policy)


def _fixed(address: str, sent: File) -> HTTPRouteHandler:
    # In the loop: it takes no time, and unless told Litestar warns or takes a thread for it.
    @get(address, sync_to_thread=False)
    def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, sent)

    return answer


def _made(address: str, names: Collection[str], make: Callable[[str], File]) -> HTTPRouteHandler:
    """What is made when it is asked for, of some names."""
    made = lru_cache(_REMEMBERED)(make)

    @get(address, sync_to_thread=False)
    def answer(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        if name not in names:
            raise NotFoundException
        return files.answer(request, made(name))

    return answer


def _assets() -> HTTPRouteHandler:
    shipped = assets.shipped()

    @get(f"{assets.FOLDER}/{{digest:str}}/{{name:str}}", sync_to_thread=False)
    def answer(
        request: Request[Any, Any, Any], digest: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        found = shipped.get(f"{assets.FOLDER}/{digest}/{name}")
        if found is None:
            raise NotFoundException
        return files.answer(request, found)

    return answer
