"""Transcriptions: from what is kept of a match to what others may have of it, and back."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from msgspec import Struct, structs

from api import histories
from api.agreements import (
    Agreement,
    Confirmation,
    Entered,
    Made,
    Objection,
    Overruled,
    Resolution,
)
from api.kept import (
    Action,
    Cancellation,
    Entry,
    Given,
    Member,
    MemberChanged,
    Noted,
    Role,
    Stored,
)
from domain import clauses, matches, transcripts
from domain.matches import Match, Overruling
from domain.moments import Moment
from domain.records import HandRecord
from domain.rulesets import RuleSet
from domain.rulings import Ruling
from domain.transcripts import (
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

State = Entered | None
_Act = Callable[[Stored, Made], Stored]


class _Event(Struct, frozen=True):
    """One thing that happened in a match, as a transcript tells it."""

    at: Moment
    action: Action
    hand: int | None
    act: _Act


def moment(at: datetime) -> Moment:
    """A time as it is written down."""
    return at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def of(stored: Stored, noted: Sequence[Noted]) -> Transcript:
    """The transcript of a match, with its journal from the first line on."""
    seating, ruleset = stored.match.seating, stored.match.ruleset
    states: list[list[tuple[datetime, State]]] = [[] for _ in stored.hands]
    for line in noted:
        for changed in line.entry.hands:
            if changed.number <= len(stored.hands):
                states[changed.number - 1].append((line.noted_at, changed.after))
    return Transcript(
        ruleset=transcripts.rules_of(ruleset),
        players=seating.names,
        opened=moment(stored.created_at),
        sides=seating.table.sides,
        first_dealer=stored.match.first_dealer,
        policy=stored.policy,
        hands=tuple(_hand(each, ruleset) for each in states),
        adjustments=tuple(map(_adjustment, stored.adjustments)),
        result=transcripts.result_of(stored.sheet),
    )


def kept(
    transcript: Transcript, match: Match, match_id: UUID, device_id: UUID
) -> tuple[Stored, tuple[Noted, ...]]:
    """A match of a device as it would be had all been entered when it was, and its journal."""
    opened = datetime.fromisoformat(transcript.opened)
    owner = Member(device_id=device_id, role=Role.OWNER, joined_at=opened)
    stored = Stored(
        match_id=match_id,
        version=1,
        match=match,
        policy=transcript.policy,
        hands=(),
        adjustments=(),
        members=(owner,),
        created_at=opened,
        updated_at=opened,
    )
    owned = MemberChanged(device_id=device_id, after=owner)
    noted = [Noted(1, opened, device_id, Entry(action=Action.MATCH_OPENED, members=(owned,)))]
    for event in sorted(_events(transcript, match.ruleset), key=lambda event: event.at):
        made = Made(device_id=device_id, at=datetime.fromisoformat(event.at))
        after = replace(event.act(stored, made), version=stored.version + 1, updated_at=made.at)
        entry = histories.entry_of(event.action, stored, after, hand=event.hand)
        noted.append(Noted(after.version, made.at, device_id, entry))
        stored = after
    return stored, tuple(noted)


def _hand(states: Sequence[tuple[datetime, State]], ruleset: RuleSet) -> TranscribedHand:
    """What became of a hand, from all that it has been."""
    versions: list[HandVersion] = []
    disputes: list[TranscribedDispute] = []
    before: Objection | None = None
    for at, hand in states:
        if hand is None:
            continue
        version = _version(moment(at), hand)
        if not versions or _content(versions[-1]) != _content(version):
            versions.append(version)
        dispute = hand.agreement.dispute
        if dispute is not None and dispute != before:
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


def _version(at: Moment, hand: Entered) -> HandVersion:
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
    known = {clause.id for clause in clauses.of(ruleset)}
    return TranscribedRuling(
        outcome=ruling.outcome,
        why=ruling.why,
        basis=ruling.basis,
        clauses=tuple(clause.id for clause in ruling.clauses if clause.id in known),
    )


def _confirmation(given: Confirmation) -> TranscribedConfirmation:
    return TranscribedConfirmation(at=moment(given.at), side=given.side)


def _adjustment(given: Given) -> TranscribedAdjustment:
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
            yield _Event(version.at, action, number, _entering(number, version))
        for dispute in hand.disputes:
            yield from _disputing(number, dispute, ruleset)
        if hand.confirmations:
            last = max(each.at for each in hand.confirmations)
            act = _confirming(number, hand.confirmations)
            yield _Event(last, Action.HAND_CONFIRMED, number, act)
    for number, given in enumerate(transcript.adjustments, 1):
        yield _Event(given.at, Action.ADJUSTMENT_MADE, None, _adjusting(number, given))
        if given.cancelled is not None:
            act = _cancelling(number, given.cancelled)
            yield _Event(given.cancelled.at, Action.ADJUSTMENT_CANCELLED, None, act)


def _action(version: HandVersion, *, is_first: bool) -> Action:
    if is_first:
        return Action.HAND_ENTERED
    if version.is_void:
        return Action.HAND_VOIDED
    return Action.HAND_CHANGED if version.overruled is None else Action.HAND_OVERRULED


def _entering(number: int, version: HandVersion) -> _Act:
    def act(stored: Stored, made: Made) -> Stored:
        before, told = stored.hand(number), version.overruled
        hand = Entered(
            number=number,
            record=version.record,
            is_void=version.is_void,
            overruled=None
            if told is None
            else Overruled(**structs.asdict(told), device_id=made.device_id, at=made.at),
            agreement=Agreement(dispute=before.agreement.dispute if before else None),
        )
        return _with(stored, hand)

    return act


def _disputing(number: int, told: TranscribedDispute, ruleset: RuleSet) -> Iterator[_Event]:
    ruling = None if told.ruling is None else transcripts.ruling_of(told.ruling, ruleset)

    def dispute(stored: Stored, made: Made) -> Stored:
        objection = Objection(
            device_id=made.device_id, at=made.at, reason=told.reason, ruling=ruling
        )
        return _agreed(stored, number, Agreement(dispute=objection))

    yield _Event(told.at, Action.HAND_DISPUTED, number, dispute)
    settled = told.settled
    if settled is None:
        return

    def settle(stored: Stored, made: Made) -> Stored:
        resolution = Resolution(
            device_id=made.device_id,
            at=made.at,
            settlement=settled.settlement,
            reason=settled.reason,
        )
        objection = matches.hand(stored.hands, number).agreement.dispute
        return _agreed(
            stored,
            number,
            Agreement(dispute=objection and structs.replace(objection, resolution=resolution)),
        )

    yield _Event(settled.at, Action.DISPUTE_RESOLVED, number, settle)


def _confirming(number: int, told: Sequence[TranscribedConfirmation]) -> _Act:
    """All confirmations of a hand at once: a line for each would tell the hand as often."""

    def act(stored: Stored, made: Made) -> Stored:
        agreed = matches.hand(stored.hands, number).agreement
        given = tuple(
            Confirmation(
                device_id=made.device_id, at=datetime.fromisoformat(each.at), side=each.side
            )
            for each in told
        )
        return _agreed(stored, number, structs.replace(agreed, confirmations=given))

    return act


def _adjusting(number: int, told: TranscribedAdjustment) -> _Act:
    def act(stored: Stored, made: Made) -> Stored:
        adjustment = transcripts.adjustment_of(told)
        given = Given(
            **structs.asdict(adjustment), number=number, device_id=made.device_id, at=made.at
        )
        return replace(stored, adjustments=(*stored.adjustments, given))

    return act


def _cancelling(number: int, told: TranscribedCancellation) -> _Act:
    def act(stored: Stored, made: Made) -> Stored:
        cancelled = Cancellation(device_id=made.device_id, at=made.at, reason=told.reason)
        given = list(stored.adjustments)
        given[number - 1] = structs.replace(given[number - 1], cancelled=cancelled)
        return replace(stored, adjustments=tuple(given))

    return act


def _agreed(stored: Stored, number: int, agreed: Agreement) -> Stored:
    hand = matches.hand(stored.hands, number)
    return _with(stored, structs.replace(hand, agreement=agreed))


def _with(stored: Stored, hand: Entered) -> Stored:
    return replace(stored, hands=matches.with_hand(stored.hands, hand))
