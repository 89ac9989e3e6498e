"""Names: rename a match and its players, also for somebody who takes another's place."""

from msgspec import structs

from pitchkeeper.access.devices import Stamp
from pitchkeeper.matches import edit_conflicts, replay
from pitchkeeper.matches.changes import MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition


def decide_match_name(
    state: MatchState, _stamp: Stamp, *, name: str | None, precondition: Precondition
) -> MatchRevision | None:
    """Return a match with another name; None if it has that name already."""
    if state.name == name:
        return None
    edit_conflicts.refuse_stale(state, precondition)
    after = structs.replace(state, name=name)
    return MatchRevision(action=Action.MATCH_RENAMED, after=after)


def decide_rename(
    state: MatchState, _stamp: Stamp, *, seat: int, name: str, precondition: Precondition
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
