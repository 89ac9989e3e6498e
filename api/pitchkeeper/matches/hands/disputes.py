"""Disputes: confirm hands, dispute them, settle disputes, and overrule."""

import asyncio
from collections.abc import Collection, Sequence

from msgspec import structs

from pitch import HandRecord, RuleSet, messages
from pitch.match import (
    Overruling,
    Policy,
    Settlement,
    Standing,
    find_hand,
)
from pitch.messages import COUNT, Message, Refusal
from pitch.rulings import HandQuestion, Ruling, rule_on_hand
from pitch.types import Fact, Reason, Side
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.matches import agreements, changes, edit_conflicts
from pitchkeeper.matches.agreements import (
    Agreement,
    Confirmation,
    Objection,
    RecordedHand,
    RecordedOverruling,
    Resolution,
)
from pitchkeeper.matches.changes import MatchEdit, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.rest.views import same_fields
from pitchkeeper.workers.adjudicators import Adjudicator, RulingsBusy

_UNSEEN = Message("problem.precondition_required.confirm")
_CHANGED = Message("problem.stale_match.confirm", hand=COUNT)
_OPEN = Message("problem.not_settled", hand=COUNT)
_UNDISPUTED = Message("problem.not_disputed", hand=COUNT)
_OWNER_CONFIRMS = Message("problem.not_allowed.owner_confirms")
_ANOTHER_SIDE = Message("problem.not_allowed.another_side")
_OWNER_SETTLES = Message("problem.not_allowed.settle")
_NO_CORRECTION = Message("problem.settlement_incomplete.no_correction")
_NO_OVERRULING = Message("problem.settlement_incomplete.no_overruling")
_CORRECTION = Message("problem.settlement_incomplete.correction")
_OVERRULING = Message("problem.settlement_incomplete.overruling")

_UNSETTLED = (Standing.OPEN, Standing.IMPOSSIBLE)


class NotSettled(Refusal, has_message=False):
    """A hand can be confirmed once it is settled."""


class NoSeat(Refusal):
    """This device has no seat, so it cannot act for a side; claim a seat first."""


class NotDisputed(Refusal, has_message=False):
    """The hand is not disputed."""


class SettlementIncomplete(Refusal, has_message=False):
    """The body must have the fields that the settlement needs, and no others."""


class Settling(Fact, frozen=True):
    """The end of a dispute: a correction, the ruling, an overruling, or a withdrawal."""

    settlement: Settlement
    """The way in which to settle the dispute."""
    reason: Reason | None = None
    """The reason for this end of the dispute, if there is more to say."""
    record: HandRecord | None = None
    """The corrected record of the hand; with `corrected` only."""
    overruling: Overruling | None = None
    """The scores that the table agreed on; with `overruled` only."""


async def confirm(edit: MatchEdit, number: int, side: Side | None) -> MatchState:
    """Confirm a hand as it was seen. Confirming it twice changes nothing."""
    seen = edit.precondition

    async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
        stale = await edit.changes.list_stale_hands(state, [number], seen)
        return decide_confirmation(
            state, stamp, number=number, side=side, precondition=seen, stale=stale
        )

    return await edit.write(Role.SCORER, decide)


async def confirm_all(edit: MatchEdit, numbers: Sequence[int], side: Side | None) -> MatchState:
    """Confirm hands as they were seen, all of them or none."""
    seen = edit.precondition

    async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
        stale = await edit.changes.list_stale_hands(state, numbers, seen)
        return decide_confirmations(
            state, stamp, numbers=numbers, side=side, precondition=seen, stale=stale
        )

    return await edit.write(Role.SCORER, decide)


async def dispute(edit: MatchEdit, prover: Adjudicator, number: int, reason: str) -> MatchState:
    """Dispute a hand: it is locked, with the ruling on it, until the dispute is resolved."""
    # Outlives an attempt: after a conflict only a new question needs a new ruling.
    rulings: dict[HandQuestion, Ruling | None] = {}
    until = edit.changes.deadline()

    async def decide(state: MatchState, stamp: Stamp) -> MatchRevision:
        question = dispute_question(state, number)
        if question not in rulings:
            rulings[question] = await _ruling(prover, question, state.match.ruleset, until)
        ruling = rulings[question]
        return decide_dispute(state, stamp, number=number, reason=reason, ruling=ruling)

    return await edit.changes.write_unlocked(edit.command, edit.aggregate_id, Role.SCORER, decide)


