"""History: the journal of a match, and going back in it."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.messages import Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.database.listings import JournalQuery
from pitchkeeper.matches import agreements, edit_conflicts, replay
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound, MatchRevision
from pitchkeeper.matches.journal import Action, JournalLine
from pitchkeeper.matches.replay import UndoTarget
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition

_UNSEEN = Message("problem.precondition_required.undo")

_LINES: Final = 100
"""How many lines of a journal are looked at in one go."""


class History:
    """What a device may do with the history of its matches."""

    def __init__(self, store: MatchStore, changes: MatchChanges) -> None:
        self._store = store
        self._changes = changes

    async def journal(
        self, device_id: UUID, match_id: UUID, wanted: JournalQuery, limit: int
    ) -> tuple[Sequence[JournalLine], DeviceNames]:
        """Who changed what in a match, and what its members call their devices."""
        noted = await self._store.list_journal(match_id, device_id, wanted, limit)
        if noted is None:
            raise MatchNotFound
        return noted, await self._store.names(match_id)

    async def undo(self, command: Command, match_id: UUID, seen: Precondition) -> MatchState:
        """Take back the last change of hands, adjustments, names or rules that is in force."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            _check_seen(state, seen)
            then = await self._changes.load_version(state, await self._undone(state))
            return decide_return(state, then=then, action=Action.CHANGE_UNDONE)

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def restore(
        self, command: Command, match_id: UUID, version: int, seen: Precondition
    ) -> MatchState:
        """Make hands, adjustments, names and rules what they were at an earlier version."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            _check_seen(state, seen)
            then = await self._changes.load_version(state, version)
            return decide_return(state, then=then, action=Action.VERSION_RESTORED)

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def _undone(self, state: MatchState) -> int:
        """The version before the last change that is in force."""
        target = UndoTarget(state.version, is_found=False)
        # Page by page: a journal may have thousands of lines, and mostly the last one is it.
        while not target.is_found:
            noted = await self._store.list_back(state.match_id, target.version, _LINES)
            target = replay.undo_target(target.version, noted)
        return target.version


def decide_return(state: MatchState, *, then: MatchState, action: Action) -> MatchRevision | None:
    """Return a match with what it had at a version; None if that is what it has."""
    hands = replay.restore_hands(state.hands, then.hands)
    rules, names = then.match.ruleset, then.match.seating.names
    is_called_alike = names == state.match.seating.names
    is_played_alike = rules == state.match.ruleset
    is_entered_alike = hands == state.hands and then.adjustments == state.adjustments
    if is_entered_alike and is_called_alike and is_played_alike:
        return None
    # Other rules change what every hand pays, and one that is disputed is locked.
    if not is_played_alike:
        for hand in state.hands:
            agreements.refuse_disputed(hand)
    after = structs.replace(state, hands=hands, adjustments=then.adjustments)
    after = replay.with_names(replay.with_rules(after, rules), dict(enumerate(names)))
    return MatchRevision(action=action, after=after, restored=then.version)


def _check_seen(state: MatchState, seen: Precondition) -> None:
    edit_conflicts.refuse_blind(seen, _UNSEEN())
    edit_conflicts.refuse_stale(state, seen)
