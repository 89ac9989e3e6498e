"""Scores with which a match cannot end: all of those, and none with which one was played."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import final_scores, matches, rulesets
from domain.fixtures import PlayedMatch
from domain.matches import Hand
from domain.rules import GoingOut, Options
from tests.domain import folding, games
from tests.domain.folding import Played, Ways
from tests.domain.hands import claimed


def random_hand(chance: random.Random) -> Played:
    """A hand of two sides by its points."""
    pitching, bid = chance.randrange(2), chance.choice([2, 3, 4])
    points = [chance.choice([0, 1]), chance.choice([0, 1]), chance.choice([0, 1, None]), 0]
    deltas = [points.count(0), points.count(1)]
    made = deltas[pitching] >= bid
    if not made:
        deltas[pitching] = -bid
    return Played("scored", pitching, made, slam=False, deltas=deltas, points=points)


@pytest.mark.parametrize(
    ("preset", "options", "ways"),
    [
        ("singaporemahjong", Options(), Ways(11, None, "made_first")),
        ("mb-lounge", Options(), Ways(11, None, "made_only")),
        ("mb-lounge", Options(going_out=GoingOut.PITCHER_ONLY), Ways(11, None, "pitcher")),
        ("mb-lounge", Options(going_out=GoingOut.ANYONE), Ways(11, None, "anyone")),
        ("mb-lounge", Options(hands=6), Ways(None, 6, "anyone")),
        (
            "singaporemahjong",
            Options(negative_scores=False),
            Ways(11, None, "made_first", floor=True),
        ),
        ("setback", Options(), Ways(7, None, "anyone", count=True)),
    ],
)
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_a_match_that_was_played_is_never_impossible(
    preset: str, options: Options, ways: Ways, seed: int
) -> None:
    rules = rulesets.house(rulesets.preset(preset), options).rules
    chance, hands = random.Random(seed), list[Played]()
    for _ in range(60):
        hands.append(random_hand(chance))
        outcome = folding.fold(ways, hands, players=2, first_dealer=0)
        winner = outcome.winner[0] if outcome.winner else None
        match = PlayedMatch(winner=winner, scores=tuple(outcome.scores))
        assert list(final_scores.objections(rules, match)) == []
        if winner is not None:
            return


@pytest.mark.parametrize("name", games.GAMES)
def test_scores_are_possible_exactly_if_a_match_can_end_with_them(name: str) -> None:
    game = games.GAMES[name]
    rules, ends = games.ruleset(game).rules, games.ends(name)
    looked_at = range(game.low, 9)
    for winner, first, second in product((0, 1, None), looked_at, looked_at):
        match = PlayedMatch(winner=winner, scores=(first, second))
        objections = list(final_scores.objections(rules, match))
        assert ((winner, first, second) in ends) == (not objections), match


def test_eleven_all_can_be_final_under_s0() -> None:
    """M6 does not hold: a pitcher who made the bid wins with 11 whatever the others have."""
    ruleset = rulesets.preset("singaporemahjong")
    match = matches.opened(ruleset, ("Ann", "Bob", "Cid", "Dee"), None, first_dealer=0)
    records = [
        *[claimed(0, "four", "0000"), claimed(1, "four", "1111")] * 2,
        claimed(1, "two", "11-0"),
        claimed(0, "two", "00-1"),
    ]
    sheet = matches.sheet(match, [Hand(number=n, record=each) for n, each in enumerate(records, 1)])
    assert sheet.winner is not None
    assert (sheet.winner.side, sheet.scores) == (0, (11, 11))
    final = PlayedMatch(winner=sheet.winner.side, scores=(11, 11))
    assert list(final_scores.objections(ruleset.rules, final)) == []
