"""The trash: deleted matches and leagues, which their owner can restore for 30 days."""

from datetime import timedelta
from typing import Any, Final, TypeVar

from msgspec import structs

from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Decide, Revision
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.access.edits import Edit

_RETENTION: Final = timedelta(days=30)
"""How long something deleted can be restored; then the cleanup removes it."""
S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])


async def delete(edit: Edit[S, R]) -> None:
    """Delete a match or a league for all members. Deleting it twice changes nothing."""

    def decide(state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is not None:
            return None
        after = structs.replace(state, deleted_at=stamp.at)
        return edit.changes.revise(f"{state.kind}_deleted", after)

    await _write(edit, decide)


async def restore(edit: Edit[S, R]) -> S:
    """Restore a match or a league; one that is not deleted stays as it is."""

    def decide(state: S, stamp: Stamp) -> R | None:
        if state.deleted_at is None:
            return None
        # The cleanup removes it later, but the promise ends now.
        if stamp.at - state.deleted_at >= _RETENTION:
            raise edit.changes.not_found
        after = structs.replace(state, deleted_at=None)
        return edit.changes.revise(f"{state.kind}_restored", after)

    return await _write(edit, decide)


async def _write(edit: Edit[S, R], decide: Decide[S, R]) -> S:
    # `even_deleted`, so that a retry is not refused as not found.
    return await edit.changes.write(
        edit.command, edit.aggregate_id, Role.OWNER, decide, even_deleted=True
    )
