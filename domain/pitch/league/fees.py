"""Fees: what every entrant owes and has paid, and the pot."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from pitch.league.leagues import Currency, Entrant, EntrantNumber, League, Minor
from pitch.types import MAX_INTEGER, Fact, Quantity, Value

_MOST: Final = 10**12
Balance = Annotated[
    int,
    Meta(
        description="Minor units of the league's currency.",
        extra_json_schema={"minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
    ),
]


class Payment(Fact, frozen=True):
    """Money that a team or player paid, or below zero got back."""

    entrant: EntrantNumber
    """The number of the team or player that paid."""
    amount: Annotated[
        int,
        Meta(
            ge=-_MOST,
            le=_MOST,
            description="The amount paid, in minor units of the league's currency; a refund is "
            "below zero.",
            examples=[1000],
        ),
    ]


class Account(Value, frozen=True):
    """The fees and payments of one team or player."""

    entrant: EntrantNumber
    """The number of the team or player that owes and pays the fees."""
    nights: Annotated[
        Quantity,
        Meta(description="The number of nights that the team or player has taken part in so far."),
    ]
    owed: Minor
    """Fees for the nights so far, in minor units."""
    due: Annotated[
        Minor,
        Meta(
            description="Fees that are due, for the nights so far and for `dueNight`, in minor "
            "units."
        ),
    ]
    owed_season: Annotated[Minor, Meta(description="Fees for the whole season, in minor units.")]
    paid: Balance
    """Fees paid so far, less refunds, in minor units."""
    balance: Annotated[
        Balance,
        Meta(description="Fees paid less fees owed so far, in minor units; a debt is below zero."),
    ]


class Ledger(Value, frozen=True):
    """The fees of a league, in minor units of its currency."""

    currency: Currency
    due_night: int
    """The last night whose fee is due; 0 before the first is planned."""
    accounts: tuple[Account, ...]
    owed: Annotated[Minor, Meta(description="By all, so far.")]
    collected: Annotated[Balance, Meta(description="Paid by all, less what they got back.")]
    pot: Annotated[Minor, Meta(description="The fees of the whole season as it is planned.")]


def for_night(league: League, payments: Iterable[Payment], night: int, due_night: int) -> Ledger:
    """Return the fees after a night, in minor units; night 0 is before the first (S3.fee).

    The fee of `due_night` is due besides: it is that night, or the next one.
    """
    paid: Counter[int] = Counter()
    # Refunds are payments below zero, so this is what the organiser holds of each.
    for payment in payments:
        paid[payment.entrant] += payment.amount
    accounts = tuple(
        _account(league, entrant, paid[entrant.number], night, due_night)
        for entrant in league.entrants
    )
    return Ledger(
        currency=league.format.currency,
        due_night=due_night,
        accounts=accounts,
        owed=sum(account.owed for account in accounts),
        collected=sum(account.paid for account in accounts),
        # Prizes are of the season as it is planned, not of what is paid so far: those of S3 are ten
        # teams times five weeks at $10 (S3.prize).
        pot=sum(account.owed_season for account in accounts),
    )


def _account(league: League, entrant: Entrant, paid: int, night: int, due_night: int) -> Account:
    season = league.format.nights
    nights = _nights(entrant, min(night, season))
    owed, due, owed_season = (
        league.format.fee * count
        for count in (nights, _nights(entrant, due_night), _nights(entrant, season))
    )
    return Account(
        entrant=entrant.number,
        nights=nights,
        owed=owed,
        due=due,
        owed_season=owed_season,
        paid=paid,
        balance=paid - owed,
    )


def _nights(entrant: Entrant, last: int) -> int:
    # Owed weekly (S3.fee) by everyone who takes part: a bye or a forfeit makes it no less.
    return sum(map(entrant.is_in, range(1, last + 1)))
