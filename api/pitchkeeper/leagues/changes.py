"""Changes of leagues: what is saved of them, and what had been seen."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.changes import Changes, Revision, Write
from pitchkeeper.database.retries import Conflict
from pitchkeeper.leagues import replay
from pitchkeeper.leagues import state as pieces
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.replay import NO_VERSION, NoSuchVersion
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition, PreconditionRequired

Unseen = Collection[str] | None
"""The places at which something has changed since a version was seen; None if none was."""


class LeagueNotFound(Refusal):
    """There is no such league, or this device takes no part in it."""

    code = "league_not_found"
    default_message = Message("problem.league_not_found")


class LeagueBusy(Refusal):
    """Too many devices are changing the league at once; try again."""

    code = "league_busy"
    default_message = Message("problem.league_busy")


class StaleLeague(Refusal):
    """What the request would change has changed since the version that it names."""

    code = "stale_league"
    default_message = Message("problem.stale_league")


class LeagueRevision(Revision[LeagueState], frozen=True, kw_only=True):
    """What a league becomes by a change, and what the journal calls it."""

    action: LeagueAction
    opens: MatchState | None = None
    """A match that is opened in the transaction of the change, so that some fixture knows it."""


class LeagueChanges(Changes[LeagueState, LeagueRevision]):
    """The leagues of the store: what they are, what they were, and how they change."""

    not_found: ClassVar[type[Refusal]] = LeagueNotFound
    busy: ClassVar[type[Refusal]] = LeagueBusy

    def __init__(self, store: LeagueStore, clock: Callable[[], datetime]) -> None:
        super().__init__(store, clock)
        self._leagues = store

    async def state_at(
        self, state: LeagueState, version: int, _until: float | None = None
    ) -> LeagueState:
        """A league as it was at a version; nothing of it has to be proven until then."""
        if version == state.version:
            return state
        if not 1 <= version < state.version:
            raise NoSuchVersion(NO_VERSION(version=version, last=state.version))
        # With the line of that version itself, which tells when it was made.
        lines = await self._leagues.changes(state.league_id, version)
        return replay.rewound(state, lines, version)

    async def linked(self, device_id: UUID, league_id: UUID) -> Sequence[UUID]:
        """The matches of the fixtures of a league that the device takes part in."""
        return (await self.read(device_id, league_id)).linked

    async def unseen(self, state: LeagueState, seen: Precondition) -> Unseen:
        """What of a league is not as it was at the last version that was seen."""
        if seen.names(state.version):
            return ()
        known = max((each for each in seen.versions if each < state.version), default=None)
        if known is None:
            return None
        # By places, and not by the version alone: tables that report at once are not in each
        # other's way.
        lines = await self._leagues.changes(state.league_id, known + 1)
        return {change.place for line in lines for change in line.entry.changes}

    def revise(self, action: str, after: LeagueState) -> LeagueRevision:
        """A change by the name that the journals of matches and leagues both have for it."""
        return LeagueRevision(action=LeagueAction(action), after=after)

    async def _save(
        self, write: Write, before: LeagueState, revision: LeagueRevision
    ) -> LeagueState | Conflict:
        after, opens = revision.after, revision.opens
        change = replay.change_of(revision.action, pieces.pieces(before), after)
        is_saved = await self._leagues.save(before, after, write.command, change, opens)
        return after if is_saved else Conflict()


def refuse_unseen(state: LeagueState, place: str, seen: Precondition, unseen: Unseen) -> None:
    """Refuse to write over what stands at a place without having seen it."""
    if not seen.is_given and place in pieces.pieces(state):
        raise PreconditionRequired
    if seen.is_given and (unseen is None or place in unseen):
        raise _stale(state)


def refuse_stale(state: LeagueState, seen: Precondition) -> None:
    """Refuse to write over a league of which another version was seen."""
    if not seen.allows(state.version):
        raise _stale(state)


def _stale(state: LeagueState) -> StaleLeague:
    return StaleLeague(hint=f"The league is at version {state.version}.")
