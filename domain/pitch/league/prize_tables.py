"""Prize tables: what every place gets of the pot, to the minor unit and never more than it holds.

Shares are divided by largest remainder, a tie going to the better place; shares of the whole pot
give exactly the pot. Amounts that are more than the pot are scaled down to it in the same way.
Entrants who share a place share the prizes of all the places that they take up; what cannot be
divided goes one unit each to the lowest numbers.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Final

from msgspec import Meta

from pitch.findings import Finding, FindingKind
from pitch.league import amounts, clauses
from pitch.league.leagues import WHOLE, Currency, EntrantNumber, Format, Minor
from pitch.league.ranking.standings import Place, Row, Standings
from pitch.messages import MONEY, Message
from pitch.types import Value

_EXCEEDED: Final = Message("league_finding.prizes_exceed_pot", prizes=MONEY, pot=MONEY)


class Award(Value, frozen=True):
    """What one team or player gets."""

    entrant: EntrantNumber
    rank: Place
    """The place it has."""
    amount: Annotated[Minor | None, Meta(description="Null until a play-off decides its place.")]


class PrizeTable(Value, frozen=True):
    """The prizes of a pot: `places`, and who gets them. Awards, `held` and `rest` are the pot."""

    currency: Currency
    pot: Minor
    places: Annotated[tuple[Minor, ...], Meta(description="The first place's prize first.")]
    awards: tuple[Award, ...]
    """Who gets what, the first place first."""
    held: Annotated[Minor, Meta(description="Prizes that wait for a play-off.")]
    rest: Annotated[Minor, Meta(description="What nobody gets.")]
    findings: tuple[Finding, ...]
    """What is odd about the prizes."""


def for_standings(form: Format, pot: int, standings: Standings) -> PrizeTable:
    """The prizes as the places stand; those of places that nobody takes up are left over.

    `pot` is in minor units of the league's currency. What is awarded, held for play-offs and left
    over adds up to it.
    """
    prizes = divide_pot(form, pot)
    awards = tuple(
        award
        for _, level in groupby(standings.rows, key=lambda row: row.rank)
        for award in _shared(list(level), prizes)
    )
    taken = sum(prizes[: len(standings.rows)])
    awarded = sum(award.amount or 0 for award in awards)
    return PrizeTable(
        currency=form.currency,
        pot=pot,
        places=prizes,
        awards=awards,
        held=taken - awarded,
        rest=pot - taken,
        findings=tuple(_exceeded(form, pot)),
    )


def divide_pot(form: Format, pot: int) -> tuple[int, ...]:
    """What every place gets of a pot, in minor units, the first place first (S3.prize)."""
    # What was promised in amounts can be more than was paid in; then all are cut alike (M10).
    listed = form.prizes.amounts
    if listed:
        return listed if sum(listed) <= pot else amounts.divide(pot, listed)
    shares = form.prizes.shares
    return amounts.divide(pot, (*shares, WHOLE - sum(shares)))[: len(shares)]


def _shared(level: list[Row], prizes: tuple[int, ...]) -> Iterator[Award]:
    """The prizes of those who are level, in the order of their numbers."""
    # Equal totals share the sum of the prizes of their places (C80).
    first = level[0].position - 1
    together = sum(prizes[first : first + len(level)])
    parts = amounts.divide(together, [1] * len(level))
    # Where there is nothing to win nobody has to wait for a play-off.
    waits = any(row.awaits_play_off for row in level) and together > 0
    for row, part in zip(level, parts, strict=True):
        yield Award(entrant=row.entrant, rank=row.rank, amount=None if waits else part)


def _exceeded(form: Format, pot: int) -> Iterator[Finding]:
    """Amounts that are more than there is (M10)."""
    promised = sum(form.prizes.amounts)
    if promised > pot:
        yield Finding(
            code="prizes_exceed_pot",
            kind=FindingKind.SUSPICIOUS,
            message=_EXCEEDED(prizes=(promised, form.currency), pot=(pot, form.currency)),
            facts=("/format/prizes/amounts",),
            clauses=clauses.cite(form, "league.prize"),
        )
