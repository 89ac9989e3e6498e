"""Prize tables: the prize of every place, to the minor unit and never more than the pot holds.

Shares are divided by largest remainder, a tie going to the better place; shares of the whole pot
give exactly the pot. Amounts that are more than the pot are scaled down to it in the same way.
Entrants who share a place share the prizes of all the places that they take up; the remainder goes
one unit each to the lowest numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from pitch.findings import Finding
from pitch.league import payouts
from pitch.league.contradictions import SUSPICIOUS, Lemma
from pitch.league.formats import WHOLE, Format
from pitch.league.leagues import League
from pitch.league.payouts import Payout
from pitch.league.ranking.standings import Place, Row, Standings
from pitch.messages import MONEY, TYPED
from pitch.types import Currency, EntrantNumber, MinorTotal, Value

_DIGITS: Final = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"), 0),
    **dict.fromkeys(("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The decimal places of ISO 4217 that are not two."""


def decimal_places(currency: str) -> int:
    """Return how many decimal places an amount has in a currency: 2 in USD, none in JPY."""
    return _DIGITS.get(currency, 2)


def divide(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Return a total divided in proportion to weights: the largest remainders are rounded up.

    The earlier of equal remainders is rounded up first. Weights that are all 0 get nothing.
    """
    weight_sum = sum(weights)
    if weight_sum == 0:
        return (0,) * len(weights)
    # Floors first (Hamilton's method), then a unit each for the parts that lost most by rounding.
    parts = [divmod(total * weight, weight_sum) for weight in weights]
    short = total - sum(part for part, _ in parts)
    by_remainder = sorted(range(len(parts)), key=lambda place: (-parts[place][1], place))
    rounded_up = set(by_remainder[:short])
    return tuple(part + (place in rounded_up) for place, (part, _) in enumerate(parts))


_EXCEEDED: Final = Lemma("prizes_exceed_pot", SUSPICIOUS, "league.prize", prizes=MONEY, pot=MONEY)
_OVERPAID: Final = Lemma(
    "payout_over_award", SUSPICIOUS, "league.prize", name=TYPED, paid=MONEY, prize=MONEY
)


class Award(Value, frozen=True):
    """The prize of one team or player."""

    entrant: EntrantNumber
    """The number of the team or player that gets the prize."""
    rank: Place
    """The rank in the standings for which the prize is paid."""
    amount: MinorTotal | None
    """The prize in minor units; null until a play-off decides the rank."""
    paid_out: MinorTotal
    """The part of the prize that was handed out, in minor units."""


class PrizeTable(Value, frozen=True):
    """The prizes of a pot by rank and by team or player. Awards, `held` and `rest` add up to the
    pot.
    """

    currency: Currency
    """The ISO 4217 code of the currency of the prizes."""
    pot: MinorTotal
    """The money to be won, in minor units."""
    places: tuple[MinorTotal, ...]
    """The prize of each rank in minor units, first prize first."""
    awards: tuple[Award, ...]
    """The prizes by team or player, the highest rank first."""
    held: MinorTotal
    """Prizes that wait for a play-off, in minor units."""
    rest: MinorTotal
    """The part of the pot that nobody gets, in minor units."""
    findings: tuple[Finding, ...]
    """Findings about the prizes."""


def for_standings(
    league: League, pot: int, standings: Standings, handed_out: Iterable[Payout] = ()
) -> PrizeTable:
    """Return the prizes by the standings; those of places that nobody takes up are left over.

    `pot` is in minor units of the league's currency. The awards, the prizes held for play-offs and
    the rest add up to it, whatever was handed out.
    """
    form = league.format
    prizes, paid_out = divide_pot(form, pot), payouts.by_entrant(handed_out)
    awards = tuple(
        award
        for _, level in groupby(standings.rows, key=lambda row: row.rank)
        for award in _level_awards(list(level), prizes, paid_out)
    )
    claimable = sum(prizes[: len(standings.rows)])
    return PrizeTable(
        currency=form.currency,
        pot=pot,
        places=prizes,
        awards=awards,
        held=claimable - sum(award.amount or 0 for award in awards),
        rest=pot - claimable,
        findings=(*_overdrawn(league, pot), *_overpaid(league, prizes, awards, paid_out)),
    )


def divide_pot(form: Format, pot: int) -> tuple[int, ...]:
    """Return the prize of every place in minor units, the first place first (S3.prize)."""
    # Promised amounts can be more than was paid in; then all are cut in proportion.
    promises = form.prizes.amounts
    if promises:
        return promises if sum(promises) <= pot else divide(pot, promises)
    shares = form.prizes.shares
    return divide(pot, (*shares, WHOLE - sum(shares)))[: len(shares)]


def _level_awards(
    level: list[Row], prizes: tuple[int, ...], paid_out: Mapping[int, int]
) -> Iterator[Award]:
    """Yield the prizes of entrants who are level, in the order of their numbers."""
    # Equal totals share the sum of the prizes of their places.
    first = level[0].position - 1
    total = sum(prizes[first : first + len(level)])
    parts = divide(total, [1] * len(level))
    # Without a prize nobody has to wait for a play-off.
    waits = any(row.awaits_play_off for row in level) and total > 0
    for row, part in zip(level, parts, strict=True):
        yield Award(
            entrant=row.entrant,
            rank=row.rank,
            amount=None if waits else part,
            paid_out=paid_out[row.entrant],
        )


def _overdrawn(league: League, pot: int) -> Iterator[Finding]:
    """Yield a finding about promised amounts that exceed the pot."""
    total, currency = sum(league.format.prizes.amounts), league.format.currency
    if total > pot:
        fact = "/format/prizes/amounts"
        yield _EXCEEDED(league, fact, prizes=(total, currency), pot=(pot, currency))


def _overpaid(
    league: League,
    prizes: Sequence[int],
    awards: Sequence[Award],
    paid_out: Mapping[int, int],
) -> Iterator[Finding]:
    """Yield a finding for each entrant that got more than its prize, as nobody wins who is a guest.

    While a play-off is awaited, the prize of the best place that it can get is the bound.
    """
    bounds = {
        award.entrant: _prize(prizes, award.rank) if award.amount is None else award.amount
        for award in awards
    }
    currency, names = league.format.currency, {each.number: each.name for each in league.entrants}
    for number, paid in sorted(paid_out.items()):
        prize = bounds.get(number, 0)
        if paid > prize:
            yield _OVERPAID(
                league,
                f"/entrants/{number}",
                name=names[number],
                paid=(paid, currency),
                prize=(prize, currency),
            )


def _prize(prizes: Sequence[int], rank: int) -> int:
    return prizes[rank - 1] if rank <= len(prizes) else 0
