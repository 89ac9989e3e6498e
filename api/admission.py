"""Gates: how matches, and how leagues, let in whoever was invited."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from api.access import members
from api.access.devices import Command
from api.access.invitations import Note
from api.access.invites import Invite, Terms, Venue
from api.access.members import MatchFull
from api.access.roles import Role
from api.access.stamps import Stamp
from api.leagues import members as league_members
from api.leagues.changes import LeagueChanges, LeagueNotFound, LeagueOutcome, permit
from api.leagues.members import LeagueFull
from api.leagues.state import LeagueAction, LeagueState
from api.matches.changes import MatchChanges, MatchNotFound, NotAllowed, Outcome
from api.matches.journal import Action
from api.matches.state import MatchState
from domain.errors import Refusal


class MatchGate:
    """The gate of matches."""

    venue: ClassVar[Venue] = Venue.MATCH
    full: ClassVar[type[Refusal]] = MatchFull

    def __init__(self, changes: MatchChanges) -> None:
        self._changes = changes

    async def refuse_others(self, device_id: UUID, match_id: UUID) -> None:
        """Refuse whoever does not own the match."""
        stored = await self._changes.read(device_id, match_id)
        if not stored.is_owner(device_id):
            raise NotAllowed("Only the owner of the match may do that.")

    async def note(
        self,
        command: Command,
        match_id: UUID,
        note: Note,
        check: Callable[[MatchState, datetime], Awaitable[bool]],
    ) -> None:
        """Write a line of the match's journal for its owner, if there is something to note."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            if not await check(stored, made.at):
                return None
            return Outcome(action=Action(note), after=stored)

        await self._changes.write(command, match_id, Role.OWNER, act)

    def check(self, stored: MatchState, terms: Terms) -> None:
        """Refuse an invite to a seat that somebody has."""
        if terms.seat is not None:
            members.refuse_taken(stored, terms.seat, pointer="/seat")

    def admitted(
        self, stored: MatchState, device_id: UUID, invite: Invite, at: datetime
    ) -> MatchState:
        """The match with a device let in; itself if the device gains nothing."""
        return members.admitted(stored, device_id, invite, at)

    async def admit(
        self,
        command: Command,
        match_id: UUID,
        act: Callable[[MatchState, Stamp], Awaitable[MatchState | None]],
    ) -> MatchState | None:
        """The match once a device came in; None if it is gone, or the device is not in it."""

        async def outcome(stored: MatchState, made: Stamp) -> Outcome | None:
            after = await act(stored, made)
            is_new = stored.member(made.device_id) is None
            action = Action.MEMBER_JOINED if is_new else Action.MEMBER_CHANGED
            return None if after is None else Outcome(action=action, after=after)

        try:
            return await self._changes.admit(command, match_id, outcome)
        except MatchNotFound:
            return None


class LeagueGate:
    """The gate of leagues."""

    venue: ClassVar[Venue] = Venue.LEAGUE
    full: ClassVar[type[Refusal]] = LeagueFull

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def refuse_others(self, device_id: UUID, league_id: UUID) -> None:
        """Refuse whoever does not own the league."""
        permit(await self._changes.read(device_id, league_id), device_id, Role.OWNER)

    async def note(
        self,
        command: Command,
        league_id: UUID,
        note: Note,
        check: Callable[[LeagueState, datetime], Awaitable[bool]],
    ) -> None:
        """Write a line of the league's journal for its owner, if there is something to note."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            if not await check(book, made.at):
                return None
            return LeagueOutcome(action=LeagueAction(note), after=book)

        await self._changes.write(command, league_id, Role.OWNER, act)

    def check(self, book: LeagueState, terms: Terms) -> None:
        """Any invite will do: a league has no seats."""

    def admitted(
        self, book: LeagueState, device_id: UUID, invite: Invite, at: datetime
    ) -> LeagueState:
        """The league with a device let in; itself if the device gains nothing."""
        return league_members.admitted(book, device_id, invite, at)

    async def admit(
        self,
        command: Command,
        league_id: UUID,
        act: Callable[[LeagueState, Stamp], Awaitable[LeagueState | None]],
    ) -> LeagueState | None:
        """The league once a device came in; None if it is gone, or the device is not in it."""

        async def outcome(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            after = await act(book, made)
            is_new = book.member(made.device_id) is None
            action = LeagueAction.MEMBER_JOINED if is_new else LeagueAction.MEMBER_CHANGED
            return None if after is None else LeagueOutcome(action=action, after=after)

        try:
            return await self._changes.admit(command, league_id, outcome)
        except LeagueNotFound:
            return None
