"""Races: how likely each of several sides reaches a target first, by the odds of one hand.

Three sides and more have too many combinations of scores to sweep. So the model computes how likely
each side is still short of the target after so many hands, and then which of these independent
sides arrives first. That favours the leader a little, because in play no two sides score the same
points.

Between two hands, and after the last one that is modelled, a side is as likely to arrive at one
moment as at the next. So no two arrive together, and the chances add up to 1.

The odds of a hand, how likely it pays each side how much, follow from the rules alone.
An estimate that knows nobody's skill and no cards. Its assumptions:

- Some side pitches, and bids a number: slams, hands that all pass, renegings and misdeals are left
  out.
- Bids that promise half of the points or more are made, a lower one more often than a higher: of
  four points two half of the time, three a third and four a sixth.
- Two bids of three are made. A side that makes its bid takes any number of points from the bid to
  all of them, and a side that is set any number below the bid, each equally likely.
- Every point is in play and goes to a side.
- Each seat pitches as often as another, but the dealer twice as often if the dealer may take a bid
  over.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, floor, log, prod
from typing import Final

from msgspec import Struct, structs

from pitch import calls
from pitch.calls import Call
from pitch.rules.choices import PITCHER_ALONE, GoingOut, MadeScores
from pitch.rules.options import Rules
from pitch.seats import Table

MADE: Final = Fraction(2, 3)
"""The share of bids that are made."""
_MOST: Final = 8
"""Limit on the bids, and on the numbers of points, that are distinguished; more are sampled."""


class HandOutcome(Struct, frozen=True):
    """One result of a hand: what it pays, and its probability."""

    pitching: int
    """The change of the pitching side's score: below zero if it is set."""
    others: int
    """The points that the others take together."""
    is_made: bool
    probability: float


@lru_cache(maxsize=256)
def list_outcomes(rules: Rules) -> tuple[HandOutcome, ...]:
    """Return all results of a hand; the probabilities add up to 1."""
    odds = defaultdict[tuple[int, int, bool], Fraction](Fraction)
    scores_all = rules.made_scores is MadeScores.ALL_TAKEN
    for bid, probability in _bid_odds(rules).items():
        for own, share in _even_odds(range(bid, rules.total + 1)):
            scored = own if scores_all else bid
            odds[scored, rules.total - own, True] += probability * MADE * share
        for own, share in _even_odds(range(bid)):
            odds[-bid, rules.total - own, False] += probability * (1 - MADE) * share
    return tuple(HandOutcome(*result, float(odds[result])) for result in sorted(odds))


def pitching_odds(rules: Rules, table: Table, dealer: int) -> tuple[float, ...]:
    """Return how likely each side pitches the hand that a seat deals, by side."""
    weights = Counter(table.side_of(seat) for seat in range(table.players))
    if rules.dealer_matches:
        weights[table.side_of(dealer)] += 1
    return tuple(weights[side] / weights.total() for side in range(table.side_count))


def highest_setback(rules: Rules) -> int:
    """Return the most that a bid by number costs."""
    return max(calls.rank(bid) for bid in _number_bids(rules))


def _number_bids(rules: Rules) -> tuple[Call, ...]:
    return (*rules.bids, *rules.dealer_alone_bids)


def _bid_odds(rules: Rules) -> dict[int, Fraction]:
    """Return the probability of every promise, in points."""
    numbers = sorted({calls.rank(bid) for bid in _number_bids(rules)})
    high = [bid for bid in numbers if 2 * bid >= rules.total] or numbers
    weights = {bid: rules.total + 1 - bid for bid in _sample(high)}
    return {bid: Fraction(weight, sum(weights.values())) for bid, weight in weights.items()}


def _even_odds(numbers: range) -> Iterator[tuple[int, Fraction]]:
    sample = _sample(numbers)
    return ((number, Fraction(1, len(sample))) for number in sample)


