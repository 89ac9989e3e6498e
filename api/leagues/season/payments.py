"""Payments: the money that entrants of a league paid or got back."""

from dataclasses import replace
from uuid import UUID

from msgspec import structs

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.leagues.changes import LeagueChanges, LeagueRevision
from api.leagues.journal import LeagueAction
from api.leagues.season import entries
from api.leagues.state import LeagueState, RecordedPayment
from domain.errors import Refusal
from domain.league.fees import Payment


class NothingPaid(Refusal):
    """A payment is of more than nothing, a refund of less."""

    code = "nothing_paid"


class NoSuchPayment(Refusal):
    """The league has no payment of that number."""

    code = "no_such_payment"


class Payments:
    """What a device may do about the money of its leagues."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def enter(self, command: Command, league_id: UUID, payment: Payment) -> LeagueState:
        """Enter money that an entrant paid or got back."""
        return await self._changes.write(
            command, league_id, Role.SCORER, lambda league, stamp: paid(league, stamp, payment)
        )

    async def cancel(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a payment back; it stays in the list. Doing it again changes nothing."""
        return await self._changes.write(
            command,
            league_id,
            Role.SCORER,
            lambda league, stamp: without_payment(league, stamp, number, reason),
        )


def paid(league: LeagueState, stamp: Stamp, payment: Payment) -> LeagueRevision:
    """A league with one more payment."""
    entries.check_entrant(league, payment.entrant, "/entrant")
    if payment.amount == 0:
        raise NothingPaid(pointer="/amount")
    entered = RecordedPayment(
        **structs.asdict(payment),
        # None is ever taken out, so its number is how many there are with it.
        number=len(league.payments) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = replace(league, payments=(*league.payments, entered))
    return LeagueRevision(action=LeagueAction.PAYMENT_ENTERED, after=after)


def without_payment(
    league: LeagueState, stamp: Stamp, number: int, reason: str
) -> LeagueRevision | None:
    """A league with a payment taken back; None if it was before."""
    if not 1 <= number <= len(league.payments):
        raise NoSuchPayment(f"There is no payment {number}.")
    payments = entries.cancelled(league.payments, number, stamp, reason)
    if payments == league.payments:
        return None
    after = replace(league, payments=payments)
    return LeagueRevision(action=LeagueAction.PAYMENT_CANCELLED, after=after)
