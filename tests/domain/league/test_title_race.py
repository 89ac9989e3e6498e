"""The chances of the first place, against a trial of every way in which open matches can end."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.league import judgements
from pitch.league.choices import Counting, FinalNight, Leavers, Length, Pairing, Ranking
from pitch.league.fixtures import EnteredResult, Fixture, byes
from pitch.league.leagues import Entrant, League
from pitch.league.ranking import standings, title_race
from pitch.league.ranking.title_race import Chance
from pitch.types import MOST_ENTRANTS
from pitchkeeper.messages import languages
from tests.support.endings import FORMS, payable, some_result
from tests.support.growth import Work
from tests.support.searches import share
from tests.support.seasons import make_league, match, nights, wins

Pair = tuple[int, int]
TRIALS = settings(max_examples=share(150), derandomize=True, database=None)
MOST_WAYS = {False: 20_000, True: 4_096}
"""By whether partners change: then each way is tried, and not more of them."""


def chances(
    among: League, fixtures: tuple[Fixture, ...], results: dict[int, EnteredResult]
) -> list[Chance]:
    return list(title_race.chances(among, judgements.judge_all(among, fixtures, results)))


def try_all(
    among: League, fixtures: tuple[Fixture, ...], payments: list[set[Pair]]
) -> list[tuple[bool, ...]]:
    """For everyone: first in some way, at the top in some way, first in every way."""
    numbers = [entrant.number for entrant in among.entrants]
    idle = Counter(number for bye in byes(among, fixtures) for number in bye.entrants)
    counts = Counter(number for fixture in fixtures for side in fixture.sides for number in side)
    is_rate = among.format.ranking is Ranking.RATE
    possibilities = {number: [False, False, True] for number in numbers}
    for combination in product(*payments):
        score = {number: Fraction(idle[number] * among.format.bye_pays) for number in numbers}
        for held, pair in zip(fixtures, combination, strict=True):
            for side in (0, 1):
                for number in held.sides[side]:
                    score[number] += Fraction(pair[side], counts[number] if is_rate else 1)
        for number in numbers:
            best = max(score[rival] for rival in numbers if rival != number)
            possibilities[number][0] |= score[number] > best
            possibilities[number][1] |= score[number] >= best
            possibilities[number][2] &= score[number] > best
    return [tuple(possibilities[number]) for number in numbers]


def some_season(chance: random.Random, form: dict[str, Any], partners: bool) -> Any:
    """A small league in the middle of its only night, with few enough ways to end it."""
    teams = chance.randint(4, 5) if partners else chance.randint(2, 5)
    among = make_league(teams, nights=1, **form)
    letters = "ABCDE"[:teams]
    if partners:
        tables = [chance.sample(letters, 4) for _ in range(chance.randint(1, 4))]
        sides = [f"{a}{b}-{c}{d}" for a, b, c, d in tables]
    else:
        pairs = ["".join(pair) for pair in combinations(letters, 2)]
        sides = chance.choices(pairs, k=chance.randint(1, 5))
    fixtures = nights(" ".join(sides))
    results = {
        fixture.number: some_result(chance, among.format.matches_a_fixture) for fixture in fixtures
    }
    payments = [payable(among, fixture, results[fixture.number]) for fixture in fixtures]
    while prod(map(len, payments)) > MOST_WAYS[partners]:
        fixtures, payments = fixtures[:-1], payments[:-1]
    return among, fixtures, payments, results


@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize(
    "form",
    [
        *FORMS,
        {"ranking": Ranking.RATE, "counting": Counting.FIXTURES_WON},
        {"bye_pays": 2, "length": Length.BEST_OF, "matches_a_fixture": 3},
    ],
)
@TRIALS
@given(seed=st.integers(0, 2**32))
def test_chances_are_those_of_every_way_tried(
    form: dict[str, Any], partners: bool, seed: int
) -> None:
    if partners:
        form = {**form, "pairing": Pairing.CHANGING_PARTNERS}
    among, fixtures, payments, results = some_season(random.Random(seed), form, partners)
    made = chances(among, fixtures, results)
    assert [
        (chance.can_be_first, chance.can_be_level, chance.clinched) for chance in made
    ] == try_all(among, fixtures, payments)
    assert [chance.eliminated for chance in made] == [not chance.can_be_level for chance in made]


def test_who_left_is_not_in_the_race_where_leavers_are_last() -> None:
    """Its score does not matter; if all have left they race among themselves."""
    among, fixtures = make_league(3, nights=2, leavers=Leavers.LAST), nights("AB AC BC", "BC")
    played = wins("3-0", "3-0", "2-1", "")

    def chances_without(*numbers: int) -> list[Chance]:
        entrants = tuple(
            structs.replace(entrant, until_night=1) if entrant.number in numbers else entrant
            for entrant in among.entrants
        )
        return chances(structs.replace(among, entrants=entrants), fixtures, played)

    assert [chance.clinched for chance in chances_without()] == [True, False, False]
    ahead, *rest = chances_without(1)
    assert (ahead.can_be_first, ahead.eliminated) == (False, True)
    assert [chance.can_be_first for chance in rest] == [True, True]
    assert [chance.can_be_level for chance in rest] == [True, True]
    assert [chance.clinched for chance in chances_without(1, 2, 3)] == [True, False, False]


def test_nobody_is_out_because_others_have_still_to_meet() -> None:
    """Bowers and Clubs have 5, Deuces can reach 5: one of the two gets more, unless none comes."""
    among, fixtures = make_league(4, nights=3), nights("BA CD", "CA DB", "BC DA")
    played = wins("3-0", "2-1", "3-0", "1-2")
    before = chances(among, fixtures, played)
    assert [chance.can_be_level for chance in before] == [False, True, True, True]
    assert [chance.can_be_first for chance in before] == [False, True, True, False]
    assert [chance.eliminated for chance in before] == [True, False, False, False]
    after = {**played, 5: EnteredResult(neither_came=True), 6: EnteredResult(wins=(3, 0))}
    rows = standings.rank_entrants(among, judgements.judge_all(among, fixtures, after)).rows
    assert sorted((row.score, row.entrant) for row in rows) == [(0, 1), (5, 2), (5, 3), (5, 4)]
    assert [chance.can_be_level for chance in chances(among, fixtures, after)] == [
        False,
        True,
        True,
        True,
    ]


def test_a_match_that_was_not_finished_leaves_chances_certain() -> None:
    """Also where a fixture ends when it is decided: the match can be finished, or none more be."""
    among, fixtures = make_league(2, nights=1, length=Length.BEST_OF), nights("AB")
    results = {1: EnteredResult(matches=(match(0), match(None)))}
    made = chances(among, fixtures, results)
    assert [(chance.can_be_first, chance.can_be_level, chance.why) for chance in made] == [
        (True, True, None),
        (True, True, None),
    ]


def test_the_first_place_is_clinched_when_nobody_can_reach_it() -> None:
    among, fixtures = make_league(2, nights=3), nights("AB", "AB", "AB")
    ahead, behind = chances(among, fixtures, wins("3-0", "3-0"))
    assert (ahead.clinched, behind.eliminated) == (True, True)
    ahead, behind = chances(among, fixtures, wins("3-0", "2-1"))
    assert (ahead.clinched, behind.can_be_first) == (True, False)
    ahead, behind = chances(among, fixtures, wins("2-1", "2-1"))
    assert (ahead.clinched, behind.can_be_first, behind.can_be_level) == (False, True, True)


def test_who_is_first_by_a_tie_break_only_is_level_by_the_score() -> None:
    among, fixtures = make_league(4, nights=1), nights("AB CD BC")
    made = chances(among, fixtures, wins("2-1", "2-1", "0-3"))
    assert [chance.entrant for chance in made if chance.clinched] == [3]
    level = chances(among, fixtures, wins("3-0", "0-3", "2-1"))
    assert [chance.entrant for chance in level if chance.can_be_level] == [1, 4]
    assert not any(chance.can_be_first or chance.clinched for chance in level)


def test_nothing_is_certain_while_a_night_has_no_fixtures() -> None:
    made = chances(make_league(2, nights=2), nights("AB"), wins("3-0"))
    assert [(chance.eliminated, chance.why and languages.text(chance.why)) for chance in made] == [
        (None, "Not all matchups of night 2 are known yet.")
    ] * 2


def test_points_are_certain_only_when_all_is_played() -> None:
    among, fixtures = make_league(2, nights=1, counting=Counting.POINTS), nights("AB")
    assert chances(among, fixtures, {})[0].can_be_first is None
    over = {1: EnteredResult(wins=(2, 1), points=(30, 31))}
    assert [chance.clinched for chance in chances(among, fixtures, over)] == [False, True]


def test_only_finalists_can_win_a_separate_final() -> None:
    final = make_league(3, nights=2, final_night=FinalNight.SEPARATE)
    assert chances(final, nights("AB"), wins("3-0"))[0].can_be_first is None
    made = chances(final, nights("AB", "BC"), wins("3-0", ""))
    assert [chance.eliminated for chance in made] == [True, False, False]


def test_a_season_of_ten_teams_is_answered_at_once() -> None:
    """Ten teams before their last two nights of best of three: 20 fixtures, 5 half played."""
    first = "AB CD EF GH IJ AC BD EG FI HJ"
    among = make_league(10, nights=2, length=Length.BEST_OF)
    fixtures = nights(first, "AD BC EH FJ GI AE BF CG DH IJ")
    made = chances(among, fixtures, wins("1-0", "0-1", "1-1", "1-0", "1-1"))
    assert all(chance.can_be_first for chance in made)


def test_the_chances_of_a_big_league_are_worked_out_in_one_pass() -> None:
    """Each open fixture is looked at once, not once for every two entrants."""
    among, meetings = big_league()
    chances = Work("chances", lambda _: lambda: title_race.chances(among, meetings))
    table = Work("table", lambda _: lambda: standings.rank_entrants(among, meetings))
    assert chances.cost(0, 3) < 30 * table.cost(0, 3)


def big_league() -> tuple[League, tuple[judgements.JudgedFixture, ...]]:
    """As many teams as there can be, before the first of eight nights."""
    small = make_league(2, nights=8, fixtures_a_night=4)
    teams = tuple(
        Entrant(number=number, name=f"Team {number}", players=("Ann", "Bob"))
        for number in range(1, MOST_ENTRANTS + 1)
    )
    among = structs.replace(small, entrants=teams)
    fixtures = tuple(
        Fixture(
            number=(night * 4 + slot) * 32 + table,
            night=night + 1,
            slot=slot + 1,
            table=table,
            sides=((table,), ((table + night * 4 + slot) % 32 + 33,)),
        )
        for night, slot, table in product(range(8), range(4), range(1, 33))
    )
    return among, judgements.judge_all(among, fixtures, {})
