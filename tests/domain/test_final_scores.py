"""No match that was played to its end by the documents is called impossible."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import final_scores, rulesets
from domain.fixtures import PlayedMatch
from domain.rules import GoingOut, Options
from tests.domain import folding
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
