"""Entries: the payments, payouts and play-offs of a league, recorded and cancelled.

None is ever deleted: a cancelled one stays in its list, with who cancelled it, when and why.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

from msgspec import structs

from pitch.league import Payment, PaymentKind, Payout, PlayOff
from pitch.messages import COUNT, Message, Refusal, prefix_pointer
from pitchkeeper.access.devices import Cancellation, LeagueRole, Stamp
from pitchkeeper.leagues.changes import LeagueEdit, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedPayment, RecordedPayout, RecordedPlayOff
from pitchkeeper.leagues.season import slot_plans
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.workers.league_threads import Slot

_NO_ENTRANT = Message("problem.not_in_league", number=COUNT)


class NotInLeague(Refusal, has_message=False):
    """No team or player of that number takes part in the league."""


class NothingPaid(Refusal):
    """A payment is above zero, a refund below."""


class NoSuchPayment(Refusal):
    """The league has no payment of that number."""


class NoSuchPayout(Refusal):
    """The league has no payout of that number."""


class PlaysItself(Refusal):
    """Nobody plays off against themselves."""


class NoSuchPlayOff(Refusal):
    """The league has no play-off of that number."""


async def record_play_off(edit: LeagueEdit, play_off: PlayOff, slot: Slot) -> LeagueState:
    """Record the winner of a play-off between two entrants."""
    return await _write_in_slot(edit, slot, partial(decide_play_off, play_off=play_off))


async def cancel_play_off(edit: LeagueEdit, number: int, reason: str, slot: Slot) -> LeagueState:
    """Cancel a play-off; cancelling it again changes nothing."""
    decide = partial(decide_cancellation, list_name="play_offs", number=number, reason=reason)
    return await _write_in_slot(edit, slot, decide)


async def _write_in_slot(
    edit: LeagueEdit, slot: Slot, decide: Callable[[LeagueState, Stamp], LeagueRevision | None]
) -> LeagueState:
    """Return a league after a change, after which the standings are computed in a slot.

    The slot is taken before the change is saved, so that a client that is refused for want of one
    has changed nothing; after the change is allowed, so that a refused request takes none; and
    without a lock on the league, so that others can change it meanwhile.
    """

    async def decide_in_slot(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
        revision = decide(league, stamp)
        if revision is not None:
            await slot.acquire()
        return revision

    return await edit.changes.write_unlocked(
        edit.command, edit.aggregate_id, LeagueRole.SCORER, decide_in_slot
    )


def decide_payment(league: LeagueState, stamp: Stamp, *, payment: Payment) -> LeagueRevision:
    """Return a league with one more payment."""
    check_entrant(league, payment.entrant, "/entrant")
    _check_night(league, payment)
    is_refund = payment.amount < 0
    kind = payment.kind or _usual_kind(league, payment)
    is_carried = kind is PaymentKind.CARRIED
    if payment.amount == 0 or (is_refund != (kind is PaymentKind.REFUND) and not is_carried):
        raise NothingPaid(pointer="/amount")
    recorded = RecordedPayment(
        **structs.asdict(payment) | {"kind": kind},
        number=len(league.payments) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = structs.replace(league, payments=(*league.payments, recorded))
    return LeagueRevision(action=LeagueAction.PAYMENT_ENTERED, after=after)


def _usual_kind(league: LeagueState, payment: Payment) -> PaymentKind:
    if payment.amount < 0:
        return PaymentKind.REFUND
    is_guest = payment.entrant in league.league.guests
    return PaymentKind.GUEST if is_guest else PaymentKind.FEE


def decide_payout(league: LeagueState, stamp: Stamp, *, payout: Payout) -> LeagueRevision:
    """Return a league with one more payout, also of more than the prize: that is a finding."""
    check_entrant(league, payout.entrant, "/entrant")
    _check_night(league, payout)
    recorded = RecordedPayout(
        **structs.asdict(payout),
        number=len(league.payouts) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = structs.replace(league, payouts=(*league.payouts, recorded))
    return LeagueRevision(action=LeagueAction.PAYOUT_ENTERED, after=after)


def decide_play_off(league: LeagueState, stamp: Stamp, *, play_off: PlayOff) -> LeagueRevision:
    """Return a league with one more play-off."""
    check_entrant(league, play_off.winner, "/winner")
    check_entrant(league, play_off.loser, "/loser")
    if play_off.winner == play_off.loser:
        raise PlaysItself(pointer="/loser")
    recorded = RecordedPlayOff(
        **structs.asdict(play_off),
        number=len(league.play_offs) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = structs.replace(league, play_offs=(*league.play_offs, recorded))
    return LeagueRevision(action=LeagueAction.PLAY_OFF_ENTERED, after=after)


def decide_cancellation(
    league: LeagueState,
    stamp: Stamp,
    *,
    list_name: Literal["payments", "payouts", "play_offs"],
    number: int,
    reason: str,
) -> LeagueRevision | None:
    """Return a league with an entry cancelled; None if it was cancelled before."""
    action, not_found = _CANCELLATIONS[list_name]
    entries: tuple[RecordedPayment | RecordedPayout | RecordedPlayOff, ...] = getattr(
        league, list_name
    )
    if not 1 <= number <= len(entries):
        raise not_found
    entry = entries[number - 1]
    if entry.cancelled is not None:
        return None
    cancellation = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
    cancelled = structs.replace(entry, cancelled=cancellation)
    values: dict[str, Any] = {list_name: (*entries[: number - 1], cancelled, *entries[number:])}
    return LeagueRevision(action=action, after=structs.replace(league, **values))


def check_entrant(league: LeagueState, number: int, pointer: str) -> None:
    """Refuse an entrant that the league does not have; `pointer` is its place in the request."""
    if league.entrant(number) is None:
        raise NotInLeague(_NO_ENTRANT(number=number), pointer=pointer)


def _check_night(league: LeagueState, entry: Payment | Payout) -> None:
    """Refuse a night that the league does not have."""
    if entry.night is not None:
        with prefix_pointer("/night"):
            slot_plans.check_night(league, entry.night)


_CANCELLATIONS: Final[dict[str, tuple[LeagueAction, type[Refusal]]]] = {
    "payments": (LeagueAction.PAYMENT_CANCELLED, NoSuchPayment),
    "payouts": (LeagueAction.PAYOUT_CANCELLED, NoSuchPayout),
    "play_offs": (LeagueAction.PLAY_OFF_CANCELLED, NoSuchPlayOff),
}
