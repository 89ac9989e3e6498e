"""Hand odds: how likely one hand is to pay what, as far as the rules alone tell.

An estimate that knows nobody's skill and no cards. What it takes for granted:

- Some side pitches, for a number: slams, hands that all pass, renegings and misdeals are left out.
- Bids that promise half of the points or more are made, a lower one more often than a higher: of
  four points two half of the time, three a third and four a sixth.
- Two bids of three are made. Whoever makes one takes any number of points from the bid to all of
  them, whoever is set any number below the bid, each equally likely.
- Every point is in play and somebody's.
- Each seat pitches as often as another, but who deals twice as often where the dealer may take a
  bid over.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeVar

from msgspec import Struct

from pitch import calls, seats
from pitch.calls import Call
from pitch.rules.choices import MadeScores
from pitch.rules.options import Rules
from pitch.seats import Table

MADE: Final = Fraction(2, 3)
"""How many bids are made."""
_MOST: Final = 8
"""Bids, and numbers of points, that are told apart: of more some stand for all."""
T = TypeVar("T")


class HandOutcome(Struct, frozen=True):
    """What a hand may pay, and how likely it does."""

    pitching: int
    """What the pitching side scores: below zero where it is set."""
    others: int
    """The points that the others take together."""
    is_made: bool
    probability: float


@lru_cache(maxsize=256)
def list_outcomes(rules: Rules) -> tuple[HandOutcome, ...]:
    """All that a hand may pay; the probabilities add up to 1."""
    odds = defaultdict[tuple[int, int, bool], Fraction](Fraction)
    for bid, likely in _bids(rules).items():
        whole = rules.made_scores is MadeScores.ALL_TAKEN
        for taken, share in _taken(range(bid, rules.total + 1)):
            scored = taken if whole else bid
            odds[scored, rules.total - taken, True] += likely * MADE * share
        for taken, share in _taken(range(bid)):
            odds[-bid, rules.total - taken, False] += likely * (1 - MADE) * share
    return tuple(HandOutcome(*each, float(odds[each])) for each in sorted(odds))


def pitching_odds(rules: Rules, table: Table, dealer: int) -> tuple[float, ...]:
    """How likely each side is to pitch the hand that a seat deals, by side."""
    weights = Counter(seats.side_of(table, seat) for seat in range(table.players))
    if rules.dealer_matches:
        weights[seats.side_of(table, dealer)] += 1
    return tuple(weights[side] / weights.total() for side in range(seats.side_count(table)))


def highest_setback(rules: Rules) -> int:
    """The most that a bid by number costs."""
    return max(calls.rank(bid) for bid in _numbers(rules))


def _numbers(rules: Rules) -> tuple[Call, ...]:
    return (*rules.bids, *rules.dealer_alone_bids)


def _bids(rules: Rules) -> dict[int, Fraction]:
    """What is promised, and how likely."""
    numbers = sorted({calls.rank(bid) for bid in _numbers(rules)})
    high = [bid for bid in numbers if 2 * bid >= rules.total] or numbers
    weights = {bid: rules.total + 1 - bid for bid in _spread(high)}
    return {bid: Fraction(weight, sum(weights.values())) for bid, weight in weights.items()}


def _taken(numbers: range) -> Iterator[tuple[int, Fraction]]:
    spread = _spread(numbers)
    return ((taken, Fraction(1, len(spread))) for taken in spread)


def _spread(numbers: Sequence[int]) -> Sequence[int]:
    """The numbers, or as many of them at equal distances as are told apart, both ends included."""
    if len(numbers) <= _MOST:
        return numbers
    return [numbers[place * (len(numbers) - 1) // (_MOST - 1)] for place in range(_MOST)]
