"""Edits: the requests of devices to change one match or one league."""

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from uuid import UUID

from msgspec import Struct

from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.devices import AnyRole, Command, Stamp
from pitchkeeper.rest.preconditions import BLIND, Precondition

S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])
P = ParamSpec("P")


class Edit(Struct, Generic[S, R], frozen=True):
    """A request to change a match or a league, and the versions that its device has seen."""

    changes: Changes[S, R]
    command: Command
    aggregate_id: UUID
    precondition: Precondition = BLIND

    @property
    def device_id(self) -> UUID:
        """The device that makes the request."""
        return self.command.device_id

    async def write(
        self,
        role: AnyRole,
        decide: Callable[Concatenate[S, Stamp, P], Awaitable[R | None] | R | None],
        /,
        *args: P.args,
        **facts: P.kwargs,
    ) -> S:
        """Return the state after a change by a device with a role; `decide` is given the facts."""
        return await self.changes.write(
            self.command,
            self.aggregate_id,
            role,
            lambda state, stamp: decide(state, stamp, *args, **facts),
        )
