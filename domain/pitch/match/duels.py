"""Duels: how likely each of two sides is to be first at a target, by a chain over both scores.

What it is worth to stand at two scores is what it is worth, on average, to stand where the next
hand leads. That is worked out once for a rule set, by going over all pairs of scores until nothing
changes any more, and then read off for any scores.

Scores are counted from the target in units: single points, or larger ones where a match is so long
or a hand pays in so many ways that there would be too many pairs. Between two units a score is
worth what lies between theirs.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import floor, isqrt
from operator import sub
from typing import Final

from msgspec import Struct

from pitch.match import hand_odds
from pitch.match.hand_odds import HandOutcome
from pitch.rules.choices import PITCHER_ALONE, GoingOut, SeveralOut
from pitch.rules.options import Rules

_MOST_STEPS: Final = 15_000
"""Pairs of scores times outcomes of a hand: what is gone over at a time."""
_MOST_SWEEPS: Final = 40
_SETTLED: Final = 1e-5
_NEAR: Final = 1e-9
_EVEN: Final = 0.5
Scores = tuple[float, float]
"""Of the side asked about and the other, in units from the target: at 0 a side is there."""
Pair = tuple[int, int]
_Hop = tuple[float, tuple[int, ...], tuple[float, ...]]
"""What a hand wins at once, and the numbers of the pairs that may follow, each with its part."""


class _Grid(Struct, frozen=True):
    """Which scores are told apart; those beyond count as the outermost."""

    unit: float
    least: int
    most: int

    def corners(self, scores: Scores) -> Iterator[tuple[Pair, float]]:
        """The pairs between which two scores are, each with its part in them."""
        (own, own_part), (other, other_part) = map(self._below, scores)
        for step, part in ((0, 1 - own_part), (1, own_part)):
            for other_step, its in ((0, 1 - other_part), (1, other_part)):
                if part * its > 0:
                    yield (own + step, other + other_step), part * its

    def _below(self, score: float) -> tuple[int, float]:
        inside = min(max(score, self.least), self.most)
        below = floor(inside + _NEAR)
        return below, max(0.0, inside - below)


class _Race(Struct, frozen=True):
    """What every pair of scores is worth to the side of the first."""

    grid: _Grid
    worths: dict[Pair, float]


def estimate_chances(
    rules: Rules, scores: tuple[int, ...], pitching: tuple[float, ...]
) -> tuple[float, float]:
    """How likely each of two sides is to win, of which neither has won yet; the sum is 1.

    `pitching` says by side how likely it pitches the next hand; of those after it each side pitches
    every second. `rules` have a target.
    """
    race = _worths(rules)
    target, unit = rules.target or 0, race.grid.unit
    own, other = ((score - target) / unit for score in scores)
    won, parts = _hand((own, other), pitching[0], rules, race.grid)
    first = won + sum(part * race.worths[pair] for pair, part in parts.items())
    return first, 1 - first


@lru_cache(maxsize=64)
def _worths(rules: Rules) -> _Race:
    """The worth of all pairs, from those nearest to the target downwards, over and over.

    Only those in which the side of the first is ahead are gone over: in the others the two have
    changed places.
    """
    grid = _grid(rules)
    places = range(grid.most, grid.least - 1, -1)
    ahead = [(own, other) for own in places for other in places if own > other]
    number = {pair: count for count, pair in enumerate(sorted(ahead, key=sum, reverse=True))}
    hops = [_hop(pair, number, rules, grid) for pair in number]
    worths = [_EVEN] * len(hops)
    for _ in range(_MOST_SWEEPS):
        before = worths.copy()
        for count, (won, numbers, parts) in enumerate(hops):
            worths[count] = won + sum(
                [part * worths[n] for n, part in zip(numbers, parts, strict=True)]
            )
        if max(map(abs, map(sub, worths, before)), default=0) < _SETTLED:
            break
    told = {pair: worths[count] for pair, count in number.items()}
    behind = {(other, own): 1 - worth for (own, other), worth in told.items()}
    return _Race(grid, told | behind | {(place, place): _EVEN for place in places})


def _grid(rules: Rules) -> _Grid:
    target, lost = rules.target or 0, hand_odds.highest_setback(rules)
    least = -target if not rules.negative_scores else -target - max(target // 2, lost)
    pairs = _MOST_STEPS // len(hand_odds.list_outcomes(rules))
    unit = max(1.0, (lost - least) / isqrt(2 * pairs))
    # Who stands at the target without having won may be set back to it, and need not be told apart
    # from one who is further.
    return _Grid(unit=unit, least=round(least / unit), most=max(1, round(lost / unit)))


def _hop(pair: Pair, number: Mapping[Pair, int], rules: Rules, grid: _Grid) -> _Hop:
    """What a hand comes to from a pair, by the numbers of the pairs in which somebody is ahead."""
    won, after = _hand(pair, _EVEN, rules, grid)
    parts = defaultdict[int, float](float)
    for (own, other), part in after.items():
        if own == other:
            won += part * _EVEN
        elif own > other:
            parts[number[own, other]] += part
        else:
            won += part
            parts[number[other, own]] -= part
    return won, tuple(parts), tuple(parts.values())


def _hand(
    scores: Scores, pitches: float, rules: Rules, grid: _Grid
) -> tuple[float, dict[Pair, float]]:
    """How likely the side asked about wins by the next hand, and how likely which pair follows.

    It pitches that hand so likely, and else the other.
    """
    won, parts = 0.0, defaultdict[Pair, float](float)
    for hand in hand_odds.list_outcomes(rules):
        for is_own, likely in ((True, pitches), (False, 1 - pitches)):
            probability = likely * hand.probability
            after = _after(scores if is_own else scores[::-1], hand, rules, grid.unit)
            if isinstance(after, bool):
                won += probability * (after is is_own)
                continue
            for pair, part in grid.corners(after if is_own else after[::-1]):
                parts[pair] += probability * part
    return won, dict(parts)


def _after(scores: Scores, hand: HandOutcome, rules: Rules, unit: float) -> Scores | bool:
    """The scores after a hand that the side of the first pitched, or whether it has won by it.

    Sides that are out with equal scores play on, also where the rules would count who was first.
    """
    pitched, defended = scores[0] + hand.pitching / unit, scores[1] + hand.others / unit
    if not rules.negative_scores:
        pitched = max(pitched, -(rules.target or 0) / unit)
    is_out, others_out = pitched > -_NEAR, defended > -_NEAR
    if rules.going_out in PITCHER_ALONE:
        may_win = hand.is_made or rules.going_out is GoingOut.PITCHER_ONLY
        return True if is_out and may_win else (pitched, defended)
    if not is_out and not others_out:
        return pitched, defended
    goes_first = hand.is_made and rules.going_out is GoingOut.PITCHER_MADE_FIRST
    if is_out and (goes_first or not others_out):
        return True
    is_level = is_out and abs(pitched - defended) < _NEAR
    if is_level and rules.several_out is not SeveralOut.HIGHEST_OR_PITCHER:
        return pitched, defended
    return is_out and (is_level or pitched > defended)
