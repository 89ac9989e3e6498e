"""Transcriptions: from what is kept of a match to what others may have of it, and back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from msgspec import Struct, structs

from api.access.roles import Role
from api.access.stamps import Cancellation, Stamp
from api.matches.agreements import (
    Agreement,
    Confirmation,
    Objection,
    RecordedHand,
    RecordedOverruling,
    Resolution,
)
from api.matches.journal import (
    Action,
    AdjustmentChange,
    JournalLine,
    MatchChange,
    MembershipChange,
    RecordedHandChange,
)
from api.matches.state import MatchState, Member, RecordedAdjustment
from api.messages import languages
from domain.errors import Refusal
from domain.hand import records
from domain.hand.records import HandRecord
from domain.match.matches import Match, Overruling
from domain.notation import transcripts
from domain.notation.moments import Moment
from domain.notation.transcripts import (
    HandVersion,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedRuling,
    TranscribedSettlement,
    Transcript,
)
from domain.rules import clauses
from domain.rules.rulesets import RuleSet
from domain.rulings.answers import Ruling

State = RecordedHand | None
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


def moment(at: datetime) -> Moment:
    """A time as it is written down."""
    # Whole seconds, so that a time that was read back from a file is the same again.
    return at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def of(state: MatchState, noted: Sequence[JournalLine]) -> Transcript:
    """The transcript of a match, with its journal from the first line on."""
    seating, ruleset = state.match.seating, state.match.ruleset
    states: list[list[tuple[datetime, State]]] = [[] for _ in state.hands]
    for line in noted:
        for changed in line.entry.hands:
            if changed.number <= len(state.hands) and _is_told(changed.after, state.match):
                states[changed.number - 1].append((line.noted_at, changed.after))
    return Transcript(
        ruleset=transcripts.rules_of(ruleset),
        players=seating.names,
        opened=moment(state.created_at),
        sides=seating.table.sides,
        first_dealer=state.match.first_dealer,
        policy=state.policy,
        time_zone=state.time_zone,
        hands=tuple(_hand(each, ruleset) for each in states),
        adjustments=tuple(map(_adjustment, state.adjustments)),
        result=transcripts.result_of(state.sheet),
    )


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


def _hand(states: Sequence[tuple[datetime, State]], ruleset: RuleSet) -> TranscribedHand:
    """What became of a hand, from all that it has been."""
    versions: list[HandVersion] = []
    disputes: list[TranscribedDispute] = []
    before: Objection | None = None
    for at, hand in states:
        if hand is None:
            continue
        version = _version(moment(at), hand)
        # Agreeing and objecting make lines of the journal too, but no other version of a hand.
        if not versions or _content(versions[-1]) != _content(version):
            versions.append(version)
        dispute = hand.agreement.dispute
        if dispute is not None and dispute != before:
            # The same dispute again, settled by now: it takes the place of what it was.
            if before is not None and before.resolution is None:
                disputes.pop()
            disputes.append(_dispute(dispute, ruleset))
        before = dispute
    *earlier, now = versions
    last = states[-1][1]
    return TranscribedHand(
        at=now.at,
        record=now.record,
        is_void=now.is_void,
        overruled=now.overruled,
        earlier=tuple(earlier),
        disputes=tuple(disputes),
        confirmations=()
        if last is None
        else tuple(map(_confirmation, last.agreement.confirmations)),
    )


def _is_told(hand: State, match: Match) -> bool:
    """Whether the rules of now have words for what a hand was, perhaps by others before them."""
    if hand is None:
        return True
    try:
        records.check(hand.record, match.ruleset, match.seating.table)
    except Refusal:
        return False
    return True


def _version(at: Moment, hand: RecordedHand) -> HandVersion:
    overruled = hand.overruled
    return HandVersion(
        at=at,
        record=hand.record,
        is_void=hand.is_void,
        overruled=None
        if overruled is None
        else Overruling(deltas=overruled.deltas, made=overruled.made, reason=overruled.reason),
    )


def _content(version: HandVersion) -> tuple[HandRecord, bool, Overruling | None]:
    return version.record, version.is_void, version.overruled


def _dispute(dispute: Objection, ruleset: RuleSet) -> TranscribedDispute:
    ruling, settled = dispute.ruling, dispute.resolution
    return TranscribedDispute(
        at=moment(dispute.at),
        reason=dispute.reason,
        ruling=None if ruling is None else _ruling(ruling, ruleset),
        settled=None
        if settled is None
        else TranscribedSettlement(
            at=moment(settled.at), settlement=settled.settlement, reason=settled.reason
        ),
    )


def _ruling(ruling: Ruling, ruleset: RuleSet) -> TranscribedRuling:
    # Who reads it back looks clauses up in the rules that come with it, and refuses others.
    known = {clause.id for clause in clauses.of(ruleset)}
    return TranscribedRuling(
        outcome=languages.texts((ruling.outcome, *ruling.details)),
        why=languages.texts(ruling.whys),
        basis=ruling.basis,
        clauses=tuple(clause.id for clause in ruling.clauses if clause.id in known),
    )


def _confirmation(given: Confirmation) -> TranscribedConfirmation:
    return TranscribedConfirmation(at=moment(given.at), side=given.side)


def _adjustment(given: RecordedAdjustment) -> TranscribedAdjustment:
    cancelled = given.cancelled
    return TranscribedAdjustment(
        at=moment(given.at),
        side=given.side,
        points=given.points,
        reason=given.reason,
        after_hand=given.after_hand,
        cancelled=None
        if cancelled is None
        else TranscribedCancellation(at=moment(cancelled.at), reason=cancelled.reason),
    )


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
    ruling = None if told.ruling is None else transcripts.ruling_of(told.ruling, ruleset)

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
        adjustment = structs.asdict(transcripts.adjustment_of(told))
        return RecordedAdjustment(**adjustment, number=number, device_id=made.device_id, at=made.at)

    return adjust


def _cancelling(
    number: int, told: TranscribedCancellation
) -> Callable[[_Adjustments, Stamp], RecordedAdjustment]:
    def cancel(given: _Adjustments, made: Stamp) -> RecordedAdjustment:
        cancelled = Cancellation(device_id=made.device_id, at=made.at, reason=told.reason)
        return structs.replace(given[number], cancelled=cancelled)

    return cancel
