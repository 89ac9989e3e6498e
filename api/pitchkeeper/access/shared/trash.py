"""The trash: deleted matches and leagues, which their owner can restore for 30 days."""

from datetime import timedelta
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from msgspec import structs

from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.devices import Command, Role, Stamp

_RETENTION: Final = timedelta(days=30)
"""How long something deleted can be restored; then the cleanup removes it."""
S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])


class Trash(Generic[S, R]):
    """Deletion and restoration of matches, or of leagues, by their owners."""

    def __init__(self, changes: Changes[S, R]) -> None:
        self._changes = changes

    async def delete(self, command: Command, aggregate_id: UUID) -> None:
        """Delete a match or a league for all members. Deleting it twice changes nothing."""
        decide = self._decide_deletion
        # `even_deleted`, so that a retry is not refused as not found.
        await self._changes.write(command, aggregate_id, Role.OWNER, decide, even_deleted=True)

    async def restore(self, command: Command, aggregate_id: UUID) -> S:
        """Restore a match or a league; one that is not deleted stays as it is."""
        decide = self._decide_restoration
        return await self._changes.write(
            command, aggregate_id, Role.OWNER, decide, even_deleted=True
        )

    def _decide_deletion(self, state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is not None:
            return None
        after = structs.replace(state, deleted_at=stamp.at)
        return self._changes.revise(f"{state.kind}_deleted", after)

    def _decide_restoration(self, state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is None:
            return None
        # The cleanup removes it later, but the promise ends now.
        if stamp.at - state.deleted_at >= _RETENTION:
            raise self._changes.not_found
        after = structs.replace(state, deleted_at=None)
        return self._changes.revise(f"{state.kind}_restored", after)
