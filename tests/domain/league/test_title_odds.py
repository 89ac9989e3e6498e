"""The odds of the first place: certain by the title race, else by all ways to end."""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.league import judgements
from pitch.league.choices import Counting, FinalNight, Length
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League
from pitch.league.ranking import title_odds, title_race
from pitch.league.ranking.title_odds import TitleOdds
from tests.domain.league.test_title_race import some_season
from tests.support import searches
from tests.support.seasons import league, nights, wins

TRIALS = settings(max_examples=searches.share(150), deadline=None, derandomize=True, database=None)


def odds(
    among: League, drawn: tuple[Fixture, ...], results: dict[int, EnteredResult]
) -> TitleOdds | None:
    judged = judgements.judge_all(among, drawn, results)
    return title_odds.estimate(among, judged, title_race.chances(among, judged))


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_what_is_certain_is_certain_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    form: dict[str, Any] = {
        "matches_a_fixture": chance.choice((1, 2, 3)),
        "counting": chance.choice((Counting.MATCHES_WON, Counting.FIXTURES_WON)),
    }
    among, drawn, _, results = some_season(chance, form, partners=False)
    judged = judgements.judge_all(among, drawn, results)
    chances = title_race.chances(among, judged)
    found = title_odds.estimate(among, judged, chances)
    if found is None:
        assert not title_race.split_open(among, judged).opens
        return
    assert title_odds.estimate(among, judged, chances) == found
    for each in chances:
        share = found.permille[each.entrant]
        assert (share == 0) == bool(each.eliminated)
        if each.clinched:
            assert share == 1000
        elif share == 1000:
            others = [other for other in chances if other.entrant != each.entrant]
            assert all(other.eliminated for other in others)


def by_hand(among: League, drawn: tuple[Fixture, ...]) -> dict[int, Fraction]:
    """Every match of every fixture, won by either side, one after the other."""
    form = among.format
    first = defaultdict[int, Fraction](Fraction)
    lines = list(product((0, 1), repeat=form.matches_a_fixture))
    for season in product(lines, repeat=len(drawn)):
        scores = {each.number: 0 for each in among.entrants}
        for fixture, line in zip(drawn, season, strict=True):
            won = [0, 0]
            for winner in line:
                is_over = form.length is Length.BEST_OF and 2 * max(won) > form.matches_a_fixture
                won[winner] += not is_over
            if form.counting is Counting.FIXTURES_WON:
                won = [int(won[0] > won[1]), int(won[1] > won[0])]
            for side, numbers in enumerate(fixture.sides):
                for number in numbers:
                    scores[number] += won[side]
        leaders = [each for each in scores if scores[each] == max(scores.values())]
        for each in leaders:
            first[each] += Fraction(1, len(leaders) * len(lines) ** len(drawn))
    return first


@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("counting", [Counting.MATCHES_WON, Counting.FIXTURES_WON])
def test_a_small_league_has_the_odds_of_all_its_ways_to_end(
    length: Length, counting: Counting
) -> None:
    among = league(4, nights=1, matches_a_fixture=3, length=length, counting=counting)
    drawn = nights("AB CD AC")
    found = odds(among, drawn, {})
    assert found is not None
    assert not found.estimate.is_sample
    for number, likely in by_hand(among, drawn).items():
        assert found.permille[number] == min(max(floor(1000 * likely + Fraction(1, 2)), 1), 999)


def test_the_odds_of_an_entrant_are_rounded_by_themselves() -> None:
    """A and B play for it; C, D and E are level at the top only if neither of them comes."""
    among = league(8, nights=1, matches_a_fixture=1)
    found = odds(among, nights("AF BG CH DF EG AB"), wins(*["1-0"] * 5))
    assert found is not None
    assert not found.estimate.is_sample
    assert list(found.permille.values()) == [500, 500, 1, 1, 1, 0, 0, 0]


def test_equal_odds_are_equal_numbers() -> None:
    """Three who are alike have a third each, and none of them what is left over."""
    among = league(6, nights=1, matches_a_fixture=1)
    found = odds(among, nights("AD BE CF"), {})
    assert found is not None
    assert set(found.permille.values()) == {167}


def test_a_sample_comes_near_all_ways_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    among = league(4, nights=1, matches_a_fixture=3)
    exact = odds(among, nights("AB CD AC BD"), wins("2-1"))
    monkeypatch.setattr(title_odds, "_MAX_SEASONS", 50)
    monkeypatch.setattr(title_odds, "_MIN_SEASONS", 4000)
    sampled = odds(among, nights("AB CD AC BD"), wins("2-1"))
    assert exact is not None
    assert sampled is not None
    assert (exact.estimate.is_sample, sampled.estimate.is_sample) == (False, True)
    for number, share in exact.permille.items():
        assert sampled.permille[number] == pytest.approx(share, abs=30)


def test_who_wins_more_has_no_worse_odds() -> None:
    among = league(10)
    drawn = nights(*["AB CD EF GH IJ AC BE DG FI HJ"] * 5)
    before = -1
    for result in ("0-3", "1-2", "2-1", "3-0"):
        found = odds(among, drawn, wins(*["2-1"] * 12, result))
        assert found is not None
        assert found.estimate.is_sample
        assert found.permille[5] >= before  # E plays F in fixture 13
        before = found.permille[5]


def test_there_are_no_odds_if_nothing_is_certain_or_open() -> None:
    drawn = nights("AB CD")
    assert odds(league(4, nights=1, counting=Counting.POINTS), drawn, {}) is None
    assert odds(league(4, nights=2), drawn, {}) is None
    assert odds(league(4, nights=1), drawn, wins("3-0", "2-1")) is None


def test_only_finalists_have_odds_before_a_separate_final() -> None:
    among = league(6, nights=2, final_night=FinalNight.SEPARATE)
    found = odds(among, nights("AB CD EF", "AB CD"), wins("3-0"))
    assert found is not None
    assert {number for number, share in found.permille.items() if not share} == {5, 6}
    assert found.permille[1] == pytest.approx(250, abs=3)
