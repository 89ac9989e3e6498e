"""Plans: the fixtures of the nights to come, from what a league agreed and what was played."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from pitch.errors import Refusal
from pitch.league import FinalNight, Fixture, Pairing
from pitch.messages import COUNT, Message
from pitch.schedule import (
    NoSchedule,
    begun_fixtures,
    list_winners,
    plan_final_night,
    plan_next_slot,
    plan_schedule,
)
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState, Plan

_LAST_NIGHT = Message("problem.no_schedule.last_night", night=COUNT)


class NightPlayed(Refusal):
    """Something was reported of that night or a later one already; plan from after it."""

    code = "night_played"
    default_message = Message("problem.night_played")


def planned(season: LeagueSeason, wanted: int | None) -> LeagueState:
    """A league with its fixtures planned anew from a night on, or from the next if none is named.

    What was played stays; so does all if no fixture changes. Of a progressive night the slot after
    the last that has begun follows from the results of that one as they are now, also if it was
    planned before.
    """
    state = season.state
    form, seed = state.charter.format, state.charter.seed
    begun = begun_fixtures(season.judged)
    # Who asks for no night while one is under way wants its next slot.
    if wanted is None and _is_moving(state, begun):
        moved = plan_next_slot(state.league, begun, list_winners(season.judged))
        later = (each for each in state.fixtures if each.night > state.last_night)
        return _with_fixtures(state, (*begun, *later), moved, state.plan)
    from_night = wanted or state.last_night + 1
    if from_night <= state.last_night:
        raise NightPlayed(pointer="/fromNight")
    if wanted is not None and wanted > form.nights:
        raise NoSchedule(_LAST_NIGHT(night=form.nights), pointer="/fromNight")
    played = _until(state, from_night - 1)
    # Its draw is the ranking before it (C83); the plan's count stays that of the nights before.
    if form.final_night is FinalNight.SEPARATE and from_night == form.nights:
        final = plan_final_night(state.league, season.ranking, played, seed)
        return _with_fixtures(state, played, final, state.plan)
    schedule = plan_schedule(state.league, seed, played, from_night)
    plan = Plan(
        from_night=from_night,
        pairings=schedule.pairings,
        pairs=schedule.pairs,
        repeats=schedule.repeats,
        fewest=schedule.fewest,
    )
    return _with_fixtures(state, played, schedule.fixtures, plan)


def _with_fixtures(
    state: LeagueState, kept: Iterable[Fixture], planned: Sequence[Fixture], plan: Plan | None
) -> LeagueState:
    """A league with fixtures planned; who was to meet then and there already keeps the number.

    The others get numbers that no fixture ever had: a phone that has not looked since may still
    send results of those that are gone.
    """
    # A phone may have the old plan on its screen: what it sends for a fixture that stays fits.
    known = {_meeting(each): each.number for each in state.fixtures}
    last = max((state.last_fixture, *(each.number for each in state.fixtures)))
    numbered = []
    for each in planned:
        number = known.get(_meeting(each))
        if number is None:
            number = last = last + 1
        numbered.append(structs.replace(each, number=number))
    fixtures = tuple(sorted((*kept, *numbered), key=lambda each: each.number))
    if fixtures == state.fixtures:
        return state
    return structs.replace(state, fixtures=fixtures, plan=plan, last_fixture=last)


def _meeting(fixture: Fixture) -> tuple[object, ...]:
    return fixture.night, fixture.slot, fixture.sides


def _until(state: LeagueState, night: int) -> tuple[Fixture, ...]:
    return tuple(each for each in state.fixtures if each.night <= night)


def _is_moving(state: LeagueState, begun: Sequence[Fixture]) -> bool:
    """Whether a progressive night has begun and has slots to come."""
    form = state.charter.format
    if form.pairing is not Pairing.PROGRESSIVE or not begun:
        return False
    return max((each.night, each.slot) for each in begun)[1] < form.fixtures_a_night
