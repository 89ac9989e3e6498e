"""Plans: the fixtures of the nights to come, from what a league agreed and what was played."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from api.leagues.season.seasons import LeagueSeason
from api.leagues.state import LeagueState, Plan
from domain.errors import Refusal
from domain.league.fixtures import Fixture
from domain.league.leagues import FinalNight, Pairing
from domain.schedule import finals, movements, progressions, schedules
from domain.schedule.schedules import NoSchedule


class NightPlayed(Refusal):
    """Something was reported of that night or a later one already; plan from after it."""

    code = "night_played"


def planned(season: LeagueSeason, wanted: int | None) -> LeagueState:
    """A league with its fixtures planned anew from a night on, or from the next if none is named.

    What was played stays; so does all if no fixture changes. Of a progressive night the slot after
    the last that has begun follows from the results of that one as they are now, also if it was
    planned before.
    """
    book = season.book
    form, seed = book.charter.format, book.charter.seed
    begun = movements.begun(season.meetings)
    if wanted is None and _is_moving(book, begun):
        moved = progressions.next_slot(book.league, begun, movements.winners(season.meetings))
        later = (each for each in book.fixtures if each.night > book.last_night)
        return _with_fixtures(book, (*begun, *later), moved, book.plan)
    from_night = wanted or book.last_night + 1
    if from_night <= book.last_night:
        raise NightPlayed(pointer="/fromNight")
    if wanted is not None and wanted > form.nights:
        raise NoSchedule(f"The last night is night {form.nights}.", pointer="/fromNight")
    played = _until(book, from_night - 1)
    if form.final_night is FinalNight.SEPARATE and from_night == form.nights:
        final = finals.plan(book.league, season.ranking, played, seed)
        return _with_fixtures(book, played, final, book.plan)
    schedule = schedules.plan(book.league, seed, played, from_night)
    plan = Plan(
        from_night=from_night,
        pairings=schedule.pairings,
        pairs=schedule.pairs,
        repeats=schedule.repeats,
        fewest=schedule.fewest,
    )
    return _with_fixtures(book, played, schedule.fixtures, plan)


def _with_fixtures(
    book: LeagueState, kept: Iterable[Fixture], planned: Sequence[Fixture], plan: Plan | None
) -> LeagueState:
    """A league with fixtures planned; who was to meet then and there already keeps the number.

    The others get numbers that no fixture ever had: a phone that has not looked since may still
    send results of those that are gone.
    """
    known = {_meeting(each): each.number for each in book.fixtures}
    last = max((book.last_fixture, *(each.number for each in book.fixtures)))
    numbered = []
    for each in planned:
        number = known.get(_meeting(each))
        if number is None:
            number = last = last + 1
        numbered.append(structs.replace(each, number=number))
    fixtures = tuple(sorted((*kept, *numbered), key=lambda each: each.number))
    if fixtures == book.fixtures:
        return book
    return replace(book, fixtures=fixtures, plan=plan, last_fixture=last)


def _meeting(fixture: Fixture) -> tuple[object, ...]:
    return fixture.night, fixture.slot, fixture.sides


def _until(book: LeagueState, night: int) -> tuple[Fixture, ...]:
    return tuple(each for each in book.fixtures if each.night <= night)


def _is_moving(book: LeagueState, begun: Sequence[Fixture]) -> bool:
    """Whether a progressive night has begun and has slots to come."""
    form = book.charter.format
    if form.pairing is not Pairing.PROGRESSIVE or not begun:
        return False
    return max((each.night, each.slot) for each in begun)[1] < form.fixtures_a_night
