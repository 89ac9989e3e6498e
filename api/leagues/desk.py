"""The desk of a league: payments and play-offs, each kept with who entered it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from msgspec import structs

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Cancellation, Stamp
from api.leagues.changes import LeagueChanges, LeagueOutcome
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

        def change(book: LeagueState, made: Stamp) -> LeagueState:
            _check_entrant(book, payment.entrant, "/entrant")
            if payment.amount == 0:
                raise NothingPaid(pointer="/amount")
            entered = RecordedPayment(
                **structs.asdict(payment),
                number=len(book.payments) + 1,
                device_id=made.device_id,
                at=made.at,
            )
            return replace(book, payments=(*book.payments, entered))

        return await self._write(command, league_id, LeagueAction.PAYMENT_ENTERED, change)

    async def cancel_payment(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a payment back; it stays in the list. Doing it again changes nothing."""

        def change(book: LeagueState, made: Stamp) -> LeagueState:
            if not 1 <= number <= len(book.payments):
                raise NoSuchPayment(f"There is no payment {number}.")
            return replace(book, payments=_cancelled(book.payments, number, made, reason))

        return await self._write(command, league_id, LeagueAction.PAYMENT_CANCELLED, change)

    async def play_off(self, command: Command, league_id: UUID, played: PlayOff) -> LeagueState:
        """Enter who won a play-off between two who are level."""

        def change(book: LeagueState, made: Stamp) -> LeagueState:
            _check_entrant(book, played.winner, "/winner")
            _check_entrant(book, played.loser, "/loser")
            if played.winner == played.loser:
                raise PlaysItself(pointer="/loser")
            entered = RecordedPlayOff(
                **structs.asdict(played),
                number=len(book.play_offs) + 1,
                device_id=made.device_id,
                at=made.at,
            )
            return replace(book, play_offs=(*book.play_offs, entered))

        return await self._write(command, league_id, LeagueAction.PLAY_OFF_ENTERED, change)

    async def cancel_play_off(
        self, command: Command, league_id: UUID, number: int, reason: str
    ) -> LeagueState:
        """Take a play-off back; it stays in the list. Doing it again changes nothing."""

        def change(book: LeagueState, made: Stamp) -> LeagueState:
            if not 1 <= number <= len(book.play_offs):
                raise NoSuchPlayOff(f"There is no play-off {number}.")
            return replace(book, play_offs=_cancelled(book.play_offs, number, made, reason))

        return await self._write(command, league_id, LeagueAction.PLAY_OFF_CANCELLED, change)

    async def _write(
        self,
        command: Command,
        league_id: UUID,
        action: LeagueAction,
        change: Callable[[LeagueState, Stamp], LeagueState],
    ) -> LeagueState:
        """The league after a change by a scorer, which is noted unless it changes nothing."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            after = change(book, made)
            return None if after == book else LeagueOutcome(action=action, after=after)

        return await self._changes.write(command, league_id, Role.SCORER, act)


def _check_entrant(book: LeagueState, number: int, pointer: str) -> None:
    if book.entrant(number) is None:
        raise NotInLeague(f"There is no entrant {number}.", pointer=pointer)


def _cancelled(
    entered: Sequence[_Entered], number: int, made: Stamp, reason: str
) -> tuple[_Entered, ...]:
    """What was entered, with one of it cancelled; one that is stays as it is."""
    cancelled = Cancellation(device_id=made.device_id, at=made.at, reason=reason)
    return tuple(
        structs.replace(each, cancelled=cancelled)
        if each.number == number and each.cancelled is None
        else each
        for each in entered
    )
