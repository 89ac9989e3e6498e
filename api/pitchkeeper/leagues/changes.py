"""Changes of leagues: read a league at a version, compare versions, and save what changed."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Concatenate, ParamSpec
from uuid import UUID

from msgspec import Struct

from pitch.messages import Refusal
from pitchkeeper.access.changes import Changes, Revision, Write
from pitchkeeper.access.devices import AnyRole, Command, LeagueRole, Stamp
from pitchkeeper.access.edits import Edit
from pitchkeeper.database.retries import Conflict
from pitchkeeper.leagues import journal
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.pieces import to_pieces
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.replay import NO_VERSION, NoSuchVersion
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition, PreconditionRequired

P = ParamSpec("P")


class LeagueNotFound(Refusal):
    """There is no such league, or this device takes no part in it."""


class LeagueBusy(Refusal):
    """Too many devices are changing the league at once; try again."""


class StaleLeague(Refusal):
    """The request would overwrite something that has changed since the version that it names."""


class LeagueRevision(Revision[LeagueState], frozen=True, kw_only=True):
    """A league after a change, and the action for its journal."""

    action: LeagueAction
    opens: MatchState | None = None
    """A match to open in the transaction of the change."""


class Comparison(Struct, frozen=True):
    """A league compared with the version that a request names."""

    state: LeagueState
    precondition: Precondition
    changed_places: Collection[str] | None
    """The places that changed since that version; None if it is no version of the league."""

    def refuse_stale(self, place: str) -> None:
        """Refuse to overwrite a place whose current piece the client has not seen."""
        if not self.precondition.is_given:
            if place in to_pieces(self.state):
                raise PreconditionRequired
        elif self.changed_places is None or place in self.changed_places:
            raise _stale(self.state)


class LeagueChanges(Changes[LeagueState, LeagueRevision]):
    """The leagues of the store, as of now or of a version, and their changes."""

    not_found: ClassVar[type[Refusal]] = LeagueNotFound
    busy: ClassVar[type[Refusal]] = LeagueBusy
    runner: ClassVar[AnyRole] = LeagueRole.ORGANISER

    def __init__(self, store: LeagueStore, clock: Callable[[], datetime]) -> None:
        super().__init__(store, clock)
        self._leagues = store

    async def state_at(
        self, state: LeagueState, version: int, _until: float | None = None
    ) -> LeagueState:
        """Return a league at a version; no proofs are needed for that."""
        if version == state.version:
            return state
        if not 1 <= version < state.version:
            raise NoSuchVersion(NO_VERSION(version=version, last=state.version))
        # The line of the version itself is included because it holds the time.
        lines = await self._leagues.changes(state.league_id, version)
        return journal.rewind(state, lines, version)

    async def read_mark(self, league_id: UUID) -> tuple[int, frozenset[UUID]]:
        """Return the version of a league and its members, for anyone with a public link."""
        mark = await self._leagues.mark(league_id)
        if mark is None:
            raise LeagueNotFound
        return mark

    async def version_by(self, command: Command, league_id: UUID) -> int | None:
        """Return the version that a command made of a league, also a deleted one; None if none."""
        if command.id is None:
            return None
        return (await self._leagues.list_done(league_id, [command.id])).get(command.id)

    async def linked_matches(self, device_id: UUID, league_id: UUID) -> Sequence[UUID]:
        """Return the ids of the matches that the reports of a device's league link to."""
        return (await self.read(device_id, league_id)).linked_matches

    async def places_since(self, state: LeagueState, version: int) -> Mapping[str, int]:
        """Return the places that changed after a version, with the version of the last change."""
        if version >= state.version:
            return {}
        # Newest first, so the last change of a place is the one that is not there yet.
        places: dict[str, int] = {}
        for line in await self._leagues.changes(state.league_id, version + 1):
            for change in line.entry.changes:
                places.setdefault(change.place, line.version)
        return places

    def revise(self, action: str, after: LeagueState) -> LeagueRevision:
        """Return a revision for an action that matches and leagues have in common."""
        return LeagueRevision(action=LeagueAction(action), after=after)

    async def _save(
        self, write: Write, before: LeagueState, revision: LeagueRevision
    ) -> LeagueState | Conflict:
        after, opens = revision.after, revision.opens
        change = journal.describe_change(revision.action, to_pieces(before), after)
        is_saved = await self._leagues.save(before, after, write.command, change, opens)
        return after if is_saved else Conflict()


class LeagueEdit(Edit[LeagueState, LeagueRevision], frozen=True):
    """A request to change a league."""

    changes: LeagueChanges

    async def compare(self, league: LeagueState) -> Comparison:
        """Return a league compared with the last version that its device has seen."""
        seen = self.precondition
        if seen.names(league.version):
            return Comparison(league, seen, ())
        last = max(filter(lambda version: version < league.version, seen.versions), default=None)
        # By places, not by version alone: tables that report at once do not conflict.
        changed = None if last is None else await self.changes.places_since(league, last)
        return Comparison(league, seen, changed)

    async def write_compared(
        self,
        role: AnyRole,
        decide: Callable[Concatenate[LeagueState, Stamp, Comparison, P], LeagueRevision | None],
        /,
        *args: P.args,
        **facts: P.kwargs,
    ) -> LeagueState:
        """Do as `write` for a change that may overwrite a part of the league."""

        async def compare_first(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            return decide(league, stamp, await self.compare(league), *args, **facts)

        return await self.write(role, compare_first)


def refuse_stale(state: LeagueState, precondition: Precondition) -> None:
    """Refuse to overwrite a league if the request names another version."""
    if not precondition.allows(state.version):
        raise _stale(state)


def _stale(state: LeagueState) -> StaleLeague:
    return StaleLeague(hint=f"The league is at version {state.version}.")
