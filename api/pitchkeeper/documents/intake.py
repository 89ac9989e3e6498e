"""Intake: a transcript as the match that it would be, had all been entered here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct, structs

from pitch.match import Match
from pitch.notation import (
    HandVersion,
    Moment,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    Transcript,
    adjustment_of,
    ruling_of,
)
from pitch.rules import RuleSet
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Cancellation, Stamp
from pitchkeeper.matches.agreements import (
    NOTHING_AGREED,
    Agreement,
    Confirmation,
    Objection,
    RecordedHand,
    RecordedOverruling,
    Resolution,
)
from pitchkeeper.matches.journal import (
    Action,
    AdjustmentChange,
    JournalLine,
    MatchChange,
    MembershipChange,
    RecordedHandChange,
)
from pitchkeeper.matches.state import MatchState, Member, RecordedAdjustment

_Hands = Mapping[int, RecordedHand]
_Adjustments = Mapping[int, RecordedAdjustment]


class _HandEvent(Struct, frozen=True):
    """One thing that happened to a hand, as a transcript tells it."""

    at: Moment
    action: Action
    number: int
    act: Callable[[_Hands, Stamp], RecordedHand]
    """What the hand becomes, given all hands so far."""


class _AdjustmentEvent(Struct, frozen=True):
    """One thing that happened to an adjustment."""

    at: Moment
    action: Action
    number: int
    act: Callable[[_Adjustments, Stamp], RecordedAdjustment]


_Event = _HandEvent | _AdjustmentEvent


def kept(
    transcript: Transcript, match: Match, match_id: UUID, device_id: UUID
) -> tuple[MatchState, tuple[JournalLine, ...]]:
    """A match of a device as it would be had all been entered when it was, and its journal."""
    opened = datetime.fromisoformat(transcript.opened)
    owner = Member(device_id=device_id, role=Role.OWNER, joined_at=opened)
    owned = MembershipChange(device_id=device_id, after=owner)
    noted = [
        JournalLine(1, opened, device_id, MatchChange(action=Action.MATCH_OPENED, members=(owned,)))
    ]
    hands: dict[int, RecordedHand] = {}
    adjustments: dict[int, RecordedAdjustment] = {}
    # Each thing is what was before and what happened to it, so all is told in the order of time;
    # what has the same time stays in the order in which it was told.
    for event in sorted(_events(transcript, match.ruleset), key=lambda event: event.at):
        # Whoever did it elsewhere is nobody here: all of it is the device's that brings it.
        made = Stamp(device_id=device_id, at=datetime.fromisoformat(event.at))
        if isinstance(event, _HandEvent):
            entry = _entered(event, made, hands)
        else:
            entry = _given(event, made, adjustments)
        noted.append(JournalLine(len(noted) + 1, made.at, device_id, entry))
    state = MatchState(
        match_id=match_id,
        version=len(noted),
        match=match,
        policy=transcript.policy,
        time_zone=transcript.time_zone,
        hands=tuple(hands[number] for number in sorted(hands)),
        adjustments=tuple(adjustments[number] for number in sorted(adjustments)),
        members=(owner,),
        created_at=opened,
        updated_at=noted[-1].noted_at,
    )
    return state, tuple(noted)


def _entered(event: _HandEvent, made: Stamp, hands: dict[int, RecordedHand]) -> MatchChange:
    """Let something happen to a hand: what the journal says of it."""
    number = event.number
    before, after = hands.get(number), event.act(hands, made)
    hands[number] = after
    changed = RecordedHandChange(number=number, before=before, after=after)
    return MatchChange(
        action=event.action, hand=number, hands=(changed,) if before != after else ()
    )


def _given(
    event: _AdjustmentEvent, made: Stamp, adjustments: dict[int, RecordedAdjustment]
) -> MatchChange:
    """Let something happen to an adjustment: what the journal says of it."""
    number = event.number
    before, after = adjustments.get(number), event.act(adjustments, made)
    adjustments[number] = after
    changed = AdjustmentChange(number=number, before=before, after=after)
    return MatchChange(action=event.action, adjustments=(changed,))


def _events(transcript: Transcript, ruleset: RuleSet) -> Iterator[_Event]:
    """All that happened; what happened at the same time stands in the order of its happening."""
    for number, hand in enumerate(transcript.hands, 1):
        for index, version in enumerate(hand.versions):
            action = _action(version, is_first=index == 0)
            yield _HandEvent(version.at, action, number, _entering(number, version))
        for dispute in hand.disputes:
            yield from _disputing(number, dispute, ruleset)
        if hand.confirmations:
            last = max(each.at for each in hand.confirmations)
            act = _confirming(number, hand.confirmations)
            yield _HandEvent(last, Action.HAND_CONFIRMED, number, act)
    for number, given in enumerate(transcript.adjustments, 1):
        yield _AdjustmentEvent(given.at, Action.ADJUSTMENT_MADE, number, _adjusting(number, given))
        if given.cancelled is not None:
            cancel = _cancelling(number, given.cancelled)
            at, action = given.cancelled.at, Action.ADJUSTMENT_CANCELLED
            yield _AdjustmentEvent(at, action, number, cancel)


def _action(version: HandVersion, *, is_first: bool) -> Action:
    if is_first:
        return Action.HAND_ENTERED
    if version.is_void:
        return Action.HAND_VOIDED
    return Action.HAND_CHANGED if version.overruled is None else Action.HAND_OVERRULED


def _entering(number: int, version: HandVersion) -> Callable[[_Hands, Stamp], RecordedHand]:
    def enter(hands: _Hands, made: Stamp) -> RecordedHand:
        before, told = hands.get(number), version.overruled
        return RecordedHand(
            number=number,
            record=version.record,
            is_void=version.is_void,
            overruled=None
            if told is None
            else RecordedOverruling(**structs.asdict(told), device_id=made.device_id, at=made.at),
            agreement=Agreement(dispute=before.agreement.dispute if before else None),
        )

    return enter


def _disputing(number: int, told: TranscribedDispute, ruleset: RuleSet) -> Iterator[_HandEvent]:
    """An objection to a hand and, if it was settled, how: each is a line of the journal."""
    ruling = None if told.ruling is None else ruling_of(told.ruling, ruleset)

    def dispute(hands: _Hands, made: Stamp) -> RecordedHand:
        objection = Objection(
            device_id=made.device_id, at=made.at, reason=told.reason, ruling=ruling
        )
        return structs.replace(hands[number], agreement=Agreement(dispute=objection))

    yield _HandEvent(told.at, Action.HAND_DISPUTED, number, dispute)
    settled = told.settled
    if settled is None:
        return

    def settle(hands: _Hands, made: Stamp) -> RecordedHand:
        resolution = Resolution(
            device_id=made.device_id,
            at=made.at,
            settlement=settled.settlement,
            reason=settled.reason,
        )
        hand = hands[number]
        objection = hand.agreement.dispute
        agreed = Agreement(dispute=objection and structs.replace(objection, resolution=resolution))
        return structs.replace(hand, agreement=agreed)

    yield _HandEvent(settled.at, Action.DISPUTE_RESOLVED, number, settle)
    if settled.undone is not None:
        yield _HandEvent(settled.undone, Action.CHANGE_UNDONE, number, _without_agreement(number))


def _without_agreement(number: int) -> Callable[[_Hands, Stamp], RecordedHand]:
    """A hand that went back to what it was: nothing that was agreed about it holds any more."""

    def go_back(hands: _Hands, _made: Stamp) -> RecordedHand:
        return structs.replace(hands[number], agreement=NOTHING_AGREED)

    return go_back


def _confirming(
    number: int, told: Sequence[TranscribedConfirmation]
) -> Callable[[_Hands, Stamp], RecordedHand]:
    """All confirmations of a hand at once: a line for each would tell the hand as often."""

    def confirm(hands: _Hands, made: Stamp) -> RecordedHand:
        hand = hands[number]
        given = tuple(
            Confirmation(
                device_id=made.device_id, at=datetime.fromisoformat(each.at), side=each.side
            )
            for each in told
        )
        agreed = structs.replace(hand.agreement, confirmations=given)
        return structs.replace(hand, agreement=agreed)

    return confirm


def _adjusting(
    number: int, told: TranscribedAdjustment
) -> Callable[[_Adjustments, Stamp], RecordedAdjustment]:
    def adjust(_given: _Adjustments, made: Stamp) -> RecordedAdjustment:
        adjustment = structs.asdict(adjustment_of(told))
        return RecordedAdjustment(**adjustment, number=number, device_id=made.device_id, at=made.at)

    return adjust


def _cancelling(
    number: int, told: TranscribedCancellation
) -> Callable[[_Adjustments, Stamp], RecordedAdjustment]:
    def cancel(given: _Adjustments, made: Stamp) -> RecordedAdjustment:
        cancelled = Cancellation(device_id=made.device_id, at=made.at, reason=told.reason)
        return structs.replace(given[number], cancelled=cancelled)

    return cancel
