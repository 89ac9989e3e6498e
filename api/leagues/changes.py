"""Changes of leagues: reads a league, and writes one change after the other, each once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from api.access.devices import Command
from api.access.roles import RANKS, Role
from api.access.stamps import Stamp
from api.database.retries import Turns
from api.http.preconditions import Precondition, PreconditionRequired
from api.leagues import state
from api.leagues.state import LeagueAction, LeagueState
from api.leagues.store import LeagueStore
from api.matches.changes import NotAllowed
from api.matches.journal import OpenedMatch
from api.matches.replay import NoSuchVersion
from domain.errors import Refusal


class LeagueNotFound(Refusal):
    """There is no such league, or this device takes no part in it."""

    code = "league_not_found"


class LeagueBusy(Refusal):
    """Too many devices are changing the league at once; try again."""

    code = "league_busy"


class StaleLeague(Refusal):
    """What the request would change has changed since the version that it names."""

    code = "stale_league"


@dataclass(frozen=True, kw_only=True)
class LeagueOutcome:
    """What a league becomes by a change, and what the journal calls it."""

    action: LeagueAction
    after: LeagueState
    opens: OpenedMatch | None = None
    """A match that is opened in the transaction of the change, so that some fixture knows it."""


LeagueAct = Callable[[LeagueState, Stamp], Awaitable[LeagueOutcome | None]]
"""Decides what a league becomes, given who acts and when; None when it stays as it is."""


class LeagueChanges:
    """The leagues of a store: what they are, what they were, and how they change."""

    def __init__(self, store: LeagueStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._turns = Turns(LeagueBusy)

    async def read(
        self, device_id: UUID, league_id: UUID, version: int | None = None
    ) -> LeagueState:
        """A league that the device takes part in, as it is now or was at a version."""
        book = await self.load(Command(device_id), league_id)
        return book if version is None else await self._at(book, version)

    async def load(
        self, command: Command, league_id: UUID, *, even_deleted: bool = False
    ) -> LeagueState:
        """A league that the device takes part in, and whether its command was here before."""
        book = await self._store.load(league_id, command, even_deleted=even_deleted)
        if book is None:
            raise LeagueNotFound
        return book

    async def write(
        self,
        command: Command,
        league_id: UUID,
        role: Role,
        act: LeagueAct,
        *,
        even_deleted: bool = False,
    ) -> LeagueState:
        """The league after a change, which is made once however often its command arrives.

        One that is deleted is there for its owner only, and only `even_deleted`.
        """

        async def permitted(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            if book.deleted_at is not None and not book.is_owner(made.device_id):
                raise LeagueNotFound
            permit(book, made.device_id, role)
            return await act(book, made)

        return await self._write(
            command, league_id, command.device_id, permitted, even_deleted=even_deleted
        )

    async def admit(self, command: Command, league_id: UUID, act: LeagueAct) -> LeagueState:
        """As `write`, for a device that may be no member yet; it is read as its owner sees it."""
        owner = await self._store.owner(league_id)
        if owner is None:
            raise LeagueNotFound
        return await self._write(command, league_id, owner, act)

    async def _write(
        self,
        command: Command,
        league_id: UUID,
        reader: UUID,
        act: LeagueAct,
        *,
        even_deleted: bool = False,
    ) -> LeagueState:
        async def attempt() -> LeagueState | None:
            asked = Command(reader, command.id)
            book = await self.load(asked, league_id, even_deleted=even_deleted)
            if book.done_in is not None:
                return await self._replayed(book, book.done_in, command)
            at = max(self._clock(), book.updated_at)
            outcome = await act(book, Stamp(device_id=command.device_id, at=at))
            return await self._save(command, book, outcome, at)

        return await self._turns.take(league_id, attempt)

    async def _replayed(self, book: LeagueState, version: int, command: Command) -> LeagueState:
        """The league as a command left it, for a device that is still in it."""
        if book.member(command.device_id) is None:
            raise LeagueNotFound
        return await self._at(book, version)

    async def refuse_unseen(self, book: LeagueState, place: str, seen: Precondition) -> None:
        """Refuse to write over what stands at a place without having seen it."""
        if not seen.is_given:
            if place in state.pieces(book):
                raise PreconditionRequired(
                    "Something else is there already; send If-Match with the version you have seen."
                )
            return
        if seen.names(book.version):
            return
        known = max((each for each in seen.versions if each < book.version), default=None)
        if known is None or await self._has_changed(book, place, known):
            raise _stale(book)

    async def _has_changed(self, book: LeagueState, place: str, version: int) -> bool:
        """Whether something else stands at a place than did at a version."""
        noted = await self._store.changes(book.league_id, version + 1)
        return any(change.place == place for line in noted for change in line.entry.changes)

    async def _at(self, book: LeagueState, version: int) -> LeagueState:
        """A league as it was at a version."""
        if version == book.version:
            return book
        if not 1 <= version < book.version:
            raise NoSuchVersion
        noted = await self._store.changes(book.league_id, version)
        return state.rewound(book, noted, version)

    async def _save(
        self, command: Command, book: LeagueState, outcome: LeagueOutcome | None, at: datetime
    ) -> LeagueState | None:
        """The league once the change is kept; None if another change came first."""
        if outcome is None:
            is_noted = command.id is None or await self._store.note_idle(book, command.id, at)
            return book if is_noted else None
        after = replace(outcome.after, version=book.version + 1, updated_at=at)
        entry = state.entry_of(outcome.action, state.pieces(book), after)
        is_saved = await self._store.save(after, command, entry, outcome.opens)
        return after if is_saved else None


def permit(book: LeagueState, device_id: UUID, role: Role) -> None:
    """Refuse what the role of a device in a league does not allow."""
    member = book.member(device_id)
    if member is None or RANKS.index(member.role) < RANKS.index(role):
        who = "the owner" if role is Role.OWNER else "a scorer"
        raise NotAllowed(f"Only {who} of the league may do that.")


def refuse_stale(book: LeagueState, seen: Precondition) -> None:
    """Refuse to write over a league of which another version was seen."""
    if not seen.allows(book.version):
        raise _stale(book)


def _stale(book: LeagueState) -> StaleLeague:
    return StaleLeague(f"The league is at version {book.version}; look at it again.")
