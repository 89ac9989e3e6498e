"""History: the journal of a match, and going back in it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.database.listings import Lines
from api.http.preconditions import Precondition
from api.matches import edit_conflicts, replay
from api.matches.changes import MatchChanges, MatchNotFound, Outcome
from api.matches.journal import Action, JournalLine
from api.matches.replay import Traced
from api.matches.state import MatchState
from api.matches.store import MatchStore

_LINES: Final = 100
"""How many lines of a journal are looked at in one go."""


class History:
    """What a device may do with the history of its matches."""

    def __init__(self, store: MatchStore, changes: MatchChanges) -> None:
        self._store = store
        self._changes = changes

    async def journal(
        self, device_id: UUID, match_id: UUID, wanted: Lines, limit: int
    ) -> Sequence[JournalLine]:
        """Who changed what in a match."""
        noted = await self._store.list_journal(match_id, device_id, wanted, limit)
        if noted is None:
            raise MatchNotFound
        return noted

    async def undo(self, command: Command, match_id: UUID, seen: Precondition) -> MatchState:
        """Take back the last change of hands or adjustments that is in force."""

        async def act(stored: MatchState, _made: Stamp) -> Outcome | None:
            _check_seen(stored, seen)
            version = await self._undone(stored)
            return await self._gone_back(stored, version, Action.CHANGE_UNDONE)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def restore(
        self, command: Command, match_id: UUID, version: int, seen: Precondition
    ) -> MatchState:
        """Make the hands and adjustments what they were at an earlier version."""

        async def act(stored: MatchState, _made: Stamp) -> Outcome | None:
            _check_seen(stored, seen)
            replay.check(stored, version)
            return await self._gone_back(stored, version, Action.VERSION_RESTORED)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def _undone(self, stored: MatchState) -> int:
        """The version before the last change that is in force."""
        traced = Traced(stored.version, is_found=False)
        while not traced.is_found:
            noted = await self._store.list_back(stored.match_id, traced.version, _LINES)
            traced = replay.traced(traced.version, noted)
        return traced.version

    async def _gone_back(self, stored: MatchState, version: int, action: Action) -> Outcome | None:
        """The match with what it had at a version; None if that is what it has."""
        changed = await self._store.load_changes(stored.match_id, version)
        then = replay.rewound(stored, changed, version)
        hands = replay.restored(stored.hands, then.hands)
        if hands == stored.hands and then.adjustments == stored.adjustments:
            return None
        after = replace(stored, hands=hands, adjustments=then.adjustments)
        return Outcome(action=action, after=after, restored=version)


def _check_seen(stored: MatchState, seen: Precondition) -> None:
    edit_conflicts.refuse_blind(seen, "so that no other change is undone")
    edit_conflicts.refuse_stale(stored, seen)
