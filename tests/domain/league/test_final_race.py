"""The chances to reach a final, against a trial of every way in which open matches can end."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, Final

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.league import judgements
from pitch.league.choices import Counting, FinalNight, Leavers, Pairing, Ranking
from pitch.league.fixtures import EnteredResult, Fixture, Stage, byes
from pitch.league.formats import Finals
from pitch.league.leagues import Bracket, Entrant, League, LeagueNight
from pitch.league.ranking import final_race
from pitch.league.ranking.title_race import Reach
from pitch.league.season import Season
from pitch.schedule import find_doubt
from pitchkeeper.messages import languages
from tests.support.endings import FORMS, Pair, payable, some_result
from tests.support.searches import share
from tests.support.seasons import PLACES, fixture, make_league, match, nights, wins

TRIALS = settings(max_examples=share(150), derandomize=True, database=None)
MOST_WAYS: Final = 2_000
SURE, OPEN, TIE, OUT, UNKNOWN = "sure", "open", "only by a tie-break", "out", "unknown"


def final_league(teams: int, places: int, *, nights: int = 2, **form: Any) -> League:
    """A league whose last night is a knock-out."""
    kind = FinalNight.KNOCK_OUT
    return make_league(teams, nights=nights, final_night=kind, finals=Finals(places=places), **form)


def word(reach: Reach) -> str:
    if reach.can is None:
        return UNKNOWN
    if reach.sure:
        return SURE
    return (TIE if reach.needs_tie_break else OPEN) if reach.can else OUT


def reaches(
    among: League, fixtures: Sequence[Fixture], results: Mapping[int, EnteredResult]
) -> str:
    """Who can still reach the final, as a line: the letters of all who are sure, open and so on."""
    season = Season(league=among, fixtures=tuple(fixtures), results=results)
    by_entrant = {
        chance.entrant: chance.reaches for chance in season.after(season.last_night).chances
    }
    letters = {number: letter for letter, number in PLACES.items()}
    by_word: dict[str, str] = {}
    for number, reach in by_entrant.items():
        assert reach is not None
        by_word[word(reach)] = by_word.get(word(reach), "") + letters[number]
    return ", ".join(
        f"{reach} {by_word[reach]}" for reach in (SURE, OPEN, TIE, OUT) if reach in by_word
    )


def with_scores(scores: Mapping[str, int], last: str) -> tuple[tuple[Fixture, ...], Any]:
    """Fixtures by which everybody has a score, and the fixtures of the last night before a final.

    Each has met Jacks, who has left, in matchups that are over.
    """
    scores_left = [
        (name, min(3, score - won)) for name, score in scores.items() for won in range(0, score, 3)
    ]
    fixtures = [fixture(number, f"{name}J") for number, (name, _) in enumerate(scores_left, 1)]
    results = {
        number: EnteredResult(wins=(won, 0), is_closed=True)
        for number, (_, won) in enumerate(scores_left, 1)
    }
    ahead = [
        fixture(len(fixtures) + place, sides, 2) for place, sides in enumerate(last.split(), 1)
    ]
    return (*fixtures, *ahead), results


@pytest.mark.parametrize(
    ("example", "words"),
    [
        (
            (4, {"A": 20, "B": 18, "C": 15, "D": 14, "E": 13, "F": 8}, "AF BE CD"),
            "sure AB, open CDE, out FJ",
        ),
        ((2, {"A": 9, "B": 8, "C": 6, "D": 4}, "AD BC"), "sure A, open BC, out DJ"),
        ((2, {"A": 9, "B": 6, "C": 6, "D": 3}, "AB CD"), "open ABC, only by a tie-break D, out J"),
    ],
)
def test_worked_examples(example: tuple[int, dict[str, int], str], words: str) -> None:
    """Jacks, whom all have beaten, has left before the final."""
    places, scores, last = example
    among = final_league(10, places, nights=3)
    there = [entrant for entrant in among.entrants if entrant.name[0] in scores]
    jacks = structs.replace(among.entrants[-1], until_night=1)
    among = structs.replace(among, entrants=(*there, jacks))
    assert reaches(among, *with_scores(scores, last)) == words


def some_season(
    chance: random.Random, form: dict[str, Any]
) -> tuple[League, tuple[Fixture, ...], list[set[Pair]], dict[int, EnteredResult]]:
    """A small league in the middle of its only night before a final, with few ways to end it."""
    teams = chance.randint(2, 5)
    among = final_league(teams, chance.randint(1, teams), **form)
    letters = "ABCDE"[:teams]
    pairs = ["".join(pair) for pair in combinations(letters, 2)]
    fixtures = nights(" ".join(chance.choices(pairs, k=chance.randint(1, 5))))
    results = {
        fixture.number: some_result(chance, among.format.matches_a_fixture) for fixture in fixtures
    }
    payments = [payable(among, fixture, results[fixture.number]) for fixture in fixtures]
    while prod(map(len, payments)) > MOST_WAYS:
        fixtures, payments = fixtures[:-1], payments[:-1]
    return (
        among,
        fixtures,
        payments,
        {fixture.number: results[fixture.number] for fixture in fixtures},
    )


def try_all(
    among: League, fixtures: Sequence[Fixture], payments: Sequence[set[Pair]]
) -> dict[int, tuple[bool, bool, bool]]:
    """For everyone: among the first in some way, without a tie-break in some way and in every."""
    numbers, places = [entrant.number for entrant in among.entrants], among.format.finals.places
    idle = Counter(number for bye in byes(among, fixtures) for number in bye.entrants)
    counts = Counter(number for fixture in fixtures for side in fixture.sides for number in side)
    is_rate = among.format.ranking is Ranking.RATE
    possibilities = dict.fromkeys(numbers, (False, False, True))
    for combination in product(*payments):
        scores = {number: Fraction(idle[number] * among.format.bye_pays) for number in numbers}
        for held, pair in zip(fixtures, combination, strict=True):
            for side in (0, 1):
                number = held.sides[side][0]
                scores[number] += Fraction(pair[side], counts[number] if is_rate else 1)
        for number, (level, alone, always) in possibilities.items():
            above = sum(scores[rival] > scores[number] for rival in numbers)
            with_level = sum(scores[rival] >= scores[number] for rival in numbers) - 1
            is_in = with_level < places
            possibilities[number] = (level or above < places, alone or is_in, always and is_in)
    return possibilities


@pytest.mark.parametrize("form", FORMS)
@TRIALS
@given(seed=st.integers(0, 2**32))
def test_who_reaches_the_final_is_as_in_every_way_tried(form: dict[str, Any], seed: int) -> None:
    """Forfeits, matchups to which neither side comes, and closing early are among the ways."""
    among, fixtures, payments, results = some_season(random.Random(seed), form)
    reaches = final_race.reaches(among, judgements.judge_all(among, fixtures, results))
    assert {
        number: (reach.can, reach.can and not reach.needs_tie_break, reach.sure)
        for number, reach in reaches.items()
    } == try_all(among, fixtures, payments)


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_what_is_certain_stays_so_whatever_is_entered(seed: int) -> None:
    chance = random.Random(seed)
    among, fixtures, _, results = some_season(chance, chance.choice(FORMS[:6]))
    before = final_race.reaches(among, judgements.judge_all(among, fixtures, results))
    for matchup in fixtures:
        now = judgements.judge(among, matchup, results[matchup.number])
        if now.left:
            results[matchup.number] = EnteredResult(wins=now.wins, is_closed=chance.random() < 0.5)
    after = final_race.reaches(among, judgements.judge_all(among, fixtures, results))
    for number, reach in before.items():
        assert not (reach.sure and not after[number].sure)
        assert not (reach.can is False and after[number].can)


def race_from(
    scores: Sequence[int], meetings: Sequence[tuple[int, int, int]]
) -> tuple[dict[int, int], final_race.Shares]:
    """The matches that everybody can spare and those that pairs share, by the wins they need."""
    shares: dict[int, Counter[int]] = {number: Counter() for number in range(1, len(scores) + 1)}
    for first, second, matches in meetings:
        shares[first][second] += matches
        shares[second][first] += matches
    return dict(enumerate(scores, 1)), shares


def can_spare(group: Sequence[int], spare: Mapping[int, int], shares: final_race.Shares) -> bool:
    """Whether losses can be split, by somebody else's greatest flow."""
    graph = nx.DiGraph()
    graph.add_nodes_from(["losses", "all"])
    total = 0
    for first, second in combinations(group, 2):
        if shares[first][second]:
            total += shares[first][second]
            graph.add_edge("losses", (first, second), capacity=shares[first][second])
            graph.add_edge((first, second), first)
            graph.add_edge((first, second), second)
    for number in group:
        graph.add_edge(number, "all", capacity=spare[number])
    return int(nx.maximum_flow_value(graph, "losses", "all")) == total


