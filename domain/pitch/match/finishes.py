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

from msgspec import Struct

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


class _Sums(Struct, frozen=True):
    """How likely each sum is, from the lowest on, in units."""

    lowest: int
    odds: tuple[float, ...]


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
    """Return what hands, each of which pays with these odds, come to together."""
    # The more a sum may vary, the larger the units it is counted in.
    unit = max(1.0, total * sqrt(hands) / _PLACES)
    steps = defaultdict[int, float](float)
    for points, likely in odds.items():
        steps[round(points / unit)] += likely
    lowest, sums = min(steps), _Sums(0, (1.0,))
    power = _Sums(lowest, tuple(steps[step] for step in range(lowest, max(steps) + 1)))
    # By squares: of 1, 2, 4 and more hands, of which those are added up that make the number.
    while hands:
        if hands % 2:
            sums = _added(sums, power)
        hands //= 2
        if hands:
            power = _added(power, power)
    whole = sum(sums.odds)
    return tuple(
        (reached * unit, likely / whole) for reached, likely in enumerate(sums.odds, sums.lowest)
    )


def _added(some: _Sums, more: _Sums) -> _Sums:
    """Return the odds of both sums together, without the rarest at either end."""
    width, odds = len(more.odds), [0.0] * (len(some.odds) + len(more.odds) - 1)
    for place, likely in enumerate(some.odds):
        reached = slice(place, place + width)
        odds[reached] = [
            sure + likely * new for sure, new in zip(odds[reached], more.odds, strict=True)
        ]
    usual = [place for place, likely in enumerate(odds) if likely > _FEW]
    first, last = usual[0], usual[-1]
    return _Sums(some.lowest + more.lowest + first, tuple(odds[first : last + 1]))
