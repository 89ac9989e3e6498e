"""Methods: what may be done at each path, told to whoever asks."""

from collections.abc import Callable, Iterable, Iterator

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler

from api.http.operations import Operation


def options(operations: Iterable[Operation]) -> Iterator[HTTPRouteHandler]:
    """What may be done at each path; registered first, or the framework names just one."""
    # Litestar answers OPTIONS of a path by the first handler that it finds there.
    methods: dict[str, set[str]] = {}
    for operation in operations:
        methods.setdefault(operation.path, {"OPTIONS"}).update(operation.methods)
    for path, allowed in methods.items():
        yield route(path, http_method=["OPTIONS"], sync_to_thread=False)(_allowing(allowed))


def _allowing(methods: set[str]) -> Callable[[], Response[None]]:
    allow = ", ".join(sorted(methods))

    def answer() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return answer
