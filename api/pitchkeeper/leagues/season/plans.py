"""Plans: the fixtures of the nights to come, by the charter, the entrants and the results."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from pitch.league import FinalNight, Fixture, Pairing
from pitch.messages import COUNT, Message, Refusal
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
    """That night or a later one has results already; plan from the night after them."""

    code = "night_played"
    default_message = Message("problem.night_played")


def plan_fixtures(season: LeagueSeason, from_night: int | None) -> LeagueState:
    """Return a league with its fixtures planned again from a night on, by default the next.

    Reported fixtures stay, and the same league is returned if no fixture changes. During a
    progressive night the default is its next slot, which follows from the current results of the
    slot before, even if it was planned already. Raises NightPlayed and NoSchedule.
    """
    state = season.state
    form, seed = state.charter.format, state.charter.seed
    begun = begun_fixtures(season.judged)
    if from_night is None and _has_next_slot(state, begun):
        slot = plan_next_slot(state.league, begun, list_winners(season.judged))
        later = (fixture for fixture in state.fixtures if fixture.night > state.last_night)
        return _with_fixtures(state, (*begun, *later), slot, state.plan)
    night = from_night or state.last_night + 1
    if night <= state.last_night:
        raise NightPlayed(pointer="/fromNight")
    if from_night is not None and night > form.nights:
        raise NoSchedule(_LAST_NIGHT(night=form.nights), pointer="/fromNight")
    earlier = tuple(fixture for fixture in state.fixtures if fixture.night < night)
    # The final is drawn by the ranking before it (C83); the plan counts the nights before.
    if form.final_night is FinalNight.SEPARATE and night == form.nights:
        final = plan_final_night(state.league, season.ranking, earlier, seed)
        return _with_fixtures(state, earlier, final, state.plan)
    schedule = plan_schedule(state.league, seed, earlier, night)
    plan = Plan(
        from_night=night,
        pairings=schedule.pairings,
        pairs=schedule.pairs,
        repeats=schedule.repeats,
        fewest=schedule.fewest,
    )
    return _with_fixtures(state, earlier, schedule.fixtures, plan)


def _with_fixtures(
    state: LeagueState, current: Iterable[Fixture], planned: Sequence[Fixture], plan: Plan | None
) -> LeagueState:
    """Return a league with planned fixtures, numbered.

    A fixture of the same sides in the same slot keeps its number, so that a phone with the old plan
    can report it. All others get new numbers, because that phone may also report removed ones.
    """
    numbers = {_meeting(fixture): fixture.number for fixture in state.fixtures}
    last = max((state.last_fixture, *numbers.values()))
    numbered = []
    for fixture in planned:
        number = numbers.get(_meeting(fixture))
        if number is None:
            number = last = last + 1
        numbered.append(structs.replace(fixture, number=number))
    fixtures = tuple(sorted((*current, *numbered), key=lambda fixture: fixture.number))
    if fixtures == state.fixtures:
        return state
    return structs.replace(state, fixtures=fixtures, plan=plan, last_fixture=last)


def _meeting(fixture: Fixture) -> tuple[object, ...]:
    return fixture.night, fixture.slot, fixture.sides


def _has_next_slot(state: LeagueState, begun: Sequence[Fixture]) -> bool:
    """Return whether a progressive night has begun and has slots to come."""
    form = state.charter.format
    if form.pairing is not Pairing.PROGRESSIVE or not begun:
        return False
    _, slot = max((fixture.night, fixture.slot) for fixture in begun)
    return slot < form.fixtures_a_night
