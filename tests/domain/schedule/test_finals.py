"""Finals: neighbours in the ranking meet on a last night of its own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.league.choices import FinalNight
from pitch.schedule import schedules
from pitch.schedule.schedules import NoSchedule
from tests.support import scheduling
from tests.support.scheduling import make_league
from tests.support.searches import share

SEPARATE = FinalNight.SEPARATE


def test_the_first_meets_the_second_at_the_first_table() -> None:
    """And the third the fourth at the second; in the next slot those two away."""
    a_league = make_league(4, nights=2, a_night=2, final_night=SEPARATE)
    season_fixtures = schedules.plan_schedule(a_league, 1).fixtures
    fixtures = schedules.plan_final_night(a_league, (3, 1, 4, 2), season_fixtures, 1)
    assert [(fixture.slot, fixture.table, fixture.sides) for fixture in fixtures] == [
        (1, 1, ((3,), (1,))),
        (1, 2, ((4,), (2,))),
        (2, 1, ((3,), (4,))),
        (2, 2, ((1,), (2,))),
    ]
    assert {fixture.night for fixture in fixtures} == {2}
    assert [fixture.number for fixture in fixtures] == [5, 6, 7, 8]


@settings(max_examples=share(60))
@given(st.integers(2, 20), st.integers(1, 4), st.integers(0, 2**63))
def test_nobody_meets_the_same_one_twice_in_a_final(teams: int, a_night: int, seed: int) -> None:
    """And of an odd number the last sits out first, nobody twice."""
    a_league = make_league(teams, 2, min(a_night, teams - 1), final_night=SEPARATE)
    season_fixtures = schedules.plan_schedule(a_league, seed).fixtures
    ranking = tuple(range(1, teams + 1))
    fixtures = schedules.plan_final_night(a_league, ranking, season_fixtures, seed)
    scheduling.assert_can_be_played(a_league, (*season_fixtures, *fixtures), [1, 2])
    meetings = scheduling.meets(fixtures)
    assert len(set(meetings)) == len(meetings)
    assert max(scheduling.sat_out(a_league, fixtures).values(), default=0) <= 1
    first = [
        pair for (pair, _), fixture in zip(meetings, fixtures, strict=True) if fixture.slot == 1
    ]
    assert first == [(rank, rank + 1) for rank in range(1, teams, 2)]
    for (one, second), _ in meetings:
        assert second - one <= max(teams // 2, 2 * a_night + 1)  # measured


def test_only_a_separate_final_is_made_from_the_ranking() -> None:
    """An ordinary last night is planned with the others."""
    with pytest.raises(NoSchedule):
        schedules.plan_final_night(make_league(4), (1, 2, 3, 4), (), 1)