async def _ruling(
    prover: Adjudicator, question: HandQuestion, ruleset: RuleSet, until: float
) -> Ruling | None:
    """Return the ruling on a hand; None if there is none in time, which stops no dispute."""
    try:
        async with asyncio.timeout_at(until):
            ruling = await prover.ask(rule_on_hand, question, ruleset)
    except (RulingsBusy, TimeoutError):
        return None
    return Ruling(**same_fields(Ruling, ruling))


async def resolve(edit: MatchEdit, number: int, settling: Settling) -> MatchState:
    """Resolve a dispute; the hand has to be confirmed again."""
    return await edit.write(Role.SCORER, decide_resolution, number=number, settling=settling)


def decide_confirmation(
    state: MatchState,
    stamp: Stamp,
    *,
    number: int,
    side: Side | None,
    precondition: Precondition,
    stale: Collection[int],
) -> MatchRevision | None:
    """Return a match with a hand confirmed by a device; None if that adds nothing.

    `stale` are the hands that have changed since they were seen, or pay something else.
    """
    hand = _find_confirmable(state, number, precondition, stale)
    after = _with_confirmation(hand, _confirmation(state, stamp, side))
    return None if after is hand else changes.with_hand(state, after, Action.HAND_CONFIRMED)


def decide_confirmations(
    state: MatchState,
    stamp: Stamp,
    *,
    numbers: Sequence[int],
    side: Side | None,
    precondition: Precondition,
    stale: Collection[int],
) -> MatchRevision | None:
    """Return a match with hands confirmed by a device; None if that adds nothing.

    If some of them cannot be confirmed, raises the refusal of the first.
    """
    pending = set()
    for index, number in enumerate(numbers):
        with messages.prefix_pointer(f"/hands/{index}"):
            pending.add(_find_confirmable(state, number, precondition, stale).number)
    confirmation = _confirmation(state, stamp, side)
    hands = tuple(
        _with_confirmation(hand, confirmation) if hand.number in pending else hand
        for hand in state.hands
    )
    if hands == state.hands:
        return None
    return MatchRevision(action=Action.HANDS_CONFIRMED, after=structs.replace(state, hands=hands))


def dispute_question(state: MatchState, number: int) -> HandQuestion:
    """Return the question to rule on, if a hand is disputed; it changes with the hand."""
    hand = find_hand(state.hands, number)
    agreements.refuse_disputed(hand)
    return state.hand_question(hand, witness=False)


def decide_dispute(
    state: MatchState, stamp: Stamp, *, number: int, reason: str, ruling: Ruling | None
) -> MatchRevision:
    """Return a match with a hand locked; `ruling` is the ruling on the hand, if there is one."""
    hand = find_hand(state.hands, number)
    objection = Objection(device_id=stamp.device_id, at=stamp.at, reason=reason, ruling=ruling)
    return _with_agreement(state, hand, Agreement(dispute=objection), Action.HAND_DISPUTED)


def decide_resolution(
    state: MatchState, stamp: Stamp, *, number: int, settling: Settling
) -> MatchRevision:
    """Return a match with the dispute about a hand resolved."""
    hand = find_hand(state.hands, number)
    objection = hand.agreement.dispute
    if objection is None or not hand.agreement.is_disputed:
        raise NotDisputed(_UNDISPUTED(hand=number))
    _permit_settling(state, stamp, objection, settling)
    resolution = Resolution(
        device_id=stamp.device_id,
        at=stamp.at,
        settlement=settling.settlement,
        reason=settling.reason,
    )
    after = _settle(state, hand, stamp, settling)
    # Without confirmations: they were for the hand before the dispute.
    agreement = Agreement(dispute=structs.replace(objection, resolution=resolution))
    return _with_agreement(state, after, agreement, Action.DISPUTE_RESOLVED)


def decide_overruling(
    state: MatchState, stamp: Stamp, *, number: int, overruling: Overruling
) -> MatchRevision:
    """Return a match in which a hand pays what the table agreed."""
    hand = find_hand(state.hands, number)
    agreements.refuse_disputed(hand)
    # The confirmations were for the verdict, and not for this.
    after = agreements.without_confirmations(_overrule(state, hand, stamp, overruling))
    return changes.with_hand(state, after, Action.HAND_OVERRULED)


def _with_agreement(
    state: MatchState, hand: RecordedHand, agreement: Agreement, action: Action
) -> MatchRevision:
    return changes.with_hand(state, structs.replace(hand, agreement=agreement), action)


