"""Plans: a league with the fixtures of some nights planned, or its knock-out drawn."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from pitch.league import Fixture, League, Stage, count_ties
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import (
    FixturePlan,
    NoSchedule,
    draw_bracket,
    plan_following,
    plan_nights,
    take_into_bracket,
)
from pitchkeeper.leagues.season import seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState, Plan
from pitchkeeper.rest.views import same_fields

_LAST_NIGHT = Message("problem.no_schedule.last_night", night=COUNT)


class NightPlayed(Refusal):
    """That night or a later one has results already; plan from the night after them."""


def plan_fixtures(season: LeagueSeason, from_night: int | None) -> LeagueState:
    """Return a league with its fixtures planned again from a night on, by default the next.

    Reported fixtures stay, and the same league is returned if no fixture changes. During a
    progressive night the default is its next slot, which follows from the current results of the
    slot before, even if it was planned already; so is that of a league by scores. Raises
    NightPlayed, NoSchedule, WinnerNeeded, and the refusals of `draw`.
    """
    state, form = season.state, season.league.format
    if form.is_knock_out:
        return draw(season)
    if from_night is None and (following := plan_following(season, state.charter.seed)):
        return with_plan(state, following)
    night = from_night or state.next_night or state.last_night + 1
    if night <= state.last_night:
        raise NightPlayed(pointer="/fromNight")
    if from_night is not None and night > form.nights:
        raise NoSchedule(_LAST_NIGHT(night=form.nights), pointer="/fromNight")
    if form.has_bracket and night == form.nights:
        return draw(season)
    return with_plan(state, plan_nights(season, night, state.charter.seed))


def draw(season: LeagueSeason, league: League | None = None) -> LeagueState:
    """Return a league with its knock-out drawn, or with latecomers in the byes of one that began.

    `league` is that of the season with other attendances, if any. Raises NoKnockOut, NoSchedule,
    PlacesTied, and BracketBegun.
    """
    state = season.state
    if state.bracket is not None and season.has_bracket_begun:
        bracket = take_into_bracket(season, state.bracket)
        return seasons.from_state(structs.replace(state, bracket=bracket), season.outcomes).state
    last = max((state.last_fixture, *(fixture.number for fixture in state.fixtures)))
    bracket, others = draw_bracket(season, last + 1, state.charter.seed, league=league)
    before = state.bracket
    if before is not None and (before.night, before.seeds) == (bracket.night, bracket.seeds):
        # Drawn again alike it keeps its numbers, so that a phone with the old draw can report it.
        bracket = before
    earlier = tuple(fixture for fixture in state.fixtures if fixture.night < bracket.night)
    drawn = structs.replace(
        state,
        bracket=bracket,
        last_fixture=max(last, bracket.first_fixture + count_ties(state.league, bracket) - 1),
    )
    planned = with_fixtures(drawn, earlier, others, state.plan)
    after = seasons.from_state(planned, season.outcomes).state
    return state if after == state else after


def without_bracket(state: LeagueState, night: int) -> LeagueState:
    """Return a league without the draw of a knock-out that begins on a night or later."""
    if state.bracket is None or state.bracket.night < night:
        return state
    drawn = {each.number for each in state.fixtures if each.stage is not Stage.SEASON}
    fixtures = tuple(each for each in state.fixtures if each.number not in drawn)
    return structs.replace(state, bracket=None, fixtures=fixtures)


def with_plan(state: LeagueState, planned: FixturePlan) -> LeagueState:
    """Return a league with the fixtures of a plan, which has no knock-out from its night on."""
    plan = state.plan
    if planned.counts is not None:
        plan = Plan(from_night=planned.night, **same_fields(Plan, planned.counts))
    state = without_bracket(state, planned.night)
    return with_fixtures(state, planned.kept, planned.planned, plan)


def with_fixtures(
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
