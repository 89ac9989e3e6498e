"""Duels: how likely each of two sides reaches a target first, by a chain over both scores.

The worth of a pair of scores is the average worth of the pairs to which the next hand leads. It is
computed once for a rule set, by repeated sweeps over all pairs until the values settle, and then
read off for any scores.

Scores are counted from the target in units: single points, or larger ones if the match is so long
or a hand has so many outcomes that there would be too many pairs. A score between two units is
interpolated.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import floor, isqrt
from operator import sub
from typing import Final

from msgspec import Struct

from pitch.match import races
from pitch.match.races import HandOutcome
from pitch.rules.choices import PITCHER_ALONE, GoingOut, SeveralOut
from pitch.rules.options import Rules

_MOST_STEPS: Final = 15_000
"""Limit on pairs of scores times outcomes of a hand: the work of a sweep."""
_MOST_SWEEPS: Final = 40
_PRECISION: Final = 1e-5
_NEAR: Final = 1e-9
_EVEN: Final = 0.5
Scores = tuple[float, float]
"""Scores of a side and of its opponents, in units from the target: 0 is at the target."""
Pair = tuple[int, int]
_Hop = tuple[float, tuple[int, ...], tuple[float, ...]]
"""The chance that a hand wins at once, and the numbers of the next pairs with their weights."""


class _Grid(Struct, frozen=True):
    """The scores that have a worth of their own; scores beyond count as the outermost."""

    unit: float
    least: int
    most: int

    def corners(self, scores: Scores) -> Iterator[tuple[Pair, float]]:
        """Yield the pairs that surround two scores, with their weights."""
        (own, own_part), (rival, rival_part) = map(self._split, scores)
        for step, weight in ((0, 1 - own_part), (1, own_part)):
            for rival_step, rival_weight in ((0, 1 - rival_part), (1, rival_part)):
                if weight * rival_weight > 0:
                    yield (own + step, rival + rival_step), weight * rival_weight

    def _split(self, score: float) -> tuple[int, float]:
        inside = min(max(score, self.least), self.most)
        below = floor(inside + _NEAR)
        return below, max(0.0, inside - below)


class _Worths(Struct, frozen=True):
    """The chance to win from every pair of scores, for the side of the first."""

    grid: _Grid
    worths: dict[Pair, float]


def estimate_chances(
    rules: Rules, scores: tuple[int, ...], pitching: tuple[float, ...]
) -> tuple[float, float]:
    """Return how likely each of two sides wins if neither has won yet; the sum is 1.

    `pitching` is by side how likely it pitches the next hand; of later hands each side pitches
    half. `rules` have a target.
    """
    worths = _worths(rules)
    target, unit = rules.target or 0, worths.grid.unit
    own, rival = ((score - target) / unit for score in scores)
    won, weights = _play_hand((own, rival), pitching[0], rules, worths.grid)
    first = won + sum(weight * worths.worths[pair] for pair, weight in weights.items())
    return first, 1 - first


@lru_cache(maxsize=64)
def _worths(rules: Rules) -> _Worths:
    """Return the worth of all pairs, swept from those nearest to the target until they settle.

    Only pairs in which the first side is ahead are swept: the others mirror them.
    """
    grid = _grid(rules)
    units = range(grid.most, grid.least - 1, -1)
    ahead = [(own, rival) for own in units for rival in units if own > rival]
    numbers = {pair: number for number, pair in enumerate(sorted(ahead, key=sum, reverse=True))}
    hops = [_hop(pair, numbers, rules, grid) for pair in numbers]
    worths = [_EVEN] * len(hops)
    for _ in range(_MOST_SWEEPS):
        before = worths.copy()
        for number, (won, following, weights) in enumerate(hops):
            worths[number] = won + sum(
                [weight * worths[n] for n, weight in zip(following, weights, strict=True)]
            )
        if max(map(abs, map(sub, worths, before)), default=0) < _PRECISION:
            break
    leads = {pair: worths[number] for pair, number in numbers.items()}
    deficits = {(rival, own): 1 - worth for (own, rival), worth in leads.items()}
    return _Worths(grid, leads | deficits | {(unit, unit): _EVEN for unit in units})


def _grid(rules: Rules) -> _Grid:
    target, setback = rules.target or 0, races.highest_setback(rules)
    least = -target if not rules.negative_scores else -target - max(target // 2, setback)
    pairs = _MOST_STEPS // len(races.list_outcomes(rules))
    unit = max(1.0, (setback - least) / isqrt(2 * pairs))
    # A side beyond the target that has not won may be set back to it, so scores further up need no
    # worth of their own.
    return _Grid(unit=unit, least=round(least / unit), most=max(1, round(setback / unit)))


def _hop(pair: Pair, numbers: Mapping[Pair, int], rules: Rules, grid: _Grid) -> _Hop:
    """Return the results of a hand from a pair, by the numbers of pairs with a side ahead."""
    won, following = _play_hand(pair, _EVEN, rules, grid)
    weights = defaultdict[int, float](float)
    for (own, rival), weight in following.items():
        if own == rival:
            won += weight * _EVEN
        elif own > rival:
            weights[numbers[own, rival]] += weight
        else:
            won += weight
            weights[numbers[rival, own]] -= weight
    return won, tuple(weights), tuple(weights.values())


def _play_hand(
    scores: Scores, pitches: float, rules: Rules, grid: _Grid
) -> tuple[float, dict[Pair, float]]:
    """Return how likely the next hand wins for the first side, and leads to each pair.

    `pitches` is the chance that the first side pitches; otherwise its opponents do.
    """
    won, weights = 0.0, defaultdict[Pair, float](float)
    for hand in races.list_outcomes(rules):
        for is_own, chance in ((True, pitches), (False, 1 - pitches)):
            probability = chance * hand.probability
            after = _score_hand(scores if is_own else scores[::-1], hand, rules, grid.unit)
            if isinstance(after, bool):
                won += probability * (after is is_own)
                continue
            for pair, weight in grid.corners(after if is_own else after[::-1]):
                weights[pair] += probability * weight
    return won, dict(weights)


def _score_hand(scores: Scores, hand: HandOutcome, rules: Rules, unit: float) -> Scores | bool:
    """Return the scores after a hand that the first side pitched, or whether it won by the hand.

    Sides that are out with equal scores play on, even if the rules would count who was first.
    """
    pitched, defended = scores[0] + hand.pitching / unit, scores[1] + hand.others / unit
    if not rules.negative_scores:
        pitched = max(pitched, -(rules.target or 0) / unit)
    is_out, are_others_out = pitched > -_NEAR, defended > -_NEAR
    if rules.going_out in PITCHER_ALONE:
        may_win = hand.is_made or rules.going_out is GoingOut.PITCHER_ONLY
        return True if is_out and may_win else (pitched, defended)
    if not is_out and not are_others_out:
        return pitched, defended
    goes_first = hand.is_made and rules.going_out is GoingOut.PITCHER_MADE_FIRST
    if is_out and (goes_first or not are_others_out):
        return True
    is_level = is_out and abs(pitched - defended) < _NEAR
    if is_level and rules.several_out is not SeveralOut.HIGHEST_OR_PITCHER:
        return pitched, defended
    return is_out and (is_level or pitched > defended)
