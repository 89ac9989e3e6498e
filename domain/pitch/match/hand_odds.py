"""Hand odds: how likely one hand is to pay each side how much, as far as the rules alone tell.

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
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pitch import calls
from pitch.calls import Call
from pitch.rules.choices import MadeScores
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