def _sample(numbers: Sequence[int]) -> Sequence[int]:
    """Return the numbers, or at most `_MOST` at equal distances, both ends included."""
    if len(numbers) <= _MOST:
        return numbers
    return [numbers[index * (len(numbers) - 1) // (_MOST - 1)] for index in range(_MOST)]


_UNITS: Final = 100
"""Units to the target: points, or several points if the target is further away."""
_MOST_STEPS: Final = 1_000_000
_MOST_HANDS: Final = 1000
_NEGLIGIBLE: Final = 1e-4
_LOTS: Final = 32
"""The most lots into which points are divided among sides."""
_NEAR: Final = 1e-9
_LEAST: Final = 1e-300

Changes = Mapping[tuple[int, bool], float]
"""Probabilities by the change of a side's score, and by whether the change may win the match."""
_Hop = tuple[tuple[int, float], ...]
"""The positions to which a hand leads, from 0 for the lowest, each with its probability."""


class _Track(Struct, frozen=True):
    """The probability that one side is still short of the target, from every position."""

    unit: float
    least: int
    """The lowest position, in units from the target; lower scores count as it."""
    most: int
    """The highest position; higher scores without a win count as it."""
    remaining: tuple[tuple[float, ...], ...] = ()
    """After 0, 1, 2, ... hands, by position from the lowest."""


def estimate_chances(
    rules: Rules, table: Table, scores: tuple[int, ...], pitching: tuple[float, ...]
) -> tuple[float, ...]:
    """Return how likely each of several sides wins if none has won yet; the sum is 1.

    `pitching` is by side how likely it pitches the next hand; later all pitch equally often.
    `rules` have a target.
    """
    track = _track(rules, table)
    return chances_to_go_first(
        [
            _remaining(score, rules, track, score_changes(rules, table, pitches))
            for score, pitches in zip(scores, pitching, strict=True)
        ]
    )


def chances_to_go_first(remaining: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return how likely each of several independent sides is the first to go; the sum is 1.

    `remaining` is for each how likely it is still there, from moment to moment, at first surely.
    """
    won, all_there, rates = [0.0] * len(remaining), 1.0, [1.0] * len(remaining)
    for earlier, later in pairwise(zip(*remaining, strict=True)):
        stays = [max(b, _LEAST) / max(a, _LEAST) for a, b in zip(earlier, later, strict=True)]
        logs = [-log(min(stay, 1.0)) for stay in stays]
        # Beyond the hands that are modelled, what remains is the rounding noise of sums.
        if max(logs) < _NEAR:
            continue
        rates, leaves = logs, all_there * (1 - prod(stays))
        won = [own + leaves * rate / sum(rates) for own, rate in zip(won, rates, strict=True)]
        all_there -= leaves
    return tuple(own + all_there * rate / sum(rates) for own, rate in zip(won, rates, strict=True))


@lru_cache(maxsize=512)
def score_changes(rules: Rules, table: Table, pitches: float) -> Changes:
    """Return the changes that a hand may make to a side that pitches it with this probability.

    Each point that the others take is as likely to be one side's as another's. A called partner
    scores with the pitcher; then all others score the points that they take together.
    """
    odds = defaultdict[tuple[int, bool], float](float)
    has_partner, others = table.calls_partner, table.side_count - 1
    if has_partner:
        pitches += (1 - pitches) / others
    for hand in list_outcomes(rules):
        may_win = hand.is_made or rules.going_out is not GoingOut.PITCHER_MADE_ONLY
        odds[hand.pitching, may_win] += pitches * hand.probability
        for own, share in _share_odds(hand.others, 1 if has_partner else others):
            may_win = rules.going_out not in PITCHER_ALONE
            odds[own, may_win] += (1 - pitches) * share * hand.probability
    return odds


def _share_odds(points: int, sides: int) -> Iterator[tuple[int, float]]:
    """Yield the points that one of some sides may have of all their points, with probabilities."""
    lot = -(-points // _LOTS) or 1
    lots = points // lot
    for own in range(lots + 1):
        probability = comb(lots, own) * (sides - 1) ** (lots - own) / sides**lots
        if probability:
            yield own * lot, probability


@lru_cache(maxsize=64)
def _track(rules: Rules, table: Table) -> _Track:
    """Return the track of a side that pitches as often as all others, from every position."""
    target, setback = rules.target or 0, highest_setback(rules)
    changes = score_changes(rules, table, 1 / table.side_count)
    unit = max(1.0, target / _UNITS, len(changes) / _UNITS)
    least = -target if not rules.negative_scores else -target - max(target // 2, setback)
    track = _Track(unit=unit, least=floor(least / unit), most=floor(setback / unit) + 1)
    hops = [_hop(at, rules, track, changes) for at in range(track.least, track.most + 1)]
    remaining = [(1.0,) * len(hops)]
    hands = min(_MOST_HANDS, _MOST_STEPS // sum(map(len, hops)))
    while len(remaining) <= hands and remaining[-1][0] > _NEGLIGIBLE:
        row = remaining[-1]
        remaining.append(tuple([sum([p * row[at] for at, p in hop]) for hop in hops]))
    return structs.replace(track, remaining=tuple(remaining))


def _remaining(score: int, rules: Rules, track: _Track, next_hand: Changes) -> tuple[float, ...]:
    """Return how likely a side with a score is short of the target after 0, 1, 2, ... hands."""
    hop = _hop((score - (rules.target or 0)) / track.unit, rules, track, next_hand)
    return (1.0, *(sum([p * row[at] for at, p in hop]) for row in track.remaining))


def _hop(position: float, rules: Rules, track: _Track, changes: Changes) -> _Hop:
    """Return the positions to which a hand leads if it does not win.

    A score between two positions counts partly as the one and partly as the other.
    """
    weights = defaultdict[int, float](float)
    for (points, may_win), probability in changes.items():
        after = position + points / track.unit
        if not rules.negative_scores:
            after = max(after, -(rules.target or 0) / track.unit)
        if may_win and after > -_NEAR:
            continue
        inside = min(max(after, track.least), track.most) - track.least
        below = floor(inside + _NEAR)
        above = max(0.0, inside - below)
        weights[below] += probability * (1 - above)
        weights[below + 1] += probability * above
    return tuple((at, weight) for at, weight in weights.items() if weight)
