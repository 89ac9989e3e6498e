"""Who can still finish first, against a trial of every way in which the matches left can end."""

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import races
from domain.fixtures import Fixture, PlayedMatch, Result
from domain.leagues import Counting, FinalNight, League, Length, Pairing
from domain.races import Chance
from tests.domain.seasons import league, match, nights, wins
from tests.searches import share

Wins = tuple[int, int]
TRIALS = settings(max_examples=share(150), deadline=None, derandomize=True, database=None)


def chances(among: League, drawn: tuple[Fixture, ...], results: dict[int, Result]) -> list[Chance]:
    return list(races.chances(among, drawn, results))


def endings(so_far: Wins, matches: int, *, best_of: bool) -> Iterator[Wins]:
    """Every way in which a fixture can end, match by match."""
    if sum(so_far) == matches or (best_of and max(so_far) > matches // 2):
        yield so_far
        return
    for first in (0, 1):
        yield from endings((so_far[0] + 1 - first, so_far[1] + first), matches, best_of=best_of)


def tried(among: League, drawn: tuple[Fixture, ...], so_far: list[Wins]) -> list[tuple[bool, ...]]:
    """For everyone: first in some way, at the top in some way, first in every way."""
    form = among.format
    best_of = form.length is Length.BEST_OF
    each = [set(endings(pair, form.matches_a_fixture, best_of=best_of)) for pair in so_far]
    numbers = [entrant.number for entrant in among.entrants]
    found = {number: [False, False, True] for number in numbers}
    for whole in product(*each):
        score = dict.fromkeys(numbers, 0)
        for fixture, pair in zip(drawn, whole, strict=True):
            for side in (0, 1):
                won = pair[side]
                if form.counting is Counting.FIXTURES_WON:
                    won = int(pair[side] > pair[1 - side])
                for number in fixture.sides[side]:
                    score[number] += won
        for number in numbers:
            best = max(score[other] for other in numbers if other != number)
            found[number][0] |= score[number] > best
            found[number][1] |= score[number] >= best
            found[number][2] &= score[number] > best
    return [tuple(found[number]) for number in numbers]


def loser_first(pair: Wins) -> tuple[PlayedMatch, ...]:
    """Matches in an order in which the last one may decide."""
    sides = (1, 0) if pair[0] > pair[1] else (0, 1)
    return tuple(match(side) for side in sides for _ in range(pair[side]))


def some_season(chance: random.Random, form: dict[str, Any], partners: bool) -> Any:
    """A small league in the middle of its only night."""
    teams = chance.randint(4, 5) if partners else chance.randint(2, 5)
    among = league(teams, nights=1, **form)
    letters = "ABCDE"[:teams]
    if partners:
        tables = [chance.sample(letters, 4) for _ in range(chance.randint(1, 4))]
        sides = [f"{a}{b}-{c}{d}" for a, b, c, d in tables]
    else:
        pairs = ["".join(pair) for pair in combinations(letters, 2)]
        sides = chance.choices(pairs, k=chance.randint(1, 5))
    drawn = nights(" ".join(sides))
    best_of = among.format.length is Length.BEST_OF
    so_far: list[Wins] = []
    for _ in drawn:
        pair = chance.choice(list(endings((0, 0), among.format.matches_a_fixture, best_of=best_of)))
        cut = chance.random()
        so_far.append((round(pair[0] * cut), round(pair[1] * cut)))
    results = {
        fixture.number: Result(matches=loser_first(pair))
        for fixture, pair in zip(drawn, so_far, strict=True)
    }
    return among, drawn, so_far, results


@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize(
    "form",
    [
        {},
        {"matches_a_fixture": 2, "counting": Counting.FIXTURES_WON},
        {"counting": Counting.FIXTURES_WON},
        {"length": Length.BEST_OF},
        {"length": Length.BEST_OF, "matches_a_fixture": 5},
        {"length": Length.BEST_OF, "counting": Counting.FIXTURES_WON},
    ],
)
@TRIALS
@given(seed=st.integers(0, 2**32))
def test_chances_are_those_of_every_way_tried(
    form: dict[str, Any], partners: bool, seed: int
) -> None:
    if partners:
        form = {**form, "pairing": Pairing.CHANGING_PARTNERS}
    among, drawn, so_far, results = some_season(random.Random(seed), form, partners)
    made = chances(among, drawn, results)
    assert [(each.can_be_first, each.can_be_level, each.clinched) for each in made] == tried(
        among, drawn, so_far
    )
    assert [each.eliminated for each in made] == [not each.can_be_level for each in made]


def test_a_team_is_out_when_two_others_must_meet() -> None:
    """Bowers and Clubs have 4, Aces can reach 5: but one of two who meet three times has 6."""
    among, played = league(4, nights=3), wins("3-0", "3-0", "2-1", "1-2", "1-2")
    apart = chances(among, nights("BD CD AD", "BD CD", "AD"), played)
    meeting = chances(among, nights("BD CD AD", "BD CD", "AD BC"), played)
    assert (apart[0].can_be_level, apart[0].can_be_first) == (True, False)
    assert meeting[0].eliminated is True


def test_the_first_place_is_clinched_when_nobody_can_reach_it() -> None:
    among, drawn = league(2, nights=3), nights("AB", "AB", "AB")
    ahead, behind = chances(among, drawn, wins("3-0", "3-0"))
    assert (ahead.clinched, behind.eliminated) == (True, True)
    ahead, behind = chances(among, drawn, wins("3-0", "2-1"))
    assert (ahead.clinched, behind.can_be_first) == (True, False)
    ahead, behind = chances(among, drawn, wins("2-1", "2-1"))
    assert (ahead.clinched, behind.can_be_first, behind.can_be_level) == (False, True, True)


def test_who_is_first_by_a_tie_break_only_is_level_by_the_score() -> None:
    among, drawn = league(4, nights=1), nights("AB CD BC")
    made = chances(among, drawn, wins("2-1", "2-1", "0-3"))
    assert [each.entrant for each in made if each.clinched] == [3]
    level = chances(among, drawn, wins("3-0", "0-3", "2-1"))
    assert [each.entrant for each in level if each.can_be_level] == [1, 4]
    assert not any(each.can_be_first or each.clinched for each in level)


def test_nothing_is_certain_while_a_night_has_no_fixtures() -> None:
    made = chances(league(2, nights=2), nights("AB"), wins("3-0"))
    assert [(each.eliminated, each.why) for each in made] == [
        (None, "Not all fixtures of night 2 are known yet.")
    ] * 2


def test_points_are_certain_only_when_all_is_played() -> None:
    among, drawn = league(2, nights=1, counting=Counting.POINTS), nights("AB")
    assert chances(among, drawn, {})[0].can_be_first is None
    over = {1: Result(wins=(2, 1), points=(30, 31))}
    assert [each.clinched for each in chances(among, drawn, over)] == [False, True]


def test_only_finalists_can_win_a_separate_final() -> None:
    final = league(3, nights=2, final_night=FinalNight.SEPARATE)
    assert chances(final, nights("AB"), wins("3-0"))[0].can_be_first is None
    made = chances(final, nights("AB", "BC"), wins("3-0", ""))
    assert [each.eliminated for each in made] == [True, False, False]


def test_a_season_of_ten_teams_is_answered_at_once() -> None:
    """Ten teams before their last two nights of best of three: 20 fixtures, 5 half played."""
    first = "AB CD EF GH IJ AC BD EG FI HJ"
    among = league(10, nights=2, length=Length.BEST_OF)
    drawn = nights(first, "AD BC EH FJ GI AE BF CG DH IJ")
    made = chances(among, drawn, wins("1-0", "0-1", "1-1", "1-0", "1-1"))
    assert all(each.can_be_first for each in made)
