"""Entrants: the teams or players of a league that join, change and leave."""

from functools import partial
from uuid import UUID

from msgspec import structs

from pitch.league import Attendance, Entrant, LeagueContradicts
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import refuse_begun
from pitchkeeper.access.devices import Command, LeagueRole, Stamp
from pitchkeeper.leagues import amendments, members
from pitchkeeper.leagues.changes import Comparison, LeagueChanges, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedCheckIn
from pitchkeeper.leagues.season import plans, slot_plans
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.views import EntrantChange, NewEntrant
from pitchkeeper.rest.preconditions import Precondition

_NO_ENTRANT = Message("problem.no_such_entrant", number=COUNT)
_ALL_PLAYED = Message("problem.league_contradicts.all_played")


class NoSuchEntrant(Refusal, has_message=False):
    """The league has no team or player of that number."""


class Entrants:
    """Use cases for the entrants of leagues."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def add(self, command: Command, league_id: UUID, newcomer: NewEntrant) -> LeagueState:
        """Add an entrant."""
        decide = partial(decide_entry, newcomer=newcomer)
        return await self._changes.write(command, league_id, LeagueRole.ORGANISER, decide)

    async def change(
        self,
        command: Command,
        league_id: UUID,
        number: int,
        change: EntrantChange,
        precondition: Precondition,
    ) -> LeagueState:
        """Change the name, the players or the nights of an entrant."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            comparison = await self._changes.compare(league, precondition)
            before = league.entrant(number)
            values = structs.asdict(change)
            if change.is_guest is None:
                values["is_guest"] = before is not None and before.is_guest
            if change.group is None and before is not None:
                values["group"] = before.group
            entrant = Entrant(number=number, **values)
            return decide_entrant(league, entrant=entrant, comparison=comparison)

        return await self._changes.write(command, league_id, LeagueRole.ORGANISER, decide)

    async def remove(
        self, command: Command, league_id: UUID, number: int, precondition: Precondition
    ) -> LeagueState:
        """Remove an entrant that has no results; one that has some only leaves."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            comparison = await self._changes.compare(league, precondition)
            return decide_removal(league, number=number, comparison=comparison)

        return await self._changes.write(command, league_id, LeagueRole.ORGANISER, decide)


def decide_entry(league: LeagueState, stamp: Stamp, *, newcomer: NewEntrant) -> LeagueRevision:
    """Return a league with one more entrant, from its next night on unless another is named.

    One with a first slot is checked in to that night. Raises NightNotOpen, and SlotBegun if that
    slot has begun.
    """
    from_night = newcomer.from_night or league.next_night
    if from_night is None:
        raise LeagueContradicts(_ALL_PLAYED(), pointer="/fromNight")
    # Numbers of removed entrants are not used again.
    numbers = (league.last_entrant, *(entrant.number for entrant in league.entrants))
    entrant = Entrant(
        number=max(numbers) + 1,
        name=newcomer.name,
        players=newcomer.players,
        from_night=from_night,
        until_night=from_night if newcomer.is_guest else None,
        is_guest=newcomer.is_guest,
        group=newcomer.group,
    )
    after = structs.replace(league, entrants=(*league.entrants, entrant))
    after.league.check_entrant(entrant)
    if newcomer.from_slot is not None:
        slot_plans.check_open(league, from_night)
        refuse_begun(from_night, newcomer.from_slot, league.reported_fixtures)
        check_in = RecordedCheckIn(
            entrant=entrant.number,
            attendance=Attendance.HERE,
            from_slot=newcomer.from_slot,
            night=from_night,
            device_id=stamp.device_id,
            at=stamp.at,
        )
        after = after.with_check_ins((*after.check_ins, check_in))
    return LeagueRevision(action=LeagueAction.ENTRANT_ADDED, after=after)


def decide_entrant(
    league: LeagueState, *, entrant: Entrant, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league with another name, other players or other nights of an entrant."""
    number = entrant.number
    before = league.entrant(number)
    if before is None:
        raise NoSuchEntrant(_NO_ENTRANT(number=number))
    if before == entrant:
        return None
    comparison.refuse_stale(f"entrant/{number}")
    entrants = (entrant if current.number == number else current for current in league.entrants)
    after = structs.replace(league, entrants=tuple(entrants))
    after.league.check_entrant(entrant)
    amendments.check_entrant(league, before, entrant)
    return LeagueRevision(
        action=LeagueAction.ENTRANT_CHANGED, after=members.without_replaced(league, after)
    )


def decide_removal(
    league: LeagueState, *, number: int, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league without an entrant, or with its last night if it has results.

    None if it was removed or has left before.
    """
    entrant = league.entrant(number)
    if entrant is None:
        if league.has_removed(number):
            return None
        raise NoSuchEntrant(_NO_ENTRANT(number=number))
    if amendments.has_entries(league, number):
        last = max(league.last_night, entrant.from_night)
        leaving = structs.replace(entrant, until_night=min(last, entrant.until_night or last))
        return decide_entrant(league, entrant=leaving, comparison=comparison)
    comparison.refuse_stale(f"entrant/{number}")
    amendments.check_paid_back(league, entrant)
    league = _without_seed(league, number)
    after = structs.replace(
        league,
        entrants=tuple(current for current in league.entrants if current.number != number),
        last_entrant=max(league.last_entrant, number),
        # Its fixtures have no results, so they can go with it.
        fixtures=tuple(
            fixture
            for fixture in league.fixtures
            if not any(number in side for side in fixture.sides)
        ),
        check_ins=tuple(each for each in league.check_ins if each.entrant != number),
    )
    return LeagueRevision(
        action=LeagueAction.ENTRANT_REMOVED, after=members.without_replaced(league, after)
    )


def _without_seed(league: LeagueState, number: int) -> LeagueState:
    """Return a league whose knock-out has no place for an entrant; before it begins, without it."""
    bracket = league.bracket
    if bracket is None or number not in bracket.seeds:
        return league
    if not league.has_bracket_begun:
        return plans.without_bracket(league, bracket.night)
    seeds = tuple(None if seed == number else seed for seed in bracket.seeds)
    return structs.replace(league, bracket=structs.replace(bracket, seeds=seeds))