def _find_confirmable(
    state: MatchState, number: int, precondition: Precondition, stale: Collection[int]
) -> RecordedHand:
    """Return a hand that can be confirmed: it is settled and has not changed since it was seen."""
    hand = find_hand(state.hands, number)
    agreements.refuse_disputed(hand)
    edit_conflicts.refuse_blind(precondition, _UNSEEN())
    if number in stale:
        raise edit_conflicts.stale_error(state, precondition, _CHANGED(hand=number))
    if state.sheet.lines[number - 1].standing in _UNSETTLED:
        raise NotSettled(_OPEN(hand=number))
    return hand


def _confirmation(state: MatchState, stamp: Stamp, side: Side | None) -> Confirmation:
    """Return the confirmation of a device, for a side that it may confirm for."""
    confirmed = _find_side(state, stamp, side)
    return Confirmation(device_id=stamp.device_id, at=stamp.at, side=confirmed)


def _with_confirmation(hand: RecordedHand, confirmation: Confirmation) -> RecordedHand:
    """Return a hand with one more confirmation; the same hand if that adds nothing."""
    confirmations = hand.agreement.confirmations
    # A phone is tapped twice, or both players of a side agree.
    if any(_is_repeated(old, confirmation) for old in confirmations):
        return hand
    agreement = structs.replace(hand.agreement, confirmations=(*confirmations, confirmation))
    return structs.replace(hand, agreement=agreement)


def _is_repeated(old: Confirmation, new: Confirmation) -> bool:
    """Return whether a confirmation is for the same side, or without a side by the same device."""
    if new.side is None:
        return (old.side, old.device_id) == (None, new.device_id)
    return old.side == new.side


def _find_side(state: MatchState, stamp: Stamp, side: int | None) -> int | None:
    """Return the side that a device confirms for: its own, or any that the owner names."""
    table = state.match.seating.table
    seat = state.seat_of(stamp.device_id)
    # A side may have no phone at the table, so the owner may confirm for any.
    own = None if seat is None else table.side_of(seat)
    is_owner = state.is_owner(stamp.device_id)
    table.check_side(side, "/side")
    if state.policy is Policy.OWNER and not is_owner:
        raise NotAllowed(_OWNER_CONFIRMS())
    if side not in {None, own} and not is_owner:
        raise NotAllowed(_ANOTHER_SIDE())
    confirmed = own if side is None else side
    if confirmed is None and state.policy is Policy.BOTH_SIDES:
        raise NoSeat
    return confirmed


def _permit_settling(
    state: MatchState, stamp: Stamp, objection: Objection, settling: Settling
) -> None:
    """Refuse to settle, except by the owner, or without overruling by the device that objected."""
    if state.is_owner(stamp.device_id):
        return
    # A device that objects may give in or correct, but not judge in its own cause.
    if stamp.device_id != objection.device_id or settling.settlement is Settlement.OVERRULED:
        raise NotAllowed(_OWNER_SETTLES())


def _settle(
    state: MatchState, hand: RecordedHand, stamp: Stamp, settling: Settling
) -> RecordedHand:
    """Return a hand after its dispute. Refuses a body with fields too few or too many for that."""
    if settling.record is not None and settling.settlement is not Settlement.CORRECTED:
        raise SettlementIncomplete(_NO_CORRECTION(), pointer="/record")
    if settling.overruling is not None and settling.settlement is not Settlement.OVERRULED:
        raise SettlementIncomplete(_NO_OVERRULING(), pointer="/overruling")
    match settling.settlement:
        case Settlement.CORRECTED:
            if settling.record is None:
                raise SettlementIncomplete(_CORRECTION(), pointer="/record")
            with messages.prefix_pointer("/record"):
                state.match.check_hand(state.hands, hand.number, settling.record)
            return agreements.with_record(hand, settling.record)
        case Settlement.OVERRULED:
            if settling.overruling is None:
                raise SettlementIncomplete(_OVERRULING(), pointer="/overruling")
            with messages.prefix_pointer("/overruling"):
                return _overrule(state, hand, stamp, settling.overruling)
        case Settlement.RULING_ACCEPTED:
            # Without its proof the hand is judged again when it is saved, as for the ruling.
            return structs.replace(hand, overruled=None, proof=None)
        case Settlement.WITHDRAWN:
            return hand


def _overrule(
    state: MatchState, hand: RecordedHand, stamp: Stamp, overruling: Overruling
) -> RecordedHand:
    state.match.check_overruling(overruling)
    recorded = RecordedOverruling(
        **structs.asdict(overruling), device_id=stamp.device_id, at=stamp.at
    )
    # A void hand counts again once the table lets it pay something.
    return structs.replace(hand, overruled=recorded, is_void=False)
