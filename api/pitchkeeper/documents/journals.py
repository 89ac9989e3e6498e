"""Journals: the match and the journal that follow from a transcript, as if entered here."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from msgspec import Struct, structs

from pitch import Match, RuleSet
from pitch.notation import (
    HandVersion,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedSettlement,
    Transcript,
)
from pitch.types import Moment
from pitchkeeper.access.devices import Cancellation, Role, Stamp
from pitchkeeper.documents.transcripts import MatchWithJournal
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
    MembershipChange,
    RecordedHandChange,
    RecordedMatchChange,
)
from pitchkeeper.matches.state import MatchState, Member, RecordedAdjustment


class _Undone(Struct, frozen=True):
    """A settlement that was undone."""


class _Confirmations(Struct, frozen=True):
    """All confirmations of a hand at once: a line for each would repeat the hand as often."""

    confirmations: tuple[TranscribedConfirmation, ...]


_AgreementFact = TranscribedDispute | TranscribedSettlement | _Undone | _Confirmations
_HandFact = HandVersion | _AgreementFact
_AdjustmentFact = TranscribedAdjustment | TranscribedCancellation


class _Event(Struct, frozen=True):
    """One thing that happened to a hand or to an adjustment, by its number."""

    at: Moment
    action: Action
    number: int
    fact: _HandFact | _AdjustmentFact


def from_transcript(
    transcript: Transcript, match: Match, match_id: UUID, device_id: UUID
) -> MatchWithJournal:
    """Return the match of a device as if all had been entered when it was, and its journal."""
    opened_at = datetime.fromisoformat(transcript.opened)
    owner = Member(device_id=device_id, role=Role.OWNER, joined_at=opened_at)
    owner_change = MembershipChange(device_id=device_id, after=owner)
    journal = [
        JournalLine(
            1,
            opened_at,
            device_id,
            RecordedMatchChange(action=Action.MATCH_OPENED, members=(owner_change,)),
        )
    ]
    hands: dict[int, RecordedHand] = {}
    adjustments: dict[int, RecordedAdjustment] = {}
    # Each value follows from the one before it, so events are applied in the order of time; the
    # sort is stable, so events of the same second stay in the order of the transcript.
    for event in sorted(_events(transcript), key=lambda event: event.at):
        # Nobody elsewhere is known here: all of it is stamped with the device that imports it.
        stamp = Stamp(device_id=device_id, at=datetime.fromisoformat(event.at))
        if isinstance(event.fact, _AdjustmentFact):
            entry = _change_adjustment(event, event.fact, stamp, adjustments)
        else:
            entry = _change_hand(event, event.fact, stamp, hands, match.ruleset)
        journal.append(JournalLine(len(journal) + 1, stamp.at, device_id, entry))
    state = MatchState(
        match_id=match_id,
        version=len(journal),
        match=match,
        policy=transcript.policy,
        time_zone=transcript.time_zone,
        name=transcript.name,
        hands=tuple(hands[number] for number in sorted(hands)),
        adjustments=tuple(adjustments[number] for number in sorted(adjustments)),
        members=(owner,),
        created_at=opened_at,
        updated_at=journal[-1].noted_at,
    )
    return MatchWithJournal(state=state, journal=tuple(journal))


def _events(transcript: Transcript) -> Iterator[_Event]:
    for number, hand in enumerate(transcript.hands, 1):
        yield from _hand_events(number, hand)
    for number, adjustment in enumerate(transcript.adjustments, 1):
        yield _Event(adjustment.at, Action.ADJUSTMENT_MADE, number, adjustment)
        if adjustment.cancelled is not None:
            cancellation = adjustment.cancelled
            yield _Event(cancellation.at, Action.ADJUSTMENT_CANCELLED, number, cancellation)


def _hand_events(number: int, hand: TranscribedHand) -> Iterator[_Event]:
    for index, version in enumerate(hand.versions):
        yield _Event(version.at, _action(version, is_first=index == 0), number, version)
    for dispute in hand.disputes:
        yield _Event(dispute.at, Action.HAND_DISPUTED, number, dispute)
        settlement = dispute.settled
        if settlement is not None:
            yield _Event(settlement.at, Action.DISPUTE_RESOLVED, number, settlement)
            if settlement.undone is not None:
                yield _Event(settlement.undone, Action.CHANGE_UNDONE, number, _Undone())
    if hand.confirmations:
        last = max(confirmation.at for confirmation in hand.confirmations)
        confirmations = _Confirmations(hand.confirmations)
        yield _Event(last, Action.HAND_CONFIRMED, number, confirmations)


def _action(version: HandVersion, *, is_first: bool) -> Action:
    if is_first:
        return Action.HAND_ENTERED
    if version.is_void:
        return Action.HAND_VOIDED
    return Action.HAND_CHANGED if version.overruled is None else Action.HAND_OVERRULED


def _change_hand(
    event: _Event, fact: _HandFact, stamp: Stamp, hands: dict[int, RecordedHand], ruleset: RuleSet
) -> RecordedMatchChange:
    """Apply an event to its hand; return what the journal says of it."""
    number = event.number
    before = hands.get(number)
    if isinstance(fact, HandVersion):
        after = _entered(number, fact, before, stamp)
    else:
        agreement = _agreement(fact, hands[number].agreement, stamp, ruleset)
        after = structs.replace(hands[number], agreement=agreement)
    hands[number] = after
    change = RecordedHandChange(number=number, before=before, after=after)
    return RecordedMatchChange(
        action=event.action, hand=number, hands=(change,) if before != after else ()
    )


def _entered(
    number: int, version: HandVersion, before: RecordedHand | None, stamp: Stamp
) -> RecordedHand:
    overruling = version.overruled
    return RecordedHand(
        number=number,
        record=version.record,
        is_void=version.is_void,
        overruled=None
        if overruling is None
        else RecordedOverruling(
            **structs.asdict(overruling), device_id=stamp.device_id, at=stamp.at
        ),
        agreement=Agreement(dispute=before.agreement.dispute if before else None),
    )


def _agreement(
    fact: _AgreementFact, before: Agreement, stamp: Stamp, ruleset: RuleSet
) -> Agreement:
    """Return what is agreed about a hand after an event."""
    device_id, at = stamp.device_id, stamp.at
    match fact:
        case TranscribedDispute():
            ruling = None if fact.ruling is None else fact.ruling.to_ruling(ruleset)
            dispute = Objection(device_id=device_id, at=at, reason=fact.reason, ruling=ruling)
            return Agreement(dispute=dispute)
        case TranscribedSettlement():
            resolution = Resolution(
                device_id=device_id, at=at, settlement=fact.settlement, reason=fact.reason
            )
            settled_dispute = before.dispute and structs.replace(
                before.dispute, resolution=resolution
            )
            return Agreement(dispute=settled_dispute)
        case _Confirmations():
            confirmations = tuple(
                Confirmation(
                    device_id=device_id,
                    at=datetime.fromisoformat(confirmation.at),
                    side=confirmation.side,
                )
                for confirmation in fact.confirmations
            )
            return structs.replace(before, confirmations=confirmations)
        case _Undone():
            # The hand went back to what it was: nothing that was agreed about it holds any more.
            return NOTHING_AGREED


def _change_adjustment(
    event: _Event,
    fact: _AdjustmentFact,
    stamp: Stamp,
    adjustments: dict[int, RecordedAdjustment],
) -> RecordedMatchChange:
    """Apply an event to its adjustment; return what the journal says of it."""
    number = event.number
    before = adjustments.get(number)
    if isinstance(fact, TranscribedAdjustment):
        adjustment = structs.asdict(fact.to_adjustment())
        after = RecordedAdjustment(
            **adjustment, number=number, device_id=stamp.device_id, at=stamp.at
        )
    else:
        cancellation = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=fact.reason)
        after = structs.replace(adjustments[number], cancelled=cancellation)
    adjustments[number] = after
    change = AdjustmentChange(number=number, before=before, after=after)
    return RecordedMatchChange(action=event.action, adjustments=(change,))
