"""Evenings on which winners move up: who goes where, and who keeps whom."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.league.choices import Pairing, PartnerKeepers
from pitch.league.fixtures import Fixture
from pitch.league.leagues import League
from pitch.schedule import progressions, schedules
from pitch.schedule.progressions import NightOver, NotProgressive, WinnerNeeded
from pitch.schedule.schedules import NoSchedule
from tests.support import scheduling
from tests.support.searches import share

HEAD, NOBODY = PartnerKeepers.HEAD_WINNERS, PartnerKeepers.NOBODY


def make_league(people: int, slots: int, keeps: PartnerKeepers = HEAD, **more: object) -> League:
    """A league of one progressive night."""
    return scheduling.make_league(
        people,
        nights=1,
        a_night=slots,
        pairing=Pairing.PROGRESSIVE,
        keeps_partner=keeps,
        **more,  # type: ignore[arg-type]
    )


def evening(a_league: League, seed: int, wins: Iterable[int]) -> list[list[Fixture]]:
    """The slots of the night, when those sides win that `wins` says, table by table."""
    slots = [
        [
            fixture
            for fixture in schedules.plan_schedule(a_league, seed).fixtures
            if fixture.night == 1
        ]
    ]
    winning = iter(wins)
    while len(slots) < a_league.format.fixtures_a_night:
        winners = {fixture.number: next(winning) for fixture in slots[-1]}
        slots.append(list(progressions.plan_next_slot(a_league, tuple(chain(*slots)), winners)))
    return slots


def everybody(fixture: Fixture) -> set[int]:
    """The four of a table."""
    return {who for side in fixture.sides for who in side}


def pairs(fixtures: Iterable[Fixture]) -> set[frozenset[int]]:
    """Return the pairs of partners."""
    return {frozenset(side) for fixture in fixtures for side in fixture.sides}


def all_evenings(people: int, slots: int, keeps: PartnerKeepers) -> Iterator[list[list[Fixture]]]:
    """Every way in which a night can go, but for how it is drawn."""
    a_league = make_league(people, slots, keeps)
    for wins in product((0, 1), repeat=(people // 4) * (slots - 1)):
        yield evening(a_league, 1, wins)


def test_winners_move_up_and_the_losers_of_the_head_go_down() -> None:
    """Three tables; side 0 wins everywhere. The letters of the pairs are their tables."""
    first, second = evening(make_league(12, 2), 1, [0] * 3)
    won = [set(fixture.sides[0]) for fixture in first]
    lost = [set(fixture.sides[1]) for fixture in first]
    assert [everybody(fixture) for fixture in second] == [
        won[0] | won[1],
        lost[1] | won[2],
        lost[2] | lost[0],
    ]
    assert [fixture.number for fixture in second] == [4, 5, 6]


@pytest.mark.parametrize(("people", "slots"), [(8, 4), (12, 3)])
def test_the_winners_at_the_head_keep_their_partner_and_all_other_tables_change(
    people: int, slots: int
) -> None:
    """Every way in which a night can go; also the two who come up stay together, as they must."""
    a_league = make_league(people, slots)
    for wins in product((0, 1), repeat=(people // 4) * (slots - 1)):
        fixtures, winning = evening(a_league, 1, wins), iter(wins)
        for before, after in pairwise(fixtures):
            won = [frozenset(fixture.sides[next(winning)]) for fixture in before]
            assert pairs(after[:1]) == set(won[:2])
            assert not pairs(after[1:]) & pairs(before)


@pytest.mark.parametrize(("people", "slots"), [(4, 6), (8, 4), (12, 3)])
def test_everyone_changes_where_the_league_says_so(people: int, slots: int) -> None:
    for evening in all_evenings(people, slots, NOBODY):
        for before, after in pairwise(evening):
            assert not pairs(after) & pairs(before)


@pytest.mark.parametrize("keeps", [HEAD, NOBODY])
def test_four_who_would_meet_again_change_partner(keeps: PartnerKeepers) -> None:
    """With one table there is no other pair to meet: each has every partner in turn."""
    for evening in all_evenings(4, 4, keeps):
        assert [len(pairs(chain(*evening[:slots]))) for slots in (1, 2, 3, 4)] == [2, 4, 6, 6]
        assert pairs(evening[3]) == pairs(evening[0])


def test_five_at_one_table_keep_the_winners_together_as_one_of_the_losers_goes_out() -> None:
    first, second = evening(make_league(5, 2), 1, [1])
    assert frozenset(first[0].sides[1]) in pairs(second)
    assert len(everybody(second[0]) - everybody(first[0])) == 1


@pytest.mark.parametrize("keeps", [HEAD, NOBODY])
def test_those_who_change_have_whom_they_had_least(keeps: PartnerKeepers) -> None:
    """They sit in the way that repeats least, without a partner of the slot before."""
    for evening in all_evenings(8, 4, keeps):
        for number, after in enumerate(evening[1:], start=1):
            last, earlier = pairs(evening[number - 1]), chain(*evening[:number])
            had = Counter(frozenset(side) for fixture in earlier for side in fixture.sides)
            for fixture in after[keeps is HEAD :]:
                cost = min(
                    sum(had[pair] ** 2 for pair in way)
                    for way in ways(everybody(fixture))
                    if not set(way) & last
                )
                assert sum(had[frozenset(side)] ** 2 for side in fixture.sides) == cost


def ways(four: set[int]) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """The three ways in which four can be partners."""
    first = min(four)
    for player in four - {first}:
        yield frozenset({first, player}), frozenset(four - {first, player})


@settings(max_examples=share(60))
@given(
    st.integers(4, 19),
    st.integers(2, 8),
    st.lists(st.integers(0, 1), min_size=40, max_size=40),
    st.integers(0, 2**63),
    st.sampled_from([HEAD, NOBODY]),
)
def test_nobody_keeps_a_partner_but_at_the_head(
    people: int, slots: int, wins: list[int], seed: int, keeps: PartnerKeepers
) -> None:
    """Nor sits out twice before everybody has once."""
    a_league = make_league(people, slots, keeps)
    played = evening(a_league, seed, wins)
    fixtures = [fixture for slot in played for fixture in slot]
    scheduling.assert_can_be_played(a_league, fixtures, [1])
    for before, after in pairwise(played):
        assert not pairs(before) & pairs(after[keeps is HEAD :])
    sat = scheduling.sat_out(a_league, fixtures)
    assert max(sat.values(), default=0) - min(sat[who] for who in range(1, people + 1)) <= 1


def test_how_the_sides_were_listed_makes_no_difference() -> None:
    """The other pair of the only table wins, and the same four sit down in the same way."""
    a_league = make_league(4, 2)
    first = schedules.plan_schedule(a_league, 1).fixtures[:1]
    assert progressions.plan_next_slot(a_league, first, {1: 0}) == progressions.plan_next_slot(
        a_league, first, {1: 1}
    )


def test_who_leaves_during_a_night_moves_no_further() -> None:
    """The others close ranks; with fewer than four there is nothing to play."""
    first, _ = evening(make_league(9, 2), 1, [0, 0])
    leaver = first[0].sides[0][0]
    second = progressions.plan_next_slot(
        make_league(9, 2, stays={leaver: (2, None)}), first, {1: 0, 2: 0}
    )
    assert leaver not in set().union(*map(everybody, second))
    assert len(second) == 2
    three = make_league(4, 2, stays={1: (2, None)})
    with pytest.raises(NoSchedule):
        progressions.plan_next_slot(
            three, schedules.plan_schedule(make_league(4, 2), 1).fixtures, {1: 0}
        )


def test_who_joins_during_a_night_comes_in_at_the_last_table() -> None:
    a_league = make_league(8, 2)
    first, _ = evening(a_league, 1, [0, 0])
    second = progressions.plan_next_slot(make_league(12, 2), first, {1: 0, 2: 0})
    assert everybody(second[-1]) == {9, 10, 11, 12}


def test_the_first_slot_of_every_progressive_night_is_drawn_anew() -> None:
    """Partners of one night's draw are not drawn together again while there are others."""
    plan = schedules.plan_schedule(scheduling.make_league(8, 7, 3, pairing=Pairing.PROGRESSIVE), 1)
    assert [(fixture.night, fixture.slot) for fixture in plan.fixtures[::2]] == [
        (night, 1) for night in range(1, 8)
    ]
    assert (plan.pairings, plan.pairs, plan.repeats, plan.fewest) == (28, 28, 0, 0)


