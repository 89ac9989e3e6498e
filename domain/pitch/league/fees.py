"""Fees: what every entrant owes and has paid, and the pot."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import chain
from typing import Annotated, Final

from msgspec import Meta

from pitch.league.choices import FeeBy
from pitch.league.formats import Format
from pitch.league.leagues import Attendance, Entrant, League
from pitch.league.payouts import Payout
from pitch.types import (
    MAX_INTEGER,
    Currency,
    EntrantNumber,
    Fact,
    MinorTotal,
    NightNumber,
    Quantity,
    Value,
)

_MOST: Final = 10**12
PlayerIndex = Annotated[int, Meta(ge=0, le=2)]
Balance = Annotated[
    int,
    Meta(
        description="Minor units of the league's currency.",
        extra_json_schema={"minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
    ),
]


class PaymentKind(StrEnum):
    """The reason of a payment: a fee, a guest's fee, money given back, or a balance carried on."""

    FEE = "fee"
    GUEST = "guest"
    REFUND = "refund"
    CARRIED = "carried"
    """The balance of the season before, below zero for a debt: no money that came in."""


class Payment(Fact, frozen=True):
    """Money that a team or player paid, or below zero got back."""

    entrant: EntrantNumber
    """The number of the team or player that paid."""
    amount: Annotated[int, Meta(ge=-_MOST, le=_MOST, examples=[1000])]
    """The amount paid, in minor units of the league's currency; a refund is below zero."""
    night: NightNumber | None = None
    """The number of the night that the payment is made for; the amount counts for the whole season.
    """
    player: PlayerIndex | None = None
    """The position in the team of the player who paid, from 0; null for all."""
    kind: PaymentKind | None = None
    """The reason of the payment; null if nobody said."""


class Account(Value, frozen=True):
    """The fees and payments of one team or player."""

    entrant: EntrantNumber
    """The number of the team or player that owes and pays the fees."""
    nights: Quantity
    """The number of nights that the team or player has taken part in so far."""
    owed: MinorTotal
    """Fees for the nights so far, in minor units."""
    due: MinorTotal
    """Fees that are due, for the nights so far and for `dueNight`, in minor units."""
    owed_season: MinorTotal
    """Fees for the whole season, in minor units."""
    paid: Balance
    """Fees paid so far, less refunds, with what was carried on, in minor units."""
    balance: Balance
    """Fees paid less fees owed so far, in minor units; a debt is below zero."""
    paid_tonight: Balance
    """Payments made for `dueNight`, less refunds, in minor units."""
    is_paid: bool | None
    """True if all that is due is paid; null while nothing is due."""


class Ledger(Value, frozen=True):
    """The fees of a league, in minor units of its currency."""

    currency: Currency
    due_night: int
    """The last night whose fee is due; 0 before the first is planned."""
    accounts: tuple[Account, ...]
    owed: MinorTotal
    """By all, so far."""
    due: MinorTotal
    """By all, with the fee of `due_night`."""
    collected: Balance
    """Paid by all, less what they got back."""
    paid_out: MinorTotal
    """Prizes handed out."""
    pot: MinorTotal
    """The fees of the whole season as it is planned."""

    @property
    def in_box(self) -> int:
        """The money in the box, below zero if more was handed out than was paid in."""
        return self.collected - self.paid_out


def for_night(
    league: League,
    payments: Iterable[Payment],
    night: int,
    due_night: int,
    begun: Collection[int] | None = None,
    payouts: Iterable[Payout] = (),
) -> Ledger:
    """Return the fees after a night, in minor units; night 0 is before the first (S3.fee).

    The fee of `due_night` is due besides: it is that night, or the next one. With `begun`, the
    numbers of the nights that have begun, a night that has not is due only if it is open, and then
    of those who are here or late.
    """
    by_entrant: dict[int, list[Payment]] = {entrant.number: [] for entrant in league.entrants}
    for payment in payments:
        by_entrant.get(payment.entrant, []).append(payment)
    accounts = tuple(
        _account(league, entrant, by_entrant[entrant.number], night, due_night, begun)
        for entrant in league.entrants
    )
    carried = sum(
        payment.amount
        for payment in chain(*by_entrant.values())
        if payment.kind is PaymentKind.CARRIED
    )
    return Ledger(
        currency=league.format.currency,
        due_night=due_night,
        accounts=accounts,
        owed=sum(account.owed for account in accounts),
        due=sum(account.due for account in accounts),
        # A balance carried on is in the box of the season before, or in no box.
        collected=sum(account.paid for account in accounts) - carried,
        paid_out=sum(payout.amount for payout in payouts),
        # Prizes are of the season as it is planned, not of what is paid so far: those of S3 are ten
        # teams times five weeks at $10 (S3.prize).
        pot=sum(account.owed_season for account in accounts),
    )


def _account(
    league: League,
    entrant: Entrant,
    payments: Sequence[Payment],
    night: int,
    due_night: int,
    begun: Collection[int] | None,
) -> Account:
    """Return what an entrant owes, and has paid, by the nights in which it takes part."""
    fee, number = fee_of(league.format, entrant), entrant.number
    all_nights = range(1, league.format.nights + 1)
    nights = [each for each in all_nights if _takes_part(league, entrant, each)]
    count = sum(each <= night for each in nights)
    # Refunds are payments below zero, so this is what the organizer holds.
    paid = sum(payment.amount for payment in payments)
    due = fee * sum(
        each <= due_night and (begun is None or each in begun or is_expected(league, number, each))
        for each in nights
    )
    return Account(
        entrant=number,
        nights=count,
        owed=fee * count,
        due=due,
        owed_season=fee * len(nights),
        paid=paid,
        balance=paid - fee * count,
        paid_tonight=sum(each.amount for each in payments if each.night == due_night),
        is_paid=paid >= due if due else None,
    )


def fee_of(form: Format, entrant: Entrant) -> int:
    """Return the fee of an entrant for one night, in minor units."""
    fee = form.fee
    if entrant.is_guest and form.guest_fee is not None:
        fee = form.guest_fee
    return fee * (len(entrant.players) if form.fee_by is FeeBy.PLAYER else 1)


def is_expected(league: League, entrant: int, night: int) -> bool:
    """Return whether a night is open and an entrant is here or late."""
    tonight = league.night(night)
    here = tonight.attendance(entrant) in {Attendance.HERE, Attendance.LATE}
    return tonight.is_open and here


def _takes_part(league: League, entrant: Entrant, night: int) -> bool:
    # Owed weekly (S3.fee) by everyone who takes part: a bye or a forfeit makes it no less, nor
    # does staying away. A guest owes nothing for a night without it.
    tonight = league.night(night)
    is_away = entrant.is_guest and tonight.attendance(entrant.number) is Attendance.AWAY
    return entrant.is_in(night) and not tonight.is_called_off and not is_away