@TRIALS
@given(
    st.integers(3, 9).flatmap(
        lambda size: st.tuples(
            st.lists(st.integers(0, 4), min_size=size, max_size=size),
            st.lists(
                st.tuples(st.integers(1, size), st.integers(1, size), st.integers(1, 3)).filter(
                    lambda pair: pair[0] < pair[1]
                ),
                max_size=20,
            ),
            st.integers(1, size),
        )
    )
)
def test_a_group_that_can_spare_its_losses_is_found(
    case: tuple[list[int], list[tuple[int, int, int]], int],
) -> None:
    """Against all groups of a size, each decided by another greatest flow."""
    scores, meetings, size = case
    spare, shares = race_from(scores, meetings)
    groups = [group for group in combinations(spare, size) if can_spare(group, spare, shares)]
    assert final_race._search(spare, shares, size, final_race._Work(10**6)) is not bool(groups)
    if final_race._are_too_many(spare, shares, size):
        assert not groups
    for group in combinations(spare, size):
        excess = final_race._find_excess(group, spare, shares)
        assert (excess is None) is (group in groups)
        if excess is not None:
            assert set(excess) <= set(group)
            losses = sum(shares[a][b] for a, b in combinations(sorted(excess), 2))
            assert losses > sum(spare[number] for number in excess)


