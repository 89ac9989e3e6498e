"""The desk of a league: payments and play-offs, each kept with who entered it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from msgspec import structs

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Cancellation, Stamp
from api.leagues.changes import LeagueChanges, LeagueRevision
from api.leagues.state import LeagueAction, LeagueState, RecordedPayment, RecordedPlayOff
from domain.errors import Refusal
from domain.league.fees import Payment
from domain.league.tie_breaks import PlayOff

_Entered = TypeVar("_Entered", RecordedPayment, RecordedPlayOff)


class NotInLeague(Refusal):
    """No entrant of that number takes part in the league."""

    code = "not_in_league"


class PlaysItself(Refusal):
    """Nobody plays off against themselves."""

    code = "plays_itself"


class NothingPaid(Refusal):
    """A payment is of more than nothing, a refund of less."""

    code = "nothing_paid"


class NoSuchPayment(Refusal):
    """The league has no payment of that number."""

    code = "no_such_payment"


class NoSuchPlayOff(Refusal):
    """The league has no play-off of that number."""

    code = "no_such_play_off"


class Desk:
    """What is entered at the desk of a league, and taken back."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def pay(self, command: Command, league_id: UUID, payment: Payment) -> LeagueState:
        """Enter money that an entrant paid or got back."""
        return await self._changes.write(
            command, league_id, Role.SCORER, lambda league, stamp: paid(league, stamp, payment)
        )

    async def cancel_payment(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a payment back; it stays in the list. Doing it again changes nothing."""
        return await self._changes.write(
            command,
            league_id,
            Role.SCORER,
            lambda league, stamp: without_payment(league, stamp, number, reason),
        )

    async def play_off(self, command: Command, league_id: UUID, played: PlayOff) -> LeagueState:
        """Enter who won a play-off between two who are level."""
        return await self._changes.write(
            command, league_id, Role.SCORER, lambda league, stamp: played_off(league, stamp, played)
        )

    async def cancel_play_off(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a play-off back; it stays in the list. Doing it again changes nothing."""
        return await self._changes.write(
            command,
            league_id,
            Role.SCORER,
            lambda league, stamp: without_play_off(league, stamp, number, reason),
        )


def paid(league: LeagueState, stamp: Stamp, payment: Payment) -> LeagueRevision:
    """A league with one more payment."""
    _check_entrant(league, payment.entrant, "/entrant")
    if payment.amount == 0:
        raise NothingPaid(pointer="/amount")
    entered = RecordedPayment(
        **structs.asdict(payment),
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
    payments = _cancelled(league.payments, number, stamp, reason)
    if payments == league.payments:
        return None
    after = replace(league, payments=payments)
    return LeagueRevision(action=LeagueAction.PAYMENT_CANCELLED, after=after)


def played_off(league: LeagueState, stamp: Stamp, played: PlayOff) -> LeagueRevision:
    """A league with one more play-off."""
    _check_entrant(league, played.winner, "/winner")
    _check_entrant(league, played.loser, "/loser")
    if played.winner == played.loser:
        raise PlaysItself(pointer="/loser")
    entered = RecordedPlayOff(
        **structs.asdict(played),
        number=len(league.play_offs) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = replace(league, play_offs=(*league.play_offs, entered))
    return LeagueRevision(action=LeagueAction.PLAY_OFF_ENTERED, after=after)


def without_play_off(
    league: LeagueState, stamp: Stamp, number: int, reason: str
) -> LeagueRevision | None:
    """A league with a play-off taken back; None if it was before."""
    if not 1 <= number <= len(league.play_offs):
        raise NoSuchPlayOff(f"There is no play-off {number}.")
    play_offs = _cancelled(league.play_offs, number, stamp, reason)
    if play_offs == league.play_offs:
        return None
    after = replace(league, play_offs=play_offs)
    return LeagueRevision(action=LeagueAction.PLAY_OFF_CANCELLED, after=after)


def _check_entrant(league: LeagueState, number: int, pointer: str) -> None:
    if league.entrant(number) is None:
        raise NotInLeague(f"There is no entrant {number}.", pointer=pointer)


def _cancelled(
    entered: Sequence[_Entered], number: int, stamp: Stamp, reason: str
) -> tuple[_Entered, ...]:
    """What was entered, with one of it cancelled; one that is stays as it is."""
    cancelled = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
    return tuple(
        structs.replace(each, cancelled=cancelled)
        if each.number == number and each.cancelled is None
        else each
        for each in entered
    )
