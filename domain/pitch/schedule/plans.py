"""Plans: the fixtures that come next, by the pairing of a league and by what was played.

A plan replaces the fixtures from a night or a slot on; those before it stay. A final is planned by
the ranking before it, a slot of a progressive night or of a league by scores by the results before
it, and all else ahead. Knock-outs are drawn (`knock_outs`).
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from pitch.league.choices import FinalNight, Pairing
from pitch.league.fixtures import Fixture, Stage
from pitch.league.formats import Format
from pitch.league.leagues import League
from pitch.league.season import Season
from pitch.schedule import movements, progressions, schedules, slots, swiss
from pitch.schedule.schedules import Schedule


class FixturePlan(Struct, frozen=True):
    """Fixtures that were planned, without their numbers, and those of the season that stay."""

    night: int
    """The first night of which something was planned."""
    kept: tuple[Fixture, ...]
    planned: tuple[Fixture, ...]
    counts: Schedule | None = None
    """The same fixtures with their counts; None if no plan could have other counts."""


def plan_nights(season: Season, night: int, seed: int) -> FixturePlan:
    """Plan a night and those after it; of one that is planned by slot, the first slot.

    Raises NoSchedule if too few take part, and WinnerNeeded.
    """
    league, form = season.league.without_bracket(night), season.league.format
    earlier = tuple(fixture for fixture in season.fixtures if fixture.night < night)
    # The final is drawn by the ranking before it; the plan counts the nights before.
    if form.final_night.is_drawn and night == form.nights:
        return FixturePlan(
            night, earlier, schedules.plan_final_night(league, season.ranking, earlier, seed)
        )
    if form.pairing is Pairing.SWISS:
        return _plan_by_scores(season, league, night, 1, seed)
    schedule = schedules.plan_schedule(league, seed, earlier, night)
    return FixturePlan(night, earlier, schedule.fixtures, schedule)


def plan_following(season: Season, seed: int) -> FixturePlan | None:
    """Plan the slot after the last that has begun; None if the night has none, or needs no such.

    Only slots that follow from results are planned so. Raises NoSchedule and WinnerNeeded.
    """
    form, begun = season.league.format, movements.begun_fixtures(season.judged)
    if not form.pairing.is_by_slot or not begun:
        return None
    night, slot = max((fixture.night, fixture.slot) for fixture in begun)
    if slot >= form.fixtures_a_night or (form.final_night.is_drawn and night == form.nights):
        return None
    if form.pairing is Pairing.SWISS:
        league = season.league.without_bracket(night)
        return _plan_by_scores(season, league, night, slot + 1, seed)
    later = (fixture for fixture in season.fixtures if fixture.night > night)
    return FixturePlan(night, (*begun, *later), _plan_by_winners(season, season.league, begun))


def plan_slot(
    season: Season, league: League, night: int, slot: int, seed: int, *, expects_late: bool
) -> FixturePlan:
    """Plan a slot of a night, and those after it that do not follow from results, from who is here.

    `league` is that of the season with the attendances of the night settled. Without `expects_late`
    those who are late play from the slot after this one on. The first slot of a separate final is
    all of it. Raises NoSchedule and WinnerNeeded.
    """
    form, league = league.format, league.without_bracket(night)
    kept = tuple(
        fixture
        for fixture in season.fixtures
        if fixture.stage is Stage.SEASON and (fixture.night != night or fixture.slot < slot)
    )
    assumed = league if expects_late else slots.without_late(league, night)
    is_final = _is_separate_final(form, night)
    if form.pairing is Pairing.SWISS and not is_final:
        return _plan_by_scores(season, assumed, night, slot, seed)
    if form.pairing is Pairing.PROGRESSIVE and slot > 1:
        played = tuple(fixture for fixture in kept if fixture.night <= night)
        return FixturePlan(night, kept, _plan_by_winners(season, assumed, played))
    if is_final and slot == 1:
        ranking = structs.replace(season, league=league).ranking
        return FixturePlan(night, kept, schedules.plan_final_night(league, ranking, kept, seed))
    schedule = slots.plan_slots(league, night, slot, kept, seed, expects_late=expects_late)
    return FixturePlan(night, kept, schedule.fixtures, schedule)


def _is_separate_final(form: Format, night: int) -> bool:
    return form.final_night is FinalNight.SEPARATE and night == form.nights


def _plan_by_scores(
    season: Season, league: League, night: int, slot: int, seed: int
) -> FixturePlan:
    schedule = swiss.plan_slot(season, night, slot, seed, league=league)
    earlier = tuple(
        fixture for fixture in season.fixtures if (fixture.night, fixture.slot) < (night, slot)
    )
    return FixturePlan(night, earlier, schedule.fixtures, schedule)


def _plan_by_winners(
    season: Season, league: League, played: Sequence[Fixture]
) -> tuple[Fixture, ...]:
    winners = movements.list_winners(season.judged)
    return progressions.plan_next_slot(league, played, winners)
