"""OPTIONS: the methods of each path."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from litestar import Request, Response, route
from litestar.handlers import HTTPRouteHandler

from pitch.messages import Refusal
from pitchkeeper.rest.cors import PREFLIGHT
from pitchkeeper.rest.operations import Operation


class OriginNotAllowed(Refusal):
    """Scripts of this web site may not call the API; `CORS_ORIGINS` lists the origins that may."""

    hint = "Whoever runs the server names web sites whose scripts may call in CORS_ORIGINS."


def routes(operations: Iterable[Operation]) -> Iterator[HTTPRouteHandler]:
    """Yield an OPTIONS route for each path, to be registered before all others."""
    # Litestar answers OPTIONS of a path by the first handler there.
    methods: dict[str, set[str]] = {}
    for operation in operations:
        methods.setdefault(operation.path, {"OPTIONS"}).update(operation.methods)
    for path, allowed in methods.items():
        yield route(path, http_method=["OPTIONS"], sync_to_thread=False)(_options_handler(allowed))


def _options_handler(methods: set[str]) -> Callable[[Request[Any, Any, Any]], Response[None]]:
    allow = ", ".join(sorted(methods))

    def respond(request: Request[Any, Any, Any]) -> Response[None]:
        # Preflights of allowed sites are answered by the CORS middleware.
        if PREFLIGHT in request.headers:
            raise OriginNotAllowed
        return Response(None, status_code=204, headers={"Allow": allow})

    return respond
