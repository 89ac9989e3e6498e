"""Schedules of teams: everyone meets someone else, as long as that is possible."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.league.choices import FinalNight
from pitch.league.fixtures import Bye
from pitch.schedule import schedules
from pitch.schedule.schedules import NoSchedule
from tests.support import scheduling
from tests.support.scheduling import make_league
from tests.support.searches import share

SEEDS = st.integers(0, 2**63)


@pytest.mark.search
def test_ten_teams_of_five_nights_repeat_five_of_fifty_pairings() -> None:
    """S3.league.rounds: 50 pairings over 45 pairs, so 5 at least are repeats, and these are 5."""
    for seed in range(share(20, 4)):
        plan = schedules.plan_schedule(make_league(10), seed)
        assert (plan.pairings, plan.pairs, plan.repeats, plan.fewest) == (50, 45, 5, 5)
        counts = Counter(len(meeting.nights) for meeting in plan.meetings)
        assert counts == {1: 40, 2: 5}
        assert scheduling.gaps(plan.fixtures) == [4] * 5


@settings(max_examples=share(60))
@given(st.integers(2, 20), st.integers(1, 10), st.integers(1, 4), SEEDS)
def test_a_fresh_schedule_repeats_no_more_than_it_must(
    teams: int, nights: int, a_night: int, seed: int
) -> None:
    """With the same teams all season each meets all others before it meets anyone again."""
    a_league = make_league(teams, nights, a_night)
    if a_night > teams - 1 + teams % 2:
        with pytest.raises(NoSchedule):
            schedules.plan_schedule(a_league, seed)
        return
    plan = schedules.plan_schedule(a_league, seed)
    scheduling.assert_can_be_played(a_league, plan.fixtures, range(1, nights + 1))
    assert max(Counter(scheduling.meets(plan.fixtures)).values()) == 1
    pairings, pairs = nights * a_night * (teams // 2), teams * (teams - 1) // 2
    assert len(plan.fixtures) == plan.pairings == pairings
    assert plan.repeats == plan.fewest == max(0, pairings - pairs)
    assert scheduling.repeats(a_league, plan.fixtures) == plan.repeats
    times = scheduling.pairs(a_league, plan.fixtures)
    assert max(times.values()) - min(times.values() if len(times) == pairs else [0]) <= 1
    distance = (teams - 1 + teams % 2) // a_night
    assert all(gap >= distance for gap in scheduling.gaps(plan.fixtures))


@settings(max_examples=share(60))
@given(st.integers(2, 20), st.integers(1, 10), st.integers(1, 4), SEEDS)
def test_byes_deals_and_tables_are_shared(teams: int, nights: int, a_night: int, seed: int) -> None:
    """Nobody sits out twice before everybody has once, or deals first more than a half needs."""
    a_league = make_league(teams, nights, min(a_night, teams - 1))
    fixtures = schedules.plan_schedule(a_league, seed).fixtures
    sat = scheduling.sat_out(a_league, fixtures)
    assert max(sat.values(), default=0) - min(sat[team] for team in range(1, teams + 1)) <= 1
    deals, fixture_counts = (
        scheduling.first_deals(a_league, fixtures),
        scheduling.played_by(fixtures),
    )
    assert all(abs(2 * deals[team] - fixture_counts[team]) <= 1 for team in fixture_counts)
    seats = Counter(
        (fixture.sides[fixture.first_dealer % 2][0], fixture.first_dealer // 2)
        for fixture in fixtures
    )
    assert all(0 <= seats[team, 0] - seats[team, 1] <= 1 for team in fixture_counts)
    visits = Counter(
        (who, fixture.table) for fixture in fixtures for side in fixture.sides for who in side
    )
    tables = range(1, teams // 2 + 1)
    for team in fixture_counts:
        counts = [visits[team, table] for table in tables]
        assert max(counts) - min(counts) <= 4  # measured


def test_the_same_seed_gives_the_same_schedule() -> None:
    """And another seed another."""
    assert schedules.plan_schedule(make_league(9), 7) == schedules.plan_schedule(make_league(9), 7)
    assert schedules.plan_schedule(make_league(9), 7) != schedules.plan_schedule(make_league(9), 8)


def test_byes_are_told_by_slot() -> None:
    """One of three teams sits out in each slot."""
    plan = schedules.plan_schedule(make_league(3, nights=1, a_night=3), 1)
    assert [(bye.night, bye.slot) for bye in plan.byes] == [(1, 1), (1, 2), (1, 3)]
    assert {bye.entrants for bye in plan.byes} == {(1,), (2,), (3,)}
    assert isinstance(plan.byes[0], Bye)


@pytest.mark.parametrize(
    ("teams", "a_night", "pointer"),
    [(4, 4, "/format/fixturesANight"), (1, 1, "/entrants"), (3, 4, "/format/fixturesANight")],
)
def test_what_cannot_be_planned_is_refused(teams: int, a_night: int, pointer: str) -> None:
    """Four teams have three opponents each, and nobody meets themselves."""
    with pytest.raises(NoSchedule) as error:
        schedules.plan_schedule(make_league(teams, a_night=a_night), 1)
    assert error.value.pointer == pointer


def test_a_separate_final_is_not_planned_yet() -> None:
    """Its fixtures are known when the nights before it are played."""
    a_league = make_league(6, nights=3, a_night=1, final_night=FinalNight.SEPARATE)
    assert {fixture.night for fixture in schedules.plan_schedule(a_league, 1).fixtures} == {1, 2}


def test_the_longest_league_repeats_no_more_than_it_must() -> None:
    """64 teams meet in 60 nights of one fixture without a repeat; the 23,040 of twelve fit too."""
    plan = schedules.plan_schedule(make_league(64, 60, 1), 1)
    assert (plan.pairings, plan.pairs, plan.repeats, plan.fewest) == (1920, 2016, 0, 0)
    plan = schedules.plan_schedule(make_league(64, 60, 12), 1)
    assert (plan.pairings, plan.repeats, plan.fewest) == (23_040, 21_024, 21_024)
