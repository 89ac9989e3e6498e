"""Finishes: how likely each side is to have the most points after a fixed number of hands.

For two sides the model adds up the lead of one, hand by hand. For more it adds up each score by
itself, as in a race; sides that share the most points share the chance, because they play on. A
score that rules hold at zero counts as if it could fall below.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import Final

from msgspec import Struct

from pitch.match import hand_odds, races
from pitch.rules.options import Rules
from pitch.seats import Table

_STEPS: Final = 64
"""Resolution of sums: in points, or in several points if the sums vary more."""
_NEGLIGIBLE: Final = 1e-8
_EVEN: Final = 0.5
_TWO: Final = 2
_Odds = tuple[tuple[float, float], ...]
"""Points, from the fewest on, each with its probability."""


class _Sums(Struct, frozen=True):
    """The probability of every sum from the lowest on, in units."""

    lowest: int
    odds: tuple[float, ...]


def estimate_chances(
    rules: Rules, table: Table, scores: tuple[int, ...], hands: int
) -> tuple[float, ...]:
    """Return how likely each side wins with `hands` left, at least one; the sum is 1."""
    if len(scores) > _TWO:
        return _chances_of_several(_gain_odds(rules, table, hands), scores)
    lead = scores[0] - scores[1]
    ahead = sum(
        probability * (_EVEN if lead + points == 0 else lead + points > 0)
        for points, probability in _lead_odds(rules, hands)
    )
    return ahead, 1 - ahead


def _chances_of_several(odds: _Odds, scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances to finish first: a race down from the most points, which the best wins."""
    points, probabilities = zip(*odds, strict=True)
    below = (0.0, *accumulate(probabilities))
    ends = sorted({score + gain for score in scores for gain in points}, reverse=True)
    return races.chances_to_go_first(
        [(1.0, *(below[bisect_left(points, end - score)] for end in ends)) for score in scores]
    )


@lru_cache(maxsize=256)
def _gain_odds(rules: Rules, table: Table, hands: int) -> _Odds:
    """Return what one side may add to its score in so many hands."""
    odds = defaultdict[int, float](float)
    changes = races.score_changes(rules, table, 1 / table.side_count)
    for (points, _), probability in changes.items():
        odds[points] += probability
    return _add_hands(odds, hands, rules.total)


@lru_cache(maxsize=256)
def _lead_odds(rules: Rules, hands: int) -> _Odds:
    """Return how much one of two sides may gain on its opponents in so many hands."""
    odds = defaultdict[int, float](float)
    for hand in hand_odds.list_outcomes(rules):
        lead = hand.pitching - hand.others
        odds[lead] += _EVEN * hand.probability
        odds[-lead] += _EVEN * hand.probability
    return _add_hands(odds, hands, rules.total)


def _add_hands(odds: Mapping[int, float], hands: int, total: int) -> _Odds:
    """Return the odds of the sum of `hands`, each of which pays with the same odds."""
    # The more a sum may vary, the larger the units it is counted in.
    unit = max(1.0, total * sqrt(hands) / _STEPS)
    steps = defaultdict[int, float](float)
    for points, probability in odds.items():
        steps[round(points / unit)] += probability
    lowest, sums = min(steps), _Sums(0, (1.0,))
    power = _Sums(lowest, tuple(steps[step] for step in range(lowest, max(steps) + 1)))
    # By binary powers: odds of 1, 2, 4 and more hands, of which those that make the number are
    # added.
    while hands:
        if hands % 2:
            sums = _convolve(sums, power)
        hands //= 2
        if hands:
            power = _convolve(power, power)
    total_odds = sum(sums.odds)
    return tuple(
        (reached * unit, odd / total_odds) for reached, odd in enumerate(sums.odds, sums.lowest)
    )


def _convolve(first: _Sums, second: _Sums) -> _Sums:
    """Return the odds of the sum of both, without the negligible ones at either end."""
    width, odds = len(second.odds), [0.0] * (len(first.odds) + len(second.odds) - 1)
    for start, probability in enumerate(first.odds):
        reached = slice(start, start + width)
        odds[reached] = [
            total + probability * odd for total, odd in zip(odds[reached], second.odds, strict=True)
        ]
    usual = [place for place, probability in enumerate(odds) if probability > _NEGLIGIBLE]
    start, end = usual[0], usual[-1] + 1
    return _Sums(first.lowest + second.lowest + start, tuple(odds[start:end]))
