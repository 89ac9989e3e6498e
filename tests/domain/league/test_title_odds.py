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
from tests.support.seasons import make_league, nights, wins

TRIALS = settings(max_examples=searches.share(150), derandomize=True, database=None)


def odds(
    among: League, fixtures: tuple[Fixture, ...], results: dict[int, EnteredResult]
) -> TitleOdds | None:
    judgments = judgements.judge_all(among, fixtures, results)
    return title_odds.estimate(among, judgments, title_race.chances(among, judgments))


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_what_is_certain_is_certain_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    form: dict[str, Any] = {
        "matches_a_fixture": chance.choice((1, 2, 3)),
        "counting": chance.choice((Counting.MATCHES_WON, Counting.FIXTURES_WON)),
    }
    among, fixtures, _, results = some_season(chance, form, partners=False)
    judgments = judgements.judge_all(among, fixtures, results)
    chances = title_race.chances(among, judgments)
    odds_ = title_odds.estimate(among, judgments, chances)
    if odds_ is None:
        assert not title_race.split_open(among, judgments).opens
        return
    assert title_odds.estimate(among, judgments, chances) == odds_
    for each in chances:
        share = odds_.permille[each.entrant]
        assert (share == 0) == bool(each.eliminated)
        if each.clinched:
            assert share == 1000
        elif share == 1000:
            rivals = [chance for chance in chances if chance.entrant != each.entrant]
            assert all(rival.eliminated for rival in rivals)


def by_hand(among: League, fixtures: tuple[Fixture, ...]) -> dict[int, Fraction]:
    """Every match of every fixture, won by either side, one after the other."""
    form = among.format
    first = defaultdict[int, Fraction](Fraction)
    lines = list(product((0, 1), repeat=form.matches_a_fixture))
    for season in product(lines, repeat=len(fixtures)):
        scores = {entrant.number: 0 for entrant in among.entrants}
        for fixture, line in zip(fixtures, season, strict=True):
            won = [0, 0]
            for winner in line:
                is_over = form.length is Length.BEST_OF and 2 * max(won) > form.matches_a_fixture
                won[winner] += not is_over
            if form.counting is Counting.FIXTURES_WON:
                won = [int(won[0] > won[1]), int(won[1] > won[0])]
            for side, numbers in enumerate(fixture.sides):
                for number in numbers:
                    scores[number] += won[side]
        leaders = [score for score in scores if scores[score] == max(scores.values())]
        for leader in leaders:
            first[leader] += Fraction(1, len(leaders) * len(lines) ** len(fixtures))
    return first


@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("counting", [Counting.MATCHES_WON, Counting.FIXTURES_WON])
def test_a_small_league_has_the_odds_of_all_its_ways_to_end(
    length: Length, counting: Counting
) -> None:
    among = make_league(4, nights=1, matches_a_fixture=3, length=length, counting=counting)
    fixtures = nights("AB CD AC")
    chances = odds(among, fixtures, {})
    assert chances is not None
    assert not chances.estimate.is_sample
    for number, likely in by_hand(among, fixtures).items():
        assert chances.permille[number] == min(max(floor(1000 * likely + Fraction(1, 2)), 1), 999)


def test_the_odds_of_an_entrant_are_rounded_by_themselves() -> None:
    """A and B play for it; C, D and E are level at the top only if neither of them comes."""
    among = make_league(8, nights=1, matches_a_fixture=1)
    chances = odds(among, nights("AF BG CH DF EG AB"), wins(*["1-0"] * 5))
    assert chances is not None
    assert not chances.estimate.is_sample
    assert list(chances.permille.values()) == [500, 500, 1, 1, 1, 0, 0, 0]


def test_equal_odds_are_equal_numbers() -> None:
    """Three who are alike have a third each, and none of them what is left over."""
    among = make_league(6, nights=1, matches_a_fixture=1)
    chances = odds(among, nights("AD BE CF"), {})
    assert chances is not None
    assert set(chances.permille.values()) == {167}


def test_a_sample_comes_near_all_ways_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    among = make_league(4, nights=1, matches_a_fixture=3)
    exact = odds(among, nights("AB CD AC BD"), wins("2-1"))
    monkeypatch.setattr(title_odds, "_MAX_SEASONS", 50)
    monkeypatch.setattr(title_odds, "_MIN_SEASONS", 4000)
    chances = odds(among, nights("AB CD AC BD"), wins("2-1"))
    assert exact is not None
    assert chances is not None
    assert (exact.estimate.is_sample, chances.estimate.is_sample) == (False, True)
    for number, share in exact.permille.items():
        assert chances.permille[number] == pytest.approx(share, abs=30)


def test_who_wins_more_has_no_worse_odds() -> None:
    among = make_league(10)
    fixtures = nights(*["AB CD EF GH IJ AC BE DG FI HJ"] * 5)
    before = -1
    for result in ("0-3", "1-2", "2-1", "3-0"):
        chances = odds(among, fixtures, wins(*["2-1"] * 12, result))
        assert chances is not None
        assert chances.estimate.is_sample
        assert chances.permille[5] >= before  # E plays F in fixture 13
        before = chances.permille[5]


def test_there_are_no_odds_if_nothing_is_certain_or_open() -> None:
    fixtures = nights("AB CD")
    assert odds(make_league(4, nights=1, counting=Counting.POINTS), fixtures, {}) is None
    assert odds(make_league(4, nights=2), fixtures, {}) is None
    assert odds(make_league(4, nights=1), fixtures, wins("3-0", "2-1")) is None


def test_only_finalists_have_odds_before_a_separate_final() -> None:
    among = make_league(6, nights=2, final_night=FinalNight.SEPARATE)
    chances = odds(among, nights("AB CD EF", "AB CD"), wins("3-0"))
    assert chances is not None
    assert {number for number, share in chances.permille.items() if not share} == {5, 6}
    assert chances.permille[1] == pytest.approx(250, abs=3)
