"""Schedules of individuals: another partner each time, as far as that is possible."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitch.league.choices import Pairing
from pitch.schedule import schedules
from pitch.schedule.schedules import NoSchedule
from tests.support import scheduling
from tests.support.scheduling import make_league
from tests.support.searches import share

CHANGING = Pairing.CHANGING_PARTNERS


@settings(max_examples=share(40))
@given(st.integers(4, 20), st.integers(1, 6), st.integers(1, 3), st.integers(0, 2**63))
@example(18, 6, 3, 0)  # the first walk shares the byes unevenly
def test_everyone_has_another_partner_each_time_as_long_as_possible(
    people: int, nights: int, a_night: int, seed: int
) -> None:
    """Partnerships repeat no more than counting demands, byes and first deals are shared."""
    a_league = make_league(people, nights, a_night, pairing=CHANGING)
    plan = schedules.plan_schedule(a_league, seed)
    scheduling.assert_can_be_played(a_league, plan.fixtures, range(1, nights + 1))
    partnerships = nights * a_night * (people // 4) * 2
    assert plan.pairings == partnerships
    assert plan.repeats == plan.fewest == max(0, partnerships - people * (people - 1) // 2)
    assert scheduling.repeats(a_league, plan.fixtures) == plan.repeats
    sat = scheduling.sat_out(a_league, plan.fixtures)
    assert max(sat.values(), default=0) - min(sat[who] for who in range(1, people + 1)) <= 1
    deals, fixture_counts = (
        scheduling.first_deals(a_league, plan.fixtures),
        scheduling.played_by(plan.fixtures),
    )
    assert all(abs(4 * deals[who] - fixture_counts[who]) < 4 for who in fixture_counts)


@pytest.mark.parametrize(("people", "most"), [(4, 2), (8, 5), (12, 4), (16, 4), (20, 4)])
def test_opponents_vary(people: int, most: int) -> None:
    """When everyone has had every partner once, nobody met anyone too often; two is the mean."""
    a_league = make_league(people, nights=people - 1, a_night=1, pairing=CHANGING)
    meetings: Counter[frozenset[int]] = Counter()
    for fixture in schedules.plan_schedule(a_league, 1).fixtures:
        meetings.update(frozenset((a, b)) for a in fixture.sides[0] for b in fixture.sides[1])
    assert sum(meetings.values()) == 2 * len(list(combinations(range(people), 2)))
    assert max(meetings.values()) <= most  # measured


def test_individuals_are_planned_anew_when_one_leaves() -> None:
    """Two who were partners must be again, and no more than these two."""
    before = make_league(9, nights=4, a_night=2, pairing=CHANGING)
    season_fixtures = [
        fixture for fixture in schedules.plan_schedule(before, 1).fixtures if fixture.night < 3
    ]
    after = make_league(9, nights=4, a_night=2, pairing=CHANGING, stays={2: (1, 2)})
    plan = schedules.plan_schedule(after, 1, season_fixtures, 3)
    scheduling.assert_can_be_played(after, (*season_fixtures, *plan.fixtures), range(1, 5))
    assert (plan.pairings, plan.repeats, plan.fewest) == (32, 1, 1)


def test_three_cannot_sit_at_a_table_of_four() -> None:
    """A table needs four individuals."""
    with pytest.raises(NoSchedule) as error:
        schedules.plan_schedule(make_league(3, pairing=CHANGING), 1)
    assert error.value.pointer == "/entrants"
