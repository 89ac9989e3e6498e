"""The trash: matches and leagues that their owner deleted, and can have back for a time."""

from datetime import timedelta
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from msgspec import structs

from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp

KEPT: Final = timedelta(days=30)
"""How long something that was deleted can be brought back; the cleanup removes it then."""
S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])


class Trash(Generic[S, R]):
    """What the owners of matches, or of leagues, may throw away, and bring back."""

    def __init__(self, changes: Changes[S, R]) -> None:
        self._changes = changes

    async def delete(self, command: Command, aggregate_id: UUID) -> None:
        """Hide it from everybody. Deleting it again changes nothing."""

        async def decide(state: S, stamp: Stamp) -> R | None:
            return self._decide_deletion(state, stamp)

        # Also of what is deleted, or a retry would hear that there is no such thing.
        await self._changes.write(command, aggregate_id, Role.OWNER, decide, even_deleted=True)

    async def restore(self, command: Command, aggregate_id: UUID) -> S:
        """Bring it back as it was. What is there already stays as it is."""

        async def decide(state: S, stamp: Stamp) -> R | None:
            return self._decide_return(state, stamp)

        return await self._changes.write(
            command, aggregate_id, Role.OWNER, decide, even_deleted=True
        )

    def _decide_deletion(self, state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is not None:
            return None
        after = structs.replace(state, deleted_at=stamp.at)
        return self._changes.revise(f"{state.kind}_deleted", after)

    def _decide_return(self, state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is None:
            return None
        # Until the cleanup comes by it is still there, but nobody may build on that.
        if stamp.at - state.deleted_at >= KEPT:
            raise self._changes.not_found
        after = structs.replace(state, deleted_at=None)
        return self._changes.revise(f"{state.kind}_restored", after)