def test_nobody_moves_before_all_tables_are_done() -> None:
    """Nor after the last slot, nor in a league whose fixtures are all planned."""
    a_league = make_league(8, 2)
    first, second = evening(a_league, 1, [1, 1])
    with pytest.raises(WinnerNeeded):
        progressions.plan_next_slot(a_league, first, {first[0].number: 0})
    with pytest.raises(WinnerNeeded):
        progressions.plan_next_slot(a_league, [], {})
    with pytest.raises(NightOver):
        progressions.plan_next_slot(a_league, [*first, *second], {})
    changing = scheduling.make_league(8, pairing=Pairing.CHANGING_PARTNERS)
    with pytest.raises(NotProgressive):
        progressions.plan_next_slot(changing, first, {1: 0, 2: 0})


def is_second_slot(slots: Sequence[Sequence[Fixture]], *wins: int) -> bool:
    """Return whether the second slot follows from those wins in the first."""
    winners = {fixture.number: win for fixture, win in zip(slots[0], wins, strict=True)}
    return progressions.is_consistent(slots[0], slots[1], winners)


def test_a_slot_follows_only_from_the_wins_before_it() -> None:
    for people in (8, 9, 10, 11):
        slots = evening(make_league(people, 2), 1, [0, 1])
        assert [is_second_slot(slots, *wins) for wins in ((0, 1), (1, 1), (0, 0))] == [
            True,
            False,
            False,
        ]
