"""Payouts: prizes as they are handed out, which are no payments of those who get them."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from pitch.league.ranking.standings import Place
from pitch.types import EntrantNumber, Fact, NightNumber


class Payout(Fact, frozen=True):
    """A prize, or a part of one, that was handed out to a team or player."""

    entrant: EntrantNumber
    """The number of the team or player that got the money."""
    amount: Annotated[int, Meta(ge=1, le=10**12, examples=[30000])]
    """The amount handed out, in minor units of the league's currency."""
    place: Place | None = None
    """The rank whose prize is handed out, if noted."""
    night: NightNumber | None = None
    """The number of the night on which the money was handed out, if noted."""


def by_entrant(payouts: Iterable[Payout]) -> Counter[int]:
    """Return how much every entrant got, in minor units."""
    totals: Counter[int] = Counter()
    for payout in payouts:
        totals[payout.entrant] += payout.amount
    return totals
