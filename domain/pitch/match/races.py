"""Races: how likely each of several sides is to be first at a target, each reckoned by itself.

Of three sides and more there are too many scores to go through together. So it is reckoned how
likely one side is still on its way after so many hands, and then who is first of sides that know
nothing of each other. Who leads comes out a little too well by that: what one side scores, no other
does.

Between two hands, and after the last that is looked at, a side is as likely to arrive at one moment
as at the next. So no two arrive together, and the chances add up to 1.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, floor, log, prod
from typing import Final

from msgspec import Struct, structs

from pitch import seats
from pitch.match import hand_odds
from pitch.rules.choices import PITCHER_ALONE, GoingOut
from pitch.rules.options import Rules
from pitch.seats import Table

_PLACES: Final = 100
"""Units to the target: points, or more than one where it is further away."""
_MOST_STEPS: Final = 1_000_000
_MOST_HANDS: Final = 1000
_FEW: Final = 1e-4
_LOTS: Final = 32
"""Into how many parts points are shared out at the most."""
_NEAR: Final = 1e-9
_LEAST: Final = 1e-300

Changes = Mapping[tuple[int, bool], float]
"""How likely a hand changes the score of one side so much, and lets it win at the target or not."""
_Parts = tuple[tuple[int, float], ...]
"""The places that a hand leads to, from 0 for the lowest, each with how likely it does."""


class _Way(Struct, frozen=True):
    """How likely one side is still on its way to the target."""

    unit: float
    least: int
    """The lowest place that is told apart, in units from the target; lower ones count as it."""
    most: int
    """The highest; whoever is further without having won counts as being there."""
    left: tuple[tuple[float, ...], ...] = ()
    """After 0, 1, 2, ... hands, by place from the lowest."""


def estimate_chances(
    rules: Rules, table: Table, scores: tuple[int, ...], pitching: tuple[float, ...]
) -> tuple[float, ...]:
    """How likely each of several sides is to win, of which none has won yet; the sum is 1.

    `pitching` says by side how likely it pitches the next hand; later all pitch as often. `rules`
    have a target.
    """
    way = _remaining_track(rules, table)
    left = [
        _left(score, rules, way, score_changes(rules, table, pitches))
        for score, pitches in zip(scores, pitching, strict=True)
    ]
    return chances_to_go_first(left)


def chances_to_go_first(left: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """How likely each of several that know nothing of each other is the first to go; the sum is 1.

    `left` says of each how likely it is still there, from moment to moment, at first surely.
    """
    won, before, rates = [0.0] * len(left), 1.0, [1.0] * len(left)
    for then, now in pairwise(zip(*left, strict=True)):
        kept = [max(after, _LEAST) / max(was, _LEAST) for was, after in zip(then, now, strict=True)]
        found = [-log(min(each, 1.0)) for each in kept]
        # What is left of a way that is much longer than looked at is the noise of sums.
        if max(found) < _NEAR:
            continue
        rates, gone = found, before * (1 - prod(kept))
        won = [own + gone * rate / sum(rates) for own, rate in zip(won, rates, strict=True)]
        before -= gone
    return tuple(own + before * rate / sum(rates) for own, rate in zip(won, rates, strict=True))


@lru_cache(maxsize=512)
def score_changes(rules: Rules, table: Table, pitches: float) -> Changes:
    """What a hand may do to one side that pitches it so likely.

    Of the points that the others take each is as likely to be one side's as another's. A partner
    who is called scores with the pitcher; then all others have what they take together.
    """
    odds = defaultdict[tuple[int, bool], float](float)
    has_partner, others = seats.calls_partner(table), seats.side_count(table) - 1
    if has_partner:
        pitches += (1 - pitches) / others
    for hand in hand_odds.list_outcomes(rules):
        may_win = hand.is_made or rules.going_out is not GoingOut.PITCHER_MADE_ONLY
        odds[hand.pitching, may_win] += pitches * hand.probability
        for own, likely in _shared(hand.others, 1 if has_partner else others):
            may_win = rules.going_out not in PITCHER_ALONE
            odds[own, may_win] += (1 - pitches) * likely * hand.probability
    return odds


def _shared(points: int, sides: int) -> Iterator[tuple[int, float]]:
    """How many points one side may have of those that some have together, and how likely."""
    lot = -(-points // _LOTS) or 1
    lots = points // lot
    for own in range(lots + 1):
        likely = comb(lots, own) * (sides - 1) ** (lots - own) / sides**lots
        if likely:
            yield own * lot, likely


@lru_cache(maxsize=64)
def _remaining_track(rules: Rules, table: Table) -> _Way:
    """The way of a side that pitches as often as all others, from every place."""
    target, lost = rules.target or 0, hand_odds.highest_setback(rules)
    usual = score_changes(rules, table, 1 / seats.side_count(table))
    unit = max(1.0, target / _PLACES, len(usual) / _PLACES)
    least = -target if not rules.negative_scores else -target - max(target // 2, lost)
    way = _Way(unit=unit, least=floor(least / unit), most=floor(lost / unit) + 1)
    hops = [_hop(place, rules, way, usual) for place in range(way.least, way.most + 1)]
    left = [(1.0,) * len(hops)]
    hands = min(_MOST_HANDS, _MOST_STEPS // sum(map(len, hops)))
    while len(left) <= hands and left[-1][0] > _FEW:
        row = left[-1]
        left.append(tuple([sum([likely * row[at] for at, likely in hop]) for hop in hops]))
    return structs.replace(way, left=tuple(left))


def _left(score: int, rules: Rules, way: _Way, next_hand: Changes) -> tuple[float, ...]:
    """How likely a side is still on its way from its score after so many hands."""
    parts = _hop((score - (rules.target or 0)) / way.unit, rules, way, next_hand)
    return (1.0, *(sum([likely * row[at] for at, likely in parts]) for row in way.left))


def _hop(place: float, rules: Rules, way: _Way, hand: Changes) -> _Parts:
    """Where a hand leads from a place, as far as it does not win.

    Between two places a side is partly at the one and partly at the other.
    """
    parts = defaultdict[int, float](float)
    for (points, may_win), likely in hand.items():
        after = place + points / way.unit
        if not rules.negative_scores:
            after = max(after, -(rules.target or 0) / way.unit)
        if may_win and after > -_NEAR:
            continue
        inside = min(max(after, way.least), way.most) - way.least
        below = floor(inside + _NEAR)
        above = max(0.0, inside - below)
        parts[below] += likely * (1 - above)
        parts[below + 1] += likely * above
    return tuple((at, likely) for at, likely in parts.items() if likely)
