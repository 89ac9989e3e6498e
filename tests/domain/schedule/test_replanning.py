"""Schedules planned anew: what was played stays, and what comes repeats as little as it can."""

from functools import cache
from itertools import combinations
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.league.leagues import League
from pitch.schedule import schedules
from pitch.schedule.schedules import Schedule
from tests.support import scheduling
from tests.support.scheduling import Pair, Stay, make_league
from tests.support.searches import IS_THOROUGH, share, some


def replan(before: League, after: League, night: int, seed: int) -> Schedule:
    """Return the plan from a night on with other entrants, after checking it."""
    past = tuple(
        fixture
        for fixture in schedules.plan_schedule(before, seed).fixtures
        if fixture.night < night
    )
    plan = schedules.plan_schedule(after, seed, past, night)
    fixtures = (*past, *plan.fixtures)
    scheduling.assert_can_be_played(after, fixtures, range(1, after.format.nights + 1))
    meetings = scheduling.meets(fixtures)
    assert len(set(meetings)) == len(meetings)
    assert [fixture.number for fixture in fixtures] == list(range(1, len(fixtures) + 1))
    assert plan.repeats == scheduling.repeats(after, fixtures)
    assert plan.pairings == len(fixtures)
    assert plan.pairs == len(scheduling.all_pairs(after))
    assert plan.repeats >= plan.fewest
    return plan


def fewest_possible(a_league: League, past_pairs: frozenset[Pair], night: int) -> int:
    """The least number of pairings still to come that are repeats, by trying all there are."""

    @cache
    def best(meetings: frozenset[Pair], tonight: frozenset[Pair], turn: int) -> int:
        now, slot = divmod(turn, a_league.format.fixtures_a_night)
        if now == a_league.format.nights:
            return 0
        tonight = tonight if slot else frozenset()
        return min(
            len(meetings & set(slot)) + best(meetings.union(slot), tonight.union(slot), turn + 1)
            for slot in slots(now + 1)
            if tonight.isdisjoint(slot)
        )

    @cache
    def slots(now: int) -> list[tuple[Pair, ...]]:
        teams = sorted(scheduling.there(a_league, now))
        every = combinations(combinations(teams, 2), len(teams) // 2)
        return [one for one in every if len({who for pair in one for who in pair}) == 2 * len(one)]

    return best(past_pairs, frozenset(), (night - 1) * a_league.format.fixtures_a_night)


CHANGES: dict[str, dict[int, Stay]] = {
    "nothing changes": {},
    "one leaves": {1: (1, 1)},
    "two leave": {1: (1, 1), 2: (1, 1)},
    "one joins": {9: (2, None)},
    "two join": {8: (2, None), 9: (2, None)},
    "one leaves and one joins": {1: (1, 1), 9: (2, None)},
    "one is late and leaves early": {9: (2, 2)},
}


@pytest.mark.search
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("nights", "a_night"), [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("teams", some([2, 3, 4, 5, 6], 2))
def test_small_leagues_are_planned_anew_as_well_as_possible(
    teams: int, nights: int, a_night: int, change: str
) -> None:
    """Trying everything finds nothing with fewer repeats, and proves the bound."""
    before, after = (
        make_league(teams, nights, a_night),
        make_league(teams, nights, a_night, stays=CHANGES[change]),
    )
    sizes = [len(scheduling.there(after, night)) for night in range(1, nights + 1)]
    if not _can_all_be_tried(sizes, a_night):
        return
    for seed in range(2 if IS_THOROUGH else 1):
        plan = replan(before, after, 2, seed)
        first = [
            fixture
            for fixture in schedules.plan_schedule(before, seed).fixtures
            if fixture.night == 1
        ]
        past = scheduling.repeats(after, first)
        least = past + fewest_possible(after, frozenset(scheduling.pairs(after, first)), 2)
        assert plan.fewest <= least == plan.repeats


def _can_all_be_tried(sizes: list[int], a_night: int) -> bool:
    ways = {2: 1, 3: 3, 4: 3, 5: 15, 6: 15, 7: 105}
    if any(size not in ways or size - 1 + size % 2 < a_night for size in sizes):
        return False
    ways_in_all: int = prod(ways[size] ** a_night for size in sizes[1:])
    return ways_in_all < (60_000 if IS_THOROUGH else 6_000)


@settings(max_examples=share(40))
@given(st.data())
def test_larger_leagues_are_planned_anew_without_avoidable_repeats(data: st.DataObject) -> None:
    """After any joining or leaving, counting proves that no plan has fewer repeats."""
    teams = data.draw(st.integers(6, 20))
    nights, a_night = data.draw(st.integers(3, 10)), data.draw(st.integers(1, 2))
    night = data.draw(st.integers(2, nights - 1))
    stays: dict[int, Stay] = dict.fromkeys(
        range(1, 1 + data.draw(st.integers(0, 2))), (1, night - 1)
    )
    stays |= {teams + new: (night, None) for new in range(1, 1 + data.draw(st.integers(0, 2)))}
    plan = replan(
        make_league(teams, nights, a_night),
        make_league(teams, nights, a_night, stays=stays),
        night,
        data.draw(st.integers(0, 2**63)),
    )
    assert plan.repeats == plan.fewest


def test_the_league_goes_on_with_nine_teams_and_with_eleven() -> None:
    """In the league of S3 a team leaves, or one joins, after the second night."""
    nine = replan(make_league(10), make_league(10, stays={4: (1, 2)}), 3, 1)
    assert (nine.pairings, nine.pairs, nine.repeats, nine.fewest) == (44, 45, 4, 4)
    eleven = replan(make_league(10), make_league(10, stays={11: (3, None)}), 3, 1)
    assert (eleven.pairings, eleven.pairs, eleven.repeats, eleven.fewest) == (50, 55, 0, 0)


def test_a_team_that_leaves_gives_its_place_to_the_bye() -> None:
    """So the pairings of all others stay as they were announced."""
    before = schedules.plan_schedule(make_league(8, nights=7, a_night=1), 5)
    after = replan(
        make_league(8, nights=7, a_night=1),
        make_league(8, nights=7, a_night=1, stays={3: (1, 2)}),
        3,
        5,
    )
    announcements = {meeting for meeting in scheduling.meets(before.fixtures) if meeting[1] >= 3}
    assert set(scheduling.meets(after.fixtures)) == {
        (pair, night) for pair, night in announcements if 3 not in pair
    }


def test_what_is_known_from_the_start_is_planned_at_once() -> None:
    """A team that is late and one that will leave are in the plan from the first night on."""
    a_league = make_league(10, stays={10: (3, None), 3: (1, 2)})
    plan = schedules.plan_schedule(a_league, 3)
    scheduling.assert_can_be_played(a_league, plan.fixtures, range(1, 6))
    assert (plan.pairings, plan.pairs, plan.repeats, plan.fewest) == (40, 44, 2, 2)
