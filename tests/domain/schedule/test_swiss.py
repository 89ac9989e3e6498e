"""Slots by scores: worked examples, and every plan of few entrants against all there are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.league.choices import FirstRound, Pairing
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import Attendance, CheckIn, League, LeagueNight
from pitch.league.season import Season
from pitch.schedule import review_night, swiss
from pitch.schedule.progressions import WinnerNeeded
from tests.support import scheduling
from tests.support.searches import share

Pairs = list[tuple[int, int]]


def won(first: int, second: int) -> EnteredResult:
    return EnteredResult(wins=(first, second))


def make_league(entrants: int, slots: int = 6) -> League:
    league = scheduling.make_league(entrants, 1, slots)
    form = structs.replace(league.format, pairing=Pairing.SWISS, matches_a_fixture=9)
    return structs.replace(league, format=form)


def letters(pairs: Sequence[tuple[int, int]]) -> str:
    return " ".join("".join(sorted("ABCDEFGHI"[number - 1] for number in pair)) for pair in pairs)


def list_pairs(fixtures: Sequence[Fixture]) -> Pairs:
    return [(fixture.sides[0][0], fixture.sides[1][0]) for fixture in fixtures]


def pair_places(scores: str, met: str, out: str = "") -> tuple[str, tuple[int, int, int]]:
    """The pairs of entrants in the order given, with repeats, squares of scores and of ranks."""
    order = [row[0] for row in scores.split()]
    points = tuple(int(row[1:]) for row in scores.split())
    meetings = {frozenset(pair) for pair in met.split()}
    known = tuple(
        (first, second, 1)
        for first, second in combinations(range(len(order)), 2)
        if {order[first], order[second]} in meetings
    )
    places = frozenset(order.index(entrant) for entrant in out)
    pairing = swiss.pair(points, known, places)
    assert pairing.check(swiss.costs(points, known, places))
    pairs = [pair for pair in pairing.pairs if pair[1] < len(order)]
    sums = (
        sum((first, second, 1) in known for first, second in pairs),
        sum((points[first] - points[second]) ** 2 for first, second in pairs),
        sum((first - second) ** 2 for first, second in pairs),
    )
    return " ".join(order[first] + order[second] for first, second in pairs), sums


def play(league: League, played: dict[tuple[int, int], tuple[int, int]], slots: int) -> Season:
    """A season with the given wins of pairs, in as many slots."""
    fixtures = list[Fixture]()
    for number, ((first, second), _) in enumerate(played.items(), 1):
        a_slot = len(played) // slots
        fixtures.append(
            Fixture(
                number=number,
                night=1,
                slot=(number - 1) // a_slot + 1,
                table=(number - 1) % a_slot + 1,
                sides=((first,), (second,)),
            )
        )
    results = {
        fixture.number: EnteredResult(wins=pair, is_closed=True)
        for fixture, pair in zip(fixtures, played.values(), strict=True)
    }
    return Season(league=league, fixtures=tuple(fixtures), results=results)


def test_the_first_slot_pairs_the_halves() -> None:
    season = Season(league=make_league(8), fixtures=(), results={})
    plan = swiss.plan_slot(season, 1, 1, 0)
    assert letters(list_pairs(plan.fixtures)) == "AE BF CG DH"
    assert [fixture.table for fixture in plan.fixtures] == [1, 2, 3, 4]


def test_the_first_slot_pairs_neighbours_or_by_lot() -> None:
    league = make_league(8)
    near = structs.replace(league.format, first_round=FirstRound.NEIGHBOURS)
    season = Season(league=structs.replace(league, format=near), fixtures=(), results={})
    assert letters(list_pairs(swiss.plan_slot(season, 1, 1, 0).fixtures)) == "AB CD EF GH"
    lot = structs.replace(league.format, first_round=FirstRound.DRAWN)
    season = Season(league=structs.replace(league, format=lot), fixtures=(), results={})
    openings = {
        letters(list_pairs(swiss.plan_slot(season, 1, 1, seed).fixtures)) for seed in range(20)
    }
    assert len(openings) > 15


@pytest.mark.parametrize(
    ("scores", "met", "out", "pairs", "sums"),
    [
        ("A3 B3 C2 D2 E1 F1 G0 H0", "AE BF CG DH", "", "AB CD EF GH", (0, 0, 4)),
        ("A6 C5 E4 B3 G3 D2 F1 H0", "AE BF CG DH AB CD EF GH", "", "AC EB GD FH", (0, 4, 4)),
        ("A6 B5 C4 D3", "AB AC AD BC BD CD", "", "AB CD", (2, 2, 2)),
        ("A6 B6 C4 D4 E1 F1", "AB CD EF AC BD", "", "AE BC DF", (0, 38, 21)),
        ("A6 B5 C5 D4 E3 F3 G2 H1 I0", "AB CE DF GH", "ABCDEFG", "AC BD EF HI", None),
    ],
)
def test_worked_examples(
    scores: str, met: str, out: str, pairs: str, sums: tuple[int, int, int] | None
) -> None:
    pairing, costs = pair_places(scores, met, out)
    assert pairing == pairs
    assert sums is None or costs == sums


def test_the_lowest_sits_out_first_and_nobody_twice() -> None:
    league = make_league(7)
    first = swiss.plan_slot(Season(league=league, fixtures=(), results={}), 1, 1, 0)
    assert letters(list_pairs(first.fixtures)) == "AD BE CF"
    assert [bye.entrants for bye in first.byes] == [(7,)]
    scores = (3, 3, 3, 3, 0, 0, 0)
    order = "ABCGDEF"
    meetings = tuple(
        (order.index(a), order.index(b), 1) if order.index(a) < order.index(b) else (0, 0, 0)
        for a, b in ("AD", "BE", "CF")
    )
    pairing = swiss.pair(scores, meetings, frozenset({0, 1, 2, 4, 5, 6}))
    assert [order[a] + (order + "-")[b] for a, b in pairing.pairs] == ["AB", "CG", "DE", "F-"]


def test_who_came_late_has_sat_out() -> None:
    """A slot that somebody missed counts as a bye, so the lowest of the others sits out."""
    league = make_league(9)
    late = CheckIn(entrant=8, attendance=Attendance.HERE, from_slot=2)
    league = structs.replace(league, nights=(LeagueNight(1, is_open=True, check_ins=(late,)),))
    season = play(league, {(1, 5): (9, 0), (2, 6): (8, 1), (3, 7): (7, 2), (4, 9): (6, 3)}, 1)
    plan = swiss.plan_slot(season, 1, 2, 0)
    (bye,) = plan.byes
    assert bye.entrants == (5,)
    assert letters(list_pairs(plan.fixtures)) == "AB CD GI FH"


def test_who_is_late_sits_out_first() -> None:
    league = make_league(7)
    late = CheckIn(entrant=2, attendance=Attendance.LATE)
    league = structs.replace(league, nights=(LeagueNight(1, is_open=True, check_ins=(late,)),))
    plan = swiss.plan_slot(Season(league=league, fixtures=(), results={}), 1, 1, 0)
    assert [bye.entrants for bye in plan.byes] == [(2,)]


def test_a_slot_waits_for_every_result_before_it() -> None:
    season = play(make_league(4), {(1, 3): (5, 4), (2, 4): (5, 4)}, 1)
    waiting = Season(league=season.league, fixtures=season.fixtures, results={})
    with pytest.raises(WinnerNeeded) as refusal:
        swiss.plan_slot(waiting, 1, 2, 0)
    assert refusal.value.message.code == "problem.winner_needed.open"


def test_a_correction_before_the_next_slot_begins_has_a_finding() -> None:
    season = play(make_league(4), {(1, 3): (9, 0), (2, 4): (9, 0)}, 1)
    fixtures = swiss.plan_slot(season, 1, 2, 0).fixtures
    assert list_pairs(fixtures) == [(1, 2), (3, 4)]
    together = (*season.fixtures, *fixtures)

    def codes(results: dict[int, EnteredResult]) -> list[str]:
        after = Season(league=season.league, fixtures=together, results=results)
        return [finding.code for finding in review_night(after, 1)]

    assert "slot_outdated" not in codes(dict(season.results))
    results_after = {1: won(0, 9), 2: won(9, 0)}
    assert "slot_outdated" in codes(results_after)
    assert "slot_outdated" in codes({1: won(0, 9)})
    results_with_next = results_after | {fixtures[0].number: won(9, 0)}
    assert "slot_outdated" not in codes(results_with_next)


def plans(places: tuple[int, ...]) -> Iterator[Pairs]:
    """Every way to pair some places."""
    if not places:
        yield []
        return
    first, *others = places
    for mate in others:
        rest = tuple(place for place in others if place != mate)
        yield from ([(first, mate), *more] for more in plans(rest))


@settings(max_examples=share(150), derandomize=True, database=None)
@given(st.data())
def test_no_plan_is_better(data: st.DataObject) -> None:
    """Of all plans it is the first by repeats, meetings, scores, ranks and opponents."""
    count = data.draw(st.integers(2, 8))
    scores = sorted(data.draw(st.lists(st.integers(0, 6), min_size=count, max_size=count)))[::-1]
    every = list(combinations(range(count), 2))
    meetings = {pair: data.draw(st.sampled_from((0, 0, 1, 2))) for pair in every}
    able = frozenset(range(data.draw(st.integers(1, count)))) if count % 2 else frozenset[int]()
    size = count + count % 2

    def value(plan: Pairs) -> tuple[object, ...]:
        playing = [pair for pair in plan if pair[1] < count]
        out = [first for first, second in plan if second == count]
        return (
            sum(place not in able for place in out),
            sum(meetings[pair] > 0 for pair in playing),
            [-place for place in out],
            sum(meetings[pair] for pair in playing),
            sum((scores[a] - scores[b]) ** 2 for a, b in playing),
            sum((a - b) ** 2 for a, b in playing),
            [second for _, second in plan],
        )

    meetings_before = tuple((*pair, times) for pair, times in meetings.items() if times)
    pairing = swiss.pair(tuple(scores), meetings_before, able)
    assert list(pairing.pairs) == min(plans(tuple(range(size))), key=value)
    assert pairing.check(swiss.costs(tuple(scores), meetings_before, able))


def test_sixteen_play_their_rounds_without_meeting_twice_while_they_can() -> None:
    league = make_league(16, 8)
    season = Season(league=league, fixtures=(), results={})
    meetings: Counter[frozenset[int]] = Counter()
    for slot in range(1, 9):
        plan = swiss.plan_slot(season, 1, slot, 0)
        assert [fixture.table for fixture in plan.fixtures] == list(range(1, 9))
        assert plan.repeats == plan.fewest == 0
        meetings.update(
            frozenset((*fixture.sides[0], *fixture.sides[1])) for fixture in plan.fixtures
        )
        fixtures = tuple(
            structs.replace(fixture, number=len(season.fixtures) + place)
            for place, fixture in enumerate(plan.fixtures, 1)
        )
        # The lower number always wins.
        results = {
            fixture.number: won(9, 0) if fixture.sides[0] < fixture.sides[1] else won(0, 9)
            for fixture in fixtures
        }
        season = Season(
            league=league,
            fixtures=(*season.fixtures, *fixtures),
            results={**season.results, **results},
        )
    assert set(meetings.values()) == {1}
    assert season.ranking[0] == 1
