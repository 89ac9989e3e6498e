"""The routes of the reference: pages and files, all of them from this server."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitchkeeper.rest import files
from pitchkeeper.rest.files import File
from pitchkeeper.rest.reference import assets, contract, pages
from pitchkeeper.rest.reference.contract import Contract, Operation

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


def routes(text: bytes) -> tuple[HTTPRouteHandler, ...]:
    """The contract, the pages that show it, and their files."""
    # Most workers are never asked for any of it, and to make it would double the time of a start.
    shown = _Shown(text)
    return (
        _fixed("/openapi.json", lambda: files.file(shown.served, "openapi.json")),
        _fixed(PATH, lambda: _page(pages.index(shown.contract))),
        _fixed(pages.ABOUT, lambda: _page(pages.about(shown.contract))),
        _fixed(pages.MODELS, lambda: _page(pages.models(shown.contract))),
        _made(
            f"{pages.OPERATIONS}/{{name:str}}",
            lambda: shown.operations,
            lambda name: _page(pages.operation(shown.contract, shown.operations[name])),
        ),
        _made(
            f"{pages.MODELS}/{{name:str}}",
            lambda: shown.contract.components["schemas"],
            lambda name: _page(pages.model(shown.contract, name)),
        ),
        _made(
            f"{pages.TRY}/{{name:str}}",
            lambda: shown.operations,
            lambda name: _page(pages.trial(shown.operations[name]), _TRYING_POLICY),
        ),
        _made(
            f"{pages.TRY}/{{name:str}}/openapi.json",
            lambda: shown.operations,
            lambda name: files.file(shown.contract.excerpt(shown.operations[name]), "openapi.json"),
        ),
        _assets(),
    )


class _Shown:
    """The contract as it is served and as it is read, each made when it is asked for."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    @cached_property
    def served(self) -> bytes:
        """Committed as it reads best; of what is served more than half would be blanks."""
        return msgspec.json.format(self._text, indent=-1)

    @cached_property
    def contract(self) -> Contract:
        return contract.parse(self.served)

    @property
    def operations(self) -> Mapping[str, Operation]:
        return self.contract.operations


def _page(written: str, policy: str = _POLICY) -> File:
    return files.file(written.encode(), "page.html", policy=policy)


def _fixed(address: str, make: Callable[[], File]) -> HTTPRouteHandler:
    """What is made once, when it is first asked for."""
    made = cache(make)

    @files.route(address)
    def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, made())

    return answer


def _made(
    address: str, names: Callable[[], Collection[str]], make: Callable[[str], File]
) -> HTTPRouteHandler:
    """What is made once for each of some names, when it is first asked for."""
    # All of them, some six megabytes: nobody is refused a page for having asked often, so whoever
    # asks for one after the other must not have them made again.
    made = cache(make)

    @files.route(address)
    def answer(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        if name not in names():
            raise NotFoundException
        return files.answer(request, made(name))

    return answer


def _assets() -> HTTPRouteHandler:
    @files.route(f"{assets.FOLDER}/{{digest:str}}/{{name:str}}")
    def answer(
        request: Request[Any, Any, Any], digest: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        found = assets.all_files().get(f"{assets.FOLDER}/{digest}/{name}")
        if found is None:
            raise NotFoundException
        return files.answer(request, found)

    return answer