def test_what_takes_too_long_is_not_known_and_says_so() -> None:
    """Of 62 teams, who all need to win three matchups, do 28 not meet one another?"""
    form: dict[str, Any] = {"counting": Counting.FIXTURES_WON, "matches_a_fixture": 1}
    among = structs.replace(
        final_league(2, 28, **form),
        entrants=tuple(
            Entrant(number=number, name=f"Team {number}", players=("Ann", "Bob"))
            for number in range(1, 64)
        ),
    )
    chance = random.Random(5)
    orders = [chance.sample(range(2, 64), 62) for _ in range(3)]
    pairs = [(1, 2)] * 3 + [pair for order in orders for pair in batched_pairs(order)]
    fixtures = [
        Fixture(number=number, night=1, slot=1, table=1, sides=((first,), (second,)))
        for number, (first, second) in enumerate(pairs, 1)
    ]
    results = {number: EnteredResult(wins=(1, 0)) for number in (1, 2, 3)}
    first = final_race.reaches(among, judgements.judge_all(among, fixtures, results))[1]
    assert (first.can, first.sure) == (True, None)
    assert first.why is not None
    assert languages.text(first.why).startswith("Too many ways are left")


def batched_pairs(order: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(order[::2], order[1::2], strict=True))


def test_nothing_is_certain_while_a_night_before_the_final_has_no_fixtures() -> None:
    season = Season(league=final_league(4, 2, nights=3), fixtures=nights("AB"), results={})
    reach = season.after(1).chances[0].reaches
    assert reach is not None
    assert (reach.places, reach.can, reach.sure) == (2, None, None)
    assert reach.why is not None
    assert languages.text(reach.why) == "Not all matchups of night 2 are known yet."


