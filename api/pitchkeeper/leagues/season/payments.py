"""Payments: the money that entrants of a league paid or got back."""

from typing import Final
from uuid import UUID

from pitch.errors import Refusal
from pitch.league import Payment
from pitch.messages import Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.season import entries
from pitchkeeper.leagues.season.entries import EntryList
from pitchkeeper.leagues.state import LeagueState, RecordedPayment


class NothingPaid(Refusal):
    """A payment is above zero, a refund below."""

    code = "nothing_paid"
    default_message = Message("problem.nothing_paid")


class NoSuchPayment(Refusal):
    """The league has no payment of that number."""

    code = "no_such_payment"
    default_message = Message("problem.no_such_payment")


_PAYMENTS: Final = EntryList(
    field="payments",
    kind=RecordedPayment,
    not_found=NoSuchPayment,
    entered=LeagueAction.PAYMENT_ENTERED,
    cancelled=LeagueAction.PAYMENT_CANCELLED,
)


class Payments:
    """What a device may do about the money of its leagues."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def enter(self, command: Command, league_id: UUID, payment: Payment) -> LeagueState:
        """Enter money that an entrant paid or got back."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision:
            return decide_payment(league, stamp, payment=payment)

        return await self._changes.write(command, league_id, Role.SCORER, decide)

    async def cancel(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a payment back; it stays in the list. Doing it again changes nothing."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            return _PAYMENTS.cancel(league, stamp, number, reason)

        return await self._changes.write(command, league_id, Role.SCORER, decide)


def decide_payment(league: LeagueState, stamp: Stamp, *, payment: Payment) -> LeagueRevision:
    """Return a league with one more payment."""
    entries.check_entrant(league, payment.entrant, "/entrant")
    if payment.amount == 0:
        raise NothingPaid(pointer="/amount")
    return _PAYMENTS.add(league, stamp, payment)
