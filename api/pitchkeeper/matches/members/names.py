"""Names: rename a match and its players, also for somebody who takes another's place."""

from uuid import UUID

from msgspec import structs

from pitchkeeper.access.devices import Command, Role, Stamp
from pitchkeeper.matches import edit_conflicts, replay
from pitchkeeper.matches.changes import MatchChanges, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition


class Names:
    """The use cases of the names of players and matches."""

    def __init__(self, changes: MatchChanges) -> None:
        self._changes = changes

    async def rename(
        self, command: Command, match_id: UUID, seat: int, name: str, precondition: Precondition
    ) -> MatchState:
        """Rename the player at a seat. The same name again changes nothing."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            return decide_rename(state, seat=seat, name=name, precondition=precondition)

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def rename_match(
        self, command: Command, match_id: UUID, name: str | None, precondition: Precondition
    ) -> MatchState:
        """Give a match another name, or none. The same name again changes nothing."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            return decide_match_name(state, name=name, precondition=precondition)

        return await self._changes.write(command, match_id, Role.SCORER, decide)


def decide_match_name(
    state: MatchState, *, name: str | None, precondition: Precondition
) -> MatchRevision | None:
    """Return a match with another name; None if it has that name already."""
    if state.name == name:
        return None
    edit_conflicts.refuse_stale(state, precondition)
    after = structs.replace(state, name=name)
    return MatchRevision(action=Action.MATCH_RENAMED, after=after)


def decide_rename(
    state: MatchState, *, seat: int, name: str, precondition: Precondition
) -> MatchRevision | None:
    """Return a match with another name at a seat; None if it has that name already."""
    seating = state.match.seating
    seating.table.check_seat(seat, "")
    # Before the check of versions, because a retry names the version before its first copy.
    if seating.names[seat] == name:
        return None
    edit_conflicts.refuse_stale(state, precondition)
    seating.check_rename(seat, name)
    after = replay.with_names(state, {seat: name})
    return MatchRevision(action=Action.PLAYER_RENAMED, after=after)
