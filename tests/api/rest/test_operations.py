"""Operations: what a route may depend on."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from litestar import Litestar, Request
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ImproperlyConfiguredException
from litestar.params import FromPath, FromQuery
from litestar.testing import TestClient

from pitchkeeper.rest.operations import operation


@operation("GET", "/doubles/{number:int}", "getDouble", is_public=True)
async def get_double(number: FromPath[int], factor: NamedDependency[int]) -> list[int]:
    """Multiply a number."""
    return [number * factor]


def build(**dependencies: Provide) -> Litestar:
    """Build an app with the route and some dependencies."""
    return Litestar([get_double], dependencies=dependencies, openapi_config=None)


def from_request(request: Request[Any, Any, Any], base: NamedDependency[int]) -> int:
    """Return the length of the method times a base."""
    return len(request.method) * base


def sync_generator() -> Iterator[int]:
    """Yield a factor, and do something afterwards."""
    yield 2


async def generator() -> AsyncIterator[int]:
    """Yield a factor, and do something afterwards."""
    yield 2


def from_path(number: FromPath[int]) -> int:
    """Return a parameter of the path."""
    return number


def from_query(times: FromQuery[int] = 2) -> int:
    """Return a query parameter, which nobody converts."""
    return times


def test_a_dependency_has_the_request_and_other_dependencies() -> None:
    """Such dependencies are resolved, those first that others need."""
    app = build(
        factor=Provide(from_request, sync_to_thread=False),
        base=Provide(lambda: 7, sync_to_thread=False),
    )
    with TestClient(app) as client:
        assert client.get("/doubles/2").json() == [2 * len("GET") * 7]


@pytest.mark.parametrize(
    "dependency",
    [
        Provide(lambda: 2, use_cache=True, sync_to_thread=False),
        Provide(sync_generator),
        Provide(generator),
        Provide(from_path, sync_to_thread=False),
        Provide(from_query, sync_to_thread=False),
    ],
    ids=["cached", "generator", "async generator", "of the path", "of the query"],
)
def test_a_dependency_of_another_kind_stops_the_start(dependency: Provide) -> None:
    """Nothing would cache or close it, or convert its arguments."""
    with pytest.raises(ImproperlyConfiguredException, match="The dependency factor"):
        build(factor=dependency)