def test_points_are_certain_only_when_all_is_played() -> None:
    among, fixtures = final_league(2, 2, counting=Counting.POINTS), nights("AB")
    assert reaches(among, fixtures, {}) == ""
    over = {1: EnteredResult(wins=(2, 1), points=(30, 31))}
    assert reaches(among, fixtures, over) == "sure AB"


def test_a_league_without_such_a_final_has_no_places_to_reach() -> None:
    for form in ({}, {"final_night": FinalNight.SEPARATE}, {"pairing": Pairing.KNOCK_OUT}):
        among = make_league(4, nights=2, **form)
        season = Season(league=among, fixtures=nights("AB CD"), results={})
        assert {chance.reaches for chance in season.after(1).chances} == {None}
    off = structs.replace(final_league(4, 2), nights=(LeagueNight(2, is_called_off=True),))
    season = Season(league=off, fixtures=nights("AB CD"), results={})
    assert {chance.reaches for chance in season.after(1).chances} == {None}


def test_who_is_not_there_on_the_last_night_takes_no_place() -> None:
    among, fixtures = final_league(4, 2, leavers=Leavers.AS_OTHERS), nights("AB CD")
    chances = wins("3-0", "2-1")
    assert reaches(among, fixtures, chances) == "sure AC, out BD"
    entrants = tuple(
        structs.replace(entrant, until_night=1) if entrant.number == 1 else entrant
        for entrant in among.entrants
    )
    without_leaver = structs.replace(among, entrants=entrants)
    assert reaches(without_leaver, fixtures, chances) == "sure CD, out AB"


def test_a_guest_is_in_no_final() -> None:
    among, fixtures = final_league(3, 2), nights("AB", "")
    guest = structs.replace(among.entrants[2], is_guest=True)
    among = structs.replace(among, entrants=(*among.entrants[:2], guest))
    assert reaches(among, fixtures, wins("3-0")) == "sure AB"


def test_those_who_are_drawn_have_reached_the_final() -> None:
    """Once the season is over, or the final has begun; before that the draw may still change."""
    among, fixtures = final_league(4, 2), nights("AB CD")
    bracket = Bracket(night=2, first_fixture=9, seeds=(1, 4))
    with_draw = structs.replace(among, bracket=bracket)
    final = structs.replace(fixture(9, "AD", 2), stage=Stage.WINNERS)
    level = {1: EnteredResult(neither_came=True), 2: EnteredResult(neither_came=True)}
    assert reaches(among, fixtures, level) == "only by a tie-break ABCD"
    assert reaches(with_draw, (*fixtures, final), level) == "sure AD, out BC"
    half = {1: EnteredResult(neither_came=True)}
    assert reaches(with_draw, (*fixtures, final), half) == "open CD, only by a tie-break AB"
    results = {**half, 9: EnteredResult(matches=(match(0),))}
    assert reaches(with_draw, (*fixtures, final), results) == "sure AD, out BC"


def test_a_draw_that_is_to_be_repeated_is_not_certain() -> None:
    among, fixtures = final_league(4, 2), nights("AB CD")
    bracket = Bracket(night=2, first_fixture=9, seeds=(1, 4))
    final = structs.replace(fixture(9, "AD", 2), stage=Stage.WINNERS)
    season = Season(
        league=structs.replace(among, bracket=bracket),
        fixtures=(*fixtures, final),
        results=wins("3-0", "3-0"),
    )
    doubt = find_doubt(season)
    assert doubt is not None
    reaches = [chance.reaches for chance in season.after(1, doubt).chances]
    assert [word(reach) for reach in reaches if reach] == [UNKNOWN] * 4
    assert all(reach.why == doubt for reach in reaches if reach)
