"""Finishes: how likely each side is to have the most points after a fixed number of hands.

Of two sides it is reckoned how far one comes ahead of the other, hand by hand. Of more each is
reckoned by itself, as in a race; who shares the most points shares the chance, for they play on.
A score that is held at zero counts as if it could fall below.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import Final

from pitch import seats
from pitch.match import hand_odds, races
from pitch.rules.options import Rules
from pitch.seats import Table

_PLACES: Final = 64
"""How finely sums are told apart: by points, or by several where they are further apart."""
_FEW: Final = 1e-8
_EVEN: Final = 0.5
_TWO: Final = 2
_Gains = tuple[tuple[float, float], ...]
"""Points, from the fewest on, each with how likely they are."""


def estimate_chances(
    rules: Rules, table: Table, scores: tuple[int, ...], hands: int
) -> tuple[float, ...]:
    """How likely each side is to win with so many hands left, at least one; the sum is 1."""
    if len(scores) > _TWO:
        return _of_several(_gains(rules, table, hands), scores)
    lead = scores[0] - scores[1]
    ahead = sum(
        likely * (_EVEN if lead + points == 0 else lead + points > 0)
        for points, likely in _leads(rules, hands)
    )
    return ahead, 1 - ahead


def _of_several(gains: _Gains, scores: tuple[int, ...]) -> tuple[float, ...]:
    """Who comes first of those who come down from the most points, each to what it has."""
    points, likely = zip(*gains, strict=True)
    below = (0.0, *accumulate(likely))
    ends = sorted({score + gain for score in scores for gain in points}, reverse=True)
    left = [(1.0, *(below[bisect_left(points, end - score)] for end in ends)) for score in scores]
    return races.chances_to_go_first(left)


@lru_cache(maxsize=256)
def _gains(rules: Rules, table: Table, hands: int) -> _Gains:
    """What one side may add to its score in so many hands."""
    odds = defaultdict[int, float](float)
    for (points, _), likely in races.score_changes(
        rules, table, 1 / seats.side_count(table)
    ).items():
        odds[points] += likely
    return _together(odds, hands, rules.total)


@lru_cache(maxsize=256)
def _leads(rules: Rules, hands: int) -> _Gains:
    """How much one of two sides may come ahead of the other in so many hands."""
    odds = defaultdict[int, float](float)
    for hand in hand_odds.list_outcomes(rules):
        ahead = hand.pitching - hand.others
        odds[ahead] += _EVEN * hand.probability
        odds[-ahead] += _EVEN * hand.probability
    return _together(odds, hands, rules.total)


def _together(odds: Mapping[int, float], hands: int, total: int) -> _Gains:
    """What hands, each of which pays with these odds, come to together."""
    # The more a sum may vary, the larger the units it is counted in.
    unit = max(1.0, total * sqrt(hands) / _PLACES)
    steps = defaultdict[int, float](float)
    for points, likely in odds.items():
        steps[round(points / unit)] += likely
    sums: Mapping[int, float] = {0: 1.0}
    for _ in range(hands):
        after = defaultdict[int, float](float)
        for reached, chance in sums.items():
            if chance > _FEW:
                for step, likely in steps.items():
                    after[reached + step] += chance * likely
        sums = after
    whole = sum(sums.values())
    return tuple((reached * unit, sums[reached] / whole) for reached in sorted(sums))
