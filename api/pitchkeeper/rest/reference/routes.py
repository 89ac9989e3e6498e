"""Routes of the reference: pages and files, all from this server."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitchkeeper import settings
from pitchkeeper.rest import files
from pitchkeeper.rest.files import File
from pitchkeeper.rest.problems import PROBLEMS
from pitchkeeper.rest.reference import assets, contract, guides, pages
from pitchkeeper.rest.reference.contract import Contract, Operation

PATH: Final = "/docs"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def routes(text: bytes) -> tuple[HTTPRouteHandler, ...]:
    """Return the routes of the contract, its pages and their files."""
    # Lazy, because most workers never serve a page, and building them would double the start time.
    source = _LazyContract(text)
    return (
        _file_route("/openapi.json", lambda: files.file(source.served, "openapi.json")),
        _file_route(
            "/openapi-core.json", lambda: files.file(source.contract.core(), "openapi.json")
        ),
        _file_route(
            "/arazzo.yaml", lambda: files.file(settings.WORKFLOWS.read_bytes(), "arazzo.yaml")
        ),
        _file_route(PATH, lambda: _page(pages.index(source.contract))),
        _file_route(pages.ABOUT, lambda: _page(pages.about(source.contract))),
        _file_route(pages.MODELS, lambda: _page(pages.models(source.contract))),
        _named_files_route(
            f"{pages.OPERATIONS}/{{name:str}}",
            lambda: source.operations,
            lambda name: _page(pages.operation(source.contract, source.operations[name])),
        ),
        _named_files_route(
            f"{pages.MODELS}/{{name:str}}",
            lambda: source.contract.components["schemas"],
            lambda name: _page(pages.model(source.contract, name)),
        ),
        _named_files_route(
            f"{PROBLEMS}/{{name:str}}",
            lambda: source.contract.problems,
            lambda name: _page(pages.problem(source.contract, name)),
        ),
        _named_files_route(f"{guides.GUIDES}/{{name:str}}", guides.all_names, _guide),
        _file_route(
            "/llms.txt",
            lambda: files.file(pages.for_models(source.contract).encode(), "llms.txt"),
        ),
        _file_route(
            f"{PATH}/search.json",
            lambda: files.file(pages.search_index(source.contract), "search.json"),
        ),
        _assets(),
    )


class _LazyContract:
    """The contract as served and as parsed, each computed on first use."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    @cached_property
    def served(self) -> bytes:
        """The text without indentation, which would be more than half of the response."""
        return msgspec.json.format(self._text, indent=-1)

    @cached_property
    def contract(self) -> Contract:
        return contract.parse(self.served)

    @property
    def operations(self) -> Mapping[str, Operation]:
        return self.contract.operations


def _page(html: str) -> File:
    return files.file(html.encode(), "page.html", policy=_POLICY)


def _guide(name: str) -> File:
    """Return a guide as a page, or in Markdown if its name ends so, or the commands of all."""
    if name == guides.COMMANDS:
        return files.file((settings.GUIDES / name).read_bytes(), name)
    stem = name.removesuffix(".md")
    if stem == name:
        return _page(pages.guide(name))
    return files.file(guides.all_guides()[stem].text.encode(), name)


def _file_route(address: str, make: Callable[[], File]) -> HTTPRouteHandler:
    """Return the route of a file that is built on first use."""
    cached = cache(make)

    @files.route(address)
    def respond(request: Request[Any, Any, Any]) -> Response[bytes]:
        return files.answer(request, cached())

    return respond


def _named_files_route(
    address: str, names: Callable[[], Collection[str]], make: Callable[[str], File]
) -> HTTPRouteHandler:
    """Return the route of files by name, each built on first use."""
    # All stay cached, some six megabytes: the pages have no rate limit, so repeated requests for
    # all of them must not build them again.
    cached = cache(make)

    @files.route(address)
    def respond(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        if name not in names():
            raise NotFoundException
        return files.answer(request, cached(name))

    return respond


def _assets() -> HTTPRouteHandler:
    @files.route(f"{assets.FOLDER}/{{digest:str}}/{{name:str}}")
    def respond(
        request: Request[Any, Any, Any], digest: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        file = assets.all_files().get(f"{assets.FOLDER}/{digest}/{name}")
        if file is None:
            raise NotFoundException
        return files.answer(request, file)

    return respond
