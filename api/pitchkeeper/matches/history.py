"""History: the journal of a match, and going back in it."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.messages import Message
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database.listings import JournalQuery
from pitchkeeper.matches import agreements, edit_conflicts, replay
from pitchkeeper.matches.changes import MatchEdit, MatchNotFound, MatchRevision
from pitchkeeper.matches.journal import Action, JournalLine
from pitchkeeper.matches.replay import UndoTarget
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition

_UNSEEN = Message("problem.precondition_required.undo")

_LINES: Final = 100
"""Lines of the journal that are read at a time."""


async def read_journal(
    store: MatchStore, device_id: UUID, match_id: UUID, query: JournalQuery, limit: int
) -> tuple[Sequence[JournalLine], DeviceNames]:
    """Return lines of the journal of a match, and the names of its members' devices."""
    lines = await store.list_journal(match_id, device_id, query, limit)
    if lines is None:
        raise MatchNotFound
    return lines, await store.names(match_id)


async def undo(edit: MatchEdit, store: MatchStore) -> MatchState:
    """Undo the last change of hands, adjustments, names or rules that is in force."""

    async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
        _check_seen(state, edit.precondition)
        then = await edit.changes.load_version(state, await _undo_version(store, state))
        return decide_return(state, then=then, action=Action.CHANGE_UNDONE)

    return await edit.write(Role.SCORER, decide)


async def restore(edit: MatchEdit, version: int) -> MatchState:
    """Restore hands, adjustments, names and rules of an earlier version."""

    async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
        _check_seen(state, edit.precondition)
        then = await edit.changes.load_version(state, version)
        return decide_return(state, then=then, action=Action.VERSION_RESTORED)

    return await edit.write(Role.SCORER, decide)


async def _undo_version(store: MatchStore, state: MatchState) -> int:
    """Return the version before the last change that is in force."""
    target = UndoTarget(state.version, is_found=False)
    # Page by page: a journal may have thousands of lines, and mostly its last one is undone.
    while not target.is_found:
        lines = await store.list_back(state.match_id, target.version, _LINES)
        target = replay.undo_target(target.version, lines)
    return target.version


def decide_return(state: MatchState, *, then: MatchState, action: Action) -> MatchRevision | None:
    """Return a match with the facts of an earlier version; None if they are the same."""
    hands = replay.restore_hands(state.hands, then.hands)
    rules, names = then.match.ruleset, then.match.seating.names
    has_same_rules = rules == state.match.ruleset
    has_same_scores = hands == state.hands and then.adjustments == state.adjustments
    has_same_names = (names, then.name) == (state.match.seating.names, state.name)
    if has_same_scores and has_same_rules and has_same_names:
        return None
    # Other rules change the payment of every hand, and a disputed hand is locked.
    if not has_same_rules:
        for hand in state.hands:
            agreements.refuse_disputed(hand)
    after = structs.replace(state, hands=hands, adjustments=then.adjustments, name=then.name)
    after = replay.with_names(replay.with_rules(after, rules), dict(enumerate(names)))
    return MatchRevision(action=action, after=after, restored=then.version)


def _check_seen(state: MatchState, precondition: Precondition) -> None:
    edit_conflicts.refuse_blind(precondition, _UNSEEN())
    edit_conflicts.refuse_stale(state, precondition)
