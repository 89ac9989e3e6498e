"""Entrants: the teams or players of a league that join, change and leave."""

from msgspec import structs

from pitch.league import Attendance, Entrant, LeagueContradicts
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import refuse_begun
from pitchkeeper.access.devices import Stamp
from pitchkeeper.leagues import amendments, members
from pitchkeeper.leagues.changes import Comparison, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedCheckIn
from pitchkeeper.leagues.season import plans, slot_plans
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.views import EntrantChange, NewEntrant

_NO_ENTRANT = Message("problem.no_such_entrant", number=COUNT)
_ALL_PLAYED = Message("problem.league_contradicts.all_played")


class NoSuchEntrant(Refusal, has_message=False):
    """The league has no team or player of that number."""


def new_entrant(newcomer: NewEntrant, number: int, from_night: int) -> Entrant:
    """Return a newcomer under its number; a guest takes part in one night."""
    return Entrant(
        number=number,
        name=newcomer.name,
        players=newcomer.players,
        from_night=from_night,
        until_night=from_night if newcomer.is_guest else None,
        is_guest=newcomer.is_guest,
        group=newcomer.group,
    )


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
    entrant = new_entrant(newcomer, max(numbers) + 1, from_night)
    after = structs.replace(league, entrants=(*league.entrants, entrant))
    after.league.check_entrant(entrant)
    if newcomer.from_slot is not None:
        slot_plans.find_open(league, from_night)
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


def decide_change(
    league: LeagueState,
    _stamp: Stamp,
    comparison: Comparison,
    *,
    number: int,
    change: EntrantChange,
) -> LeagueRevision | None:
    """Return a league with another name, other players or other nights of an entrant."""
    before = _find(league, number)
    values = structs.asdict(change)
    if change.is_guest is None:
        values["is_guest"] = before.is_guest
    if change.group is None:
        values["group"] = before.group
    return _replace(league, before, Entrant(number=number, **values), comparison)


def decide_removal(
    league: LeagueState, _stamp: Stamp, comparison: Comparison, *, number: int
) -> LeagueRevision | None:
    """Return a league without an entrant, or with its last night if it has results.

    None if it was removed or has left before.
    """
    if league.has_removed(number):
        return None
    entrant = _find(league, number)
    if amendments.has_entries(league, number):
        last = max(league.last_night, entrant.from_night)
        leaving = structs.replace(entrant, until_night=min(last, entrant.until_night or last))
        return _replace(league, entrant, leaving, comparison)
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


def _find(league: LeagueState, number: int) -> Entrant:
    entrant = league.entrant(number)
    if entrant is None:
        raise NoSuchEntrant(_NO_ENTRANT(number=number))
    return entrant


def _replace(
    league: LeagueState, before: Entrant, entrant: Entrant, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league with an entrant as it is now; None if it was like that before."""
    if before == entrant:
        return None
    number = entrant.number
    comparison.refuse_stale(f"entrant/{number}")
    entrants = (entrant if current.number == number else current for current in league.entrants)
    after = structs.replace(league, entrants=tuple(entrants))
    after.league.check_entrant(entrant)
    amendments.check_entrant(league, before, entrant)
    return LeagueRevision(
        action=LeagueAction.ENTRANT_CHANGED, after=members.without_replaced(league, after)
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
