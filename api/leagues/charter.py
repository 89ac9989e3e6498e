"""Charters: open a league, and change its charter, its entrants and who keeps it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from msgspec import Struct

from api.access.devices import Command
from api.access.members import OwnerStays
from api.access.roles import Role
from api.access.stamps import Stamp
from api.database.listings import Lines, Wanted
from api.http.preconditions import Precondition
from api.leagues import amendments, members, seasons, state
from api.leagues.changes import LeagueChanges, LeagueNotFound, LeagueOutcome, permit
from api.leagues.state import (
    CHARTER,
    Charter,
    LeagueAction,
    LeagueJournalLine,
    LeagueMember,
    LeagueState,
)
from api.leagues.store import LeagueStore
from api.leagues.summaries import ListedLeague
from api.matches.scoring import IdNotUuid7
from api.matches.store import MatchStore
from domain import errors
from domain.errors import Refusal
from domain.league import leagues
from domain.league.leagues import Entrant
from domain.rules.rulesets import RuleSet


class LeagueExists(Refusal):
    """There is another league of that id."""

    code = "league_exists"


class NoSuchEntrant(Refusal):
    """The league has no entrant of that number."""

    code = "no_such_entrant"


class DatesOutOfOrder(Refusal):
    """A league has a date for each night at the most, each later than the one before."""

    code = "dates_out_of_order"


class Founding(Struct, frozen=True):
    """What is agreed when a league is opened."""

    ruleset: RuleSet
    charter: Charter
    entrants: tuple[Entrant, ...]


class Charters:
    """What a device may do with its leagues, besides what happens on their nights."""

    def __init__(
        self,
        store: LeagueStore,
        match_store: MatchStore,
        changes: LeagueChanges,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._match_store = match_store
        self._changes = changes
        self._clock = clock
        self._new_id = new_id

    async def open(
        self, command: Command, founding: Founding, league_id: UUID | None = None
    ) -> LeagueState:
        """Open a league that the device owns; one that it opened alike before is that one."""
        if league_id is not None and league_id.version != 7:
            raise IdNotUuid7(pointer="/leagueId")
        opened = self._opened(command, founding, league_id or command.id or self._new_id())
        leagues.check(opened.league)
        _refuse_disorder(founding.charter)
        entry = state.entry_of(LeagueAction.LEAGUE_OPENED, {}, opened)
        if await self._store.add(opened, command, entry):
            return opened
        try:
            first = await self._changes.read(command.device_id, opened.league_id, version=1)
        except LeagueNotFound:
            raise LeagueExists from None
        if _agreed(first) != _agreed(opened):
            raise LeagueExists
        return first

    async def league(self, device_id: UUID, league_id: UUID) -> LeagueState:
        """A league that the device takes part in."""
        return await self._changes.read(device_id, league_id)

    async def leagues(self, device_id: UUID, wanted: Wanted, limit: int) -> Sequence[ListedLeague]:
        """A page of the leagues of a device."""
        return await self._store.page(device_id, wanted, limit)

    async def journal(
        self, device_id: UUID, league_id: UUID, wanted: Lines, limit: int
    ) -> Sequence[LeagueJournalLine]:
        """Who changed what in a league."""
        await self._changes.read(device_id, league_id)
        return await self._store.journal(league_id, wanted, limit)

    async def charter(
        self, command: Command, league_id: UUID, charter: Charter, seen: Precondition
    ) -> LeagueState:
        """Change what is agreed of a league. What was played stays as it is."""

        async def act(book: LeagueState, _made: Stamp) -> LeagueOutcome | None:
            if charter == book.charter:
                return None
            await self._changes.refuse_unseen(book, CHARTER, seen)
            with errors.inside("/format"):
                leagues.check_format(book.ruleset, charter.format)
            _refuse_disorder(charter)
            amendments.check_charter(book, charter)
            nights = charter.format.nights
            fixtures = tuple(each for each in book.fixtures if each.night <= nights)
            after = replace(book, charter=charter, fixtures=fixtures)
            outcomes = await self._match_store.list_outcomes(book.linked) if book.linked else {}
            amendments.check_results(seasons.of(book, outcomes), seasons.of(after, outcomes))
            return LeagueOutcome(action=LeagueAction.CHARTER_CHANGED, after=after)

        return await self._changes.write(command, league_id, Role.OWNER, act)

    async def enter(
        self, command: Command, league_id: UUID, enter: Callable[[LeagueState], Entrant]
    ) -> LeagueState:
        """Let one more team or player in."""

        async def act(book: LeagueState, _made: Stamp) -> LeagueOutcome:
            entrant = enter(book)
            after = replace(book, entrants=(*book.entrants, entrant))
            leagues.check_entrant(after.league, entrant)
            return LeagueOutcome(action=LeagueAction.ENTRANT_ADDED, after=after)

        return await self._changes.write(command, league_id, Role.OWNER, act)

    async def change(
        self, command: Command, league_id: UUID, entrant: Entrant, seen: Precondition
    ) -> LeagueState:
        """Change the name, the players or the nights of an entrant."""

        async def act(book: LeagueState, _made: Stamp) -> LeagueOutcome | None:
            known = book.entrant(entrant.number)
            if known is None:
                raise NoSuchEntrant(f"There is no entrant {entrant.number}.")
            if known == entrant:
                return None
            await self._changes.refuse_unseen(book, f"entrant/{entrant.number}", seen)
            entrants = tuple(
                entrant if each.number == entrant.number else each for each in book.entrants
            )
            changed = replace(book, entrants=entrants)
            leagues.check_entrant(changed.league, entrant)
            amendments.check_entrant(book, known, entrant)
            after = members.without_replaced(book, changed)
            return LeagueOutcome(action=LeagueAction.ENTRANT_CHANGED, after=after)

        return await self._changes.write(command, league_id, Role.OWNER, act)

    async def change_role(
        self, command: Command, league_id: UUID, device_id: UUID, role: Role, seen: Precondition
    ) -> LeagueState:
        """Give a member another role; the role of the owner is handed over."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            member = members.of(book, device_id)
            if member.role is role:
                return None
            if seen.is_given:
                await self._changes.refuse_unseen(book, f"member/{device_id}", seen)
            if member.role is Role.OWNER:
                raise OwnerStays("A league always has an owner; hand it over first.")
            after = members.given(book, device_id, role, made.at)
            if role is not Role.OWNER:
                return LeagueOutcome(action=LeagueAction.MEMBER_CHANGED, after=after)
            after = members.given(after, made.device_id, Role.SCORER, made.at)
            return LeagueOutcome(action=LeagueAction.OWNER_CHANGED, after=after)

        return await self._changes.write(command, league_id, Role.OWNER, act)

    async def remove(self, command: Command, league_id: UUID, device_id: UUID) -> LeagueState:
        """End the part of a device; everybody but the owner may leave."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome:
            if made.device_id != device_id:
                permit(book, made.device_id, Role.OWNER)
            member = members.of(book, device_id)
            if member.role is Role.OWNER:
                raise OwnerStays("A league always has an owner; hand it over first.")
            staying = tuple(each for each in book.members if each.device_id != device_id)
            after = replace(book, members=staying)
            return LeagueOutcome(action=LeagueAction.MEMBER_REMOVED, after=after)

        return await self._changes.write(command, league_id, Role.VIEWER, act)

    def _opened(self, command: Command, founding: Founding, league_id: UUID) -> LeagueState:
        now = self._clock()
        owner = LeagueMember(device_id=command.device_id, role=Role.OWNER, joined_at=now)
        return LeagueState(
            league_id=league_id,
            version=1,
            ruleset=founding.ruleset,
            charter=founding.charter,
            entrants=founding.entrants,
            members=(owner,),
            created_at=now,
            updated_at=now,
        )


def _refuse_disorder(charter: Charter) -> None:
    dates = charter.dates
    if len(dates) > charter.format.nights or any(later <= one for one, later in pairwise(dates)):
        raise DatesOutOfOrder(pointer="/dates")


def _agreed(book: LeagueState) -> tuple[object, ...]:
    owners = tuple(each.device_id for each in book.members)
    return book.ruleset, book.charter, book.entrants, owners
