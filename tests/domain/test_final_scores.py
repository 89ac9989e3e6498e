"""Scores with which a match cannot end: all of those, and none with which one was played."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import final_scores, rulesets
from domain.fixtures import PlayedMatch
from domain.rules import GoingOut, Options
from tests.domain import folding, games, walks
from tests.domain.folding import Played, Ways


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
    rules, ends = games.ruleset(game).rules, walks.ends(game)
    looked_at = range(game.low, 9)
    for winner, first, second in product((0, 1, None), looked_at, looked_at):
        match = PlayedMatch(winner=winner, scores=(first, second))
        objections = list(final_scores.objections(rules, match))
        assert ((winner, first, second) in ends) == (not objections), match


def test_eleven_all_can_be_final_under_s0() -> None:
    """Against M6: who made a bid wins with 11 whatever the others have."""
    hands = [Played("scored", 1, made=True, deltas=[0, 4])] * 2
    hands += [Played("scored", 0, made=True, deltas=[4, 0])] * 2
    hands += [Played("scored", 0, made=True, deltas=[1, 2])]
    hands = [
        Played("scored", 1, made=True, deltas=[1, 3]),
        Played("scored", 1, made=True, deltas=[0, 4]),
        Played("scored", 1, made=True, deltas=[0, 3]),
    ]
    assert hands
