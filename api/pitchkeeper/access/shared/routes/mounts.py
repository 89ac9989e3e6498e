"""Mounts: a route that matches and leagues both have is written once, and mounted by each.

    @shared_route(
        lambda at: operation(
            "DELETE", at.path, at.pick("deleteMatch", "deleteLeague"), status=204
        )
    )
    async def delete(aggregate_id: NamedDependency[UUID], ...) -> None:
        \"\"\"Delete a {noun}.\"\"\"

Its handler asks for `aggregate_id`, the `services` of matches or of leagues, and the `mount`; its
docstring may name the `{noun}`, the `{other}` one, and what the `words` of the operation add.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from litestar import Request, Response
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct, structs

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.membership_views import NewInvite, NewLeagueInvite
from pitchkeeper.access.shared.services import SharedServices
from pitchkeeper.rest.operations import Operation

T = TypeVar("T")


class Mount(Struct, frozen=True):
    """The differences between the shared routes of matches and of leagues."""

    kind: AggregateKind
    path: str
    """The path of one match or league."""
    answer: type
    """The view of one."""
    new_invite: type[NewInvite | NewLeagueInvite]
    problems: tuple[str, ...]
    """The problems of every change."""
    response: Callable[[Any, UUID], Response[Any]]
    """Return the response with a match or a league, as a device sees it."""
    created_response: Callable[[Any, UUID], Response[Any]]
    """Return the response of a request that opened or joined a match or a league."""

    def pick(self, match: T, league: T) -> T:
        """Return the first for matches, the second for leagues."""
        return match if self.kind is AggregateKind.MATCH else league

    @property
    def words(self) -> Mapping[str, str]:
        """The values for names in braces in docstrings of shared routes."""
        return {
            "noun": self.kind,
            "other": self.pick("league", "match"),
            "runners": self.pick("the owner", "the owner and organizers"),
        }

    @property
    def dependencies(self) -> Mapping[str, Provide]:
        """The dependencies of handlers of shared routes."""
        return {
            "aggregate_id": Provide(self._id, sync_to_thread=False),
            "services": Provide(self._services, sync_to_thread=False),
            "mount": Provide(lambda: self, sync_to_thread=False),
        }

    def _id(self, request: Request[Any, Any, Any]) -> UUID:
        aggregate_id: UUID = request.path_params[f"{self.kind}_id"]
        return aggregate_id

    def _services(self, request: Request[Any, Any, Any]) -> SharedServices:
        services: SharedServices = request.app.state.services.shared[self.kind]
        return services


class SharedRoute(Struct, frozen=True):
    """A route before it is mounted: its operation by the mount, and its handler."""

    operation: Callable[[Mount], Operation]
    handler: Callable[..., Any]

    def at(self, mount: Mount) -> HTTPRouteHandler:
        """Return the route of matches, or of leagues."""
        operation = self.operation(mount)
        mounted = structs.replace(
            operation,
            words={**mount.words, **operation.words},
            dependencies=mount.dependencies,
        )
        return mounted(self.handler)


def shared_route(
    operation: Callable[[Mount], Operation],
) -> Callable[[Callable[..., Any]], SharedRoute]:
    """Return the decorator that makes a handler a shared route."""
    return lambda handler: SharedRoute(operation, handler)
