"""Schedules of individuals: another partner each time, and an evening on which winners move up."""

from collections import Counter
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import progressions, schedules
from domain.fixtures import Fixture
from domain.leagues import League, Pairing
from domain.progressions import NightOver, NotProgressive, WinnerNeeded
from domain.schedules import NoSchedule
from tests.domain import scheduling
from tests.domain.scheduling import league

CHANGING, PROGRESSIVE = Pairing.CHANGING_PARTNERS, Pairing.PROGRESSIVE


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 20), st.integers(1, 6), st.integers(1, 3), st.integers(0, 2**63))
def test_everyone_has_another_partner_each_time_as_long_as_possible(
    people: int, nights: int, a_night: int, seed: int
) -> None:
    """Partnerships repeat no more than counting demands, byes and first deals are shared."""
    of = league(people, nights, a_night, pairing=CHANGING)
    plan = schedules.plan(of, seed)
    scheduling.assert_can_be_played(of, plan.fixtures, range(1, nights + 1))
    partnerships = nights * a_night * (people // 4) * 2
    assert plan.pairings == partnerships
    assert plan.repeats == plan.fewest == max(0, partnerships - people * (people - 1) // 2)
    assert scheduling.repeats(of, plan.fixtures) == plan.repeats
    sat = scheduling.sat_out(of, plan.fixtures)
    assert max(sat.values(), default=0) - min(sat[who] for who in range(1, people + 1)) <= 1
    deals, played = (
        scheduling.first_deals(of, plan.fixtures),
        scheduling.played_by(plan.fixtures),
    )
    assert all(abs(4 * deals[who] - played[who]) < 4 for who in played)


@pytest.mark.parametrize(("people", "most"), [(4, 2), (8, 5), (12, 4), (16, 4), (20, 4)])
def test_opponents_vary(people: int, most: int) -> None:
    """When everyone has had every partner once, nobody met anyone too often; two is the mean."""
    of = league(people, nights=people - 1, a_night=1, pairing=CHANGING)
    met: Counter[frozenset[int]] = Counter()
    for fixture in schedules.plan(of, 1).fixtures:
        met.update(frozenset((a, b)) for a in fixture.sides[0] for b in fixture.sides[1])
    assert sum(met.values()) == 2 * len(list(combinations(range(people), 2)))
    assert max(met.values()) <= most  # measured


def test_individuals_are_planned_anew_when_one_leaves() -> None:
    """Two who were partners must be again, and no more than these two."""
    before = league(9, nights=4, a_night=2, pairing=CHANGING)
    played = [each for each in schedules.plan(before, 1).fixtures if each.night < 3]
    after = league(9, nights=4, a_night=2, pairing=CHANGING, stays={2: (1, 2)})
    plan = schedules.plan(after, 1, played, 3)
    scheduling.assert_can_be_played(after, (*played, *plan.fixtures), range(1, 5))
    assert (plan.pairings, plan.repeats, plan.fewest) == (32, 1, 1)


def test_three_cannot_sit_at_a_table_of_four() -> None:
    """A table needs four individuals."""
    with pytest.raises(NoSchedule) as refused:
        schedules.plan(league(3, pairing=CHANGING), 1)
    assert refused.value.pointer == "/entrants"


def evening(of: League, seed: int, wins: list[int]) -> list[list[Fixture]]:
    """The slots of a first night, when those sides win that `wins` says."""
    slots = [[each for each in schedules.plan(of, seed).fixtures if each.night == 1]]
    while len(slots) < of.format.fixtures_a_night:
        winners = {each.number: wins[each.number % len(wins)] for each in slots[-1]}
        slots.append(list(progressions.next_slot(of, tuple(chain(*slots)), winners)))
    return slots


def test_winners_move_up_and_the_losers_of_the_head_go_down() -> None:
    """Three tables; side 0 wins everywhere. The letters of the pairs are their tables."""
    of = league(12, nights=1, a_night=2, pairing=PROGRESSIVE)
    first, second = evening(of, 1, [0])
    won = [set(each.sides[0]) for each in first]
    lost = [set(each.sides[1]) for each in first]
    assert [{*each.sides[0], *each.sides[1]} for each in second] == [
        won[0] | won[1],
        lost[1] | won[2],
        lost[2] | lost[0],
    ]
    assert [each.number for each in second] == [4, 5, 6]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(4, 19),
    st.integers(2, 8),
    st.lists(st.integers(0, 1), min_size=1, max_size=7),
    st.integers(0, 2**63),
)
def test_nobody_keeps_a_partner_in_a_progressive_evening(
    people: int, slots: int, wins: list[int], seed: int
) -> None:
    """Nor sits out twice before everybody has once."""
    of = league(people, nights=1, a_night=slots, pairing=PROGRESSIVE)
    played = evening(of, seed, wins)
    fixtures = [each for slot in played for each in slot]
    scheduling.assert_can_be_played(of, fixtures, [1])
    for before, after in pairwise(played):
        assert not scheduling.pairs(of, before).keys() & scheduling.pairs(of, after).keys()
    sat = scheduling.sat_out(of, fixtures)
    assert max(sat.values(), default=0) - min(sat[who] for who in range(1, people + 1)) <= 1


def test_the_first_slot_of_every_progressive_night_is_drawn_anew() -> None:
    """Partners of one night's draw are not drawn together again while there are others."""
    of = league(8, nights=7, a_night=3, pairing=PROGRESSIVE)
    plan = schedules.plan(of, 1)
    assert [(each.night, each.slot) for each in plan.fixtures[::2]] == [
        (night, 1) for night in range(1, 8)
    ]
    assert (plan.pairings, plan.pairs, plan.repeats, plan.fewest) == (28, 28, 0, 0)


def test_nobody_moves_before_all_tables_are_done() -> None:
    """Nor after the last slot, nor in a league whose fixtures are all planned."""
    of = league(8, nights=1, a_night=2, pairing=PROGRESSIVE)
    first, second = evening(of, 1, [1])
    with pytest.raises(WinnerNeeded):
        progressions.next_slot(of, first, {first[0].number: 0})
    with pytest.raises(WinnerNeeded):
        progressions.next_slot(of, [], {})
    with pytest.raises(NightOver):
        progressions.next_slot(of, [*first, *second], {})
    with pytest.raises(NotProgressive):
        progressions.next_slot(league(8, pairing=CHANGING), first, {1: 0, 2: 0})
