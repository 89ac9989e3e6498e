"""Transcripts: the shareable content of a match, from its state and its journal."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property

from msgspec import Struct, structs

from pitch import HandRecord, RuleSet, Table
from pitch.match import Overruling
from pitch.messages import Refusal
from pitch.notation import (
    HandVersion,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedResult,
    TranscribedRules,
    TranscribedRuling,
    TranscribedSettlement,
    Transcript,
)
from pitch.rules import list_clauses
from pitch.rulings import Ruling
from pitch.types import Moment
from pitchkeeper.matches.agreements import (
    NOTHING_AGREED,
    Agreement,
    Confirmation,
    Objection,
    RecordedOverruling,
)
from pitchkeeper.matches.journal import JournalLine, RecordedHandChange
from pitchkeeper.matches.state import Head, MatchState, RecordedAdjustment
from pitchkeeper.messages import languages


class PastHand(Struct, frozen=True, rename="camel"):
    """An earlier state of a hand, without its proof."""

    record: HandRecord
    is_void: bool = False
    overruled: RecordedOverruling | None = None
    agreement: Agreement = NOTHING_AGREED


class PastHandChange(Struct, frozen=True):
    """The state of a hand after a change; None if it was removed."""

    number: int
    after: PastHand | None = None


class PastLine(Struct, frozen=True, array_like=True):
    """A line of the journal: its time, its changes of hands, and whether it changed the rules."""

    noted_at: datetime
    hands: tuple[PastHandChange, ...] | None
    has_rules: bool


class TranscriptSource(Struct, frozen=True, kw_only=True):
    """All of a match that its transcript is made from."""

    ruleset: RuleSet
    rules: TranscribedRules
    """The same, as a transcript names it."""
    head: Head
    opened: datetime
    hands: int
    """How many there are."""
    lines: Sequence[PastLine]
    """The journal from its first line on."""
    adjustments: Sequence[RecordedAdjustment]
    result: TranscribedResult


State = PastHand | None


class MatchWithJournal(Struct, frozen=True, kw_only=True, dict=True):
    """A match with its journal: what an export is made from, and an import becomes."""

    state: MatchState
    journal: tuple[JournalLine, ...]

    @cached_property
    def transcript(self) -> Transcript:
        """The transcript of the match."""
        ruleset = self.state.match.ruleset
        return to_transcript(
            TranscriptSource(
                ruleset=ruleset,
                rules=TranscribedRules.from_ruleset(ruleset),
                head=self.state.head,
                opened=self.state.created_at,
                hands=len(self.state.hands),
                lines=tuple(map(_past_line, self.journal)),
                adjustments=self.state.adjustments,
                result=TranscribedResult.from_sheet(self.state.sheet),
            )
        )


def moment(at: datetime) -> Moment:
    """Return a time as a transcript has it."""
    # Whole seconds, so that a time that was read back from a file is the same again.
    return at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _past_line(line: JournalLine) -> PastLine:
    hands = tuple(map(_past_change, line.entry.hands))
    return PastLine(line.noted_at, hands, line.entry.ruleset is not None)


def _past_change(change: RecordedHandChange) -> PastHandChange:
    hand = change.after
    if hand is None:
        return PastHandChange(change.number)
    past = PastHand(hand.record, hand.is_void, hand.overruled, hand.agreement)
    return PastHandChange(change.number, past)


def to_transcript(source: TranscriptSource) -> Transcript:
    """Return the transcript of a match."""
    seating, ruleset = source.head.seating, source.ruleset
    had_other_rules = any(line.has_rules for line in source.lines)
    states: list[list[tuple[datetime, State]]] = [[] for _ in range(source.hands)]
    for line in source.lines:
        for changed in line.hands or ():
            hand = changed.after
            if changed.number > source.hands:
                continue
            if not had_other_rules or _has_words(hand, ruleset, seating.table):
                states[changed.number - 1].append((line.noted_at, hand))
    return Transcript(
        ruleset=source.rules,
        players=seating.names,
        opened=moment(source.opened),
        sides=seating.table.sides,
        first_dealer=source.head.first_dealer,
        policy=source.head.policy,
        time_zone=source.head.time_zone,
        name=source.head.name,
        hands=tuple(_hand(state, ruleset) for state in states),
        adjustments=tuple(map(_adjustment, source.adjustments)),
        result=source.result,
    )


def _hand(states: Sequence[tuple[datetime, State]], ruleset: RuleSet) -> TranscribedHand:
    """Return the transcript of a hand from all its states."""
    versions: list[HandVersion] = []
    disputes: list[TranscribedDispute] = []
    before: Objection | None = None
    for at, hand in states:
        dispute = None if hand is None else hand.agreement.dispute
        if before is not None and dispute is None:
            disputes.append(_undone(disputes.pop(), moment(at)))
        if hand is None:
            before = None
            continue
        version = _version(moment(at), hand)
        # Agreeing and objecting make lines of the journal too, but no other version of a hand.
        if not versions or _content(versions[-1]) != _content(version):
            versions.append(version)
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


def _has_words(hand: State, ruleset: RuleSet, table: Table) -> bool:
    """Return whether the present rules can state what a hand was, perhaps under earlier rules."""
    if hand is None:
        return True
    try:
        hand.record.check(ruleset, table)
    except Refusal:
        return False
    return True


def _version(at: Moment, hand: PastHand) -> HandVersion:
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
    ruling, resolution = dispute.ruling, dispute.resolution
    return TranscribedDispute(
        at=moment(dispute.at),
        reason=dispute.reason,
        ruling=None if ruling is None else _ruling(ruling, ruleset),
        settled=None
        if resolution is None
        else TranscribedSettlement(
            at=moment(resolution.at), settlement=resolution.settlement, reason=resolution.reason
        ),
    )


def _undone(dispute: TranscribedDispute, at: Moment) -> TranscribedDispute:
    """Mark a settlement as undone; an open dispute locks its hand, so it is settled."""
    settlement = dispute.settled
    return structs.replace(dispute, settled=settlement and structs.replace(settlement, undone=at))


def _ruling(ruling: Ruling, ruleset: RuleSet) -> TranscribedRuling:
    # Who reads it back looks clauses up in the rules that come with it, and refuses others.
    clause_ids = {clause.id for clause in list_clauses(ruleset)}
    return TranscribedRuling(
        outcome=languages.texts((ruling.outcome, *ruling.details)),
        why=languages.texts(ruling.whys),
        basis=ruling.basis,
        clauses=tuple(clause.id for clause in ruling.clauses if clause.id in clause_ids),
    )


def _confirmation(confirmation: Confirmation) -> TranscribedConfirmation:
    return TranscribedConfirmation(at=moment(confirmation.at), side=confirmation.side)


def _adjustment(adjustment: RecordedAdjustment) -> TranscribedAdjustment:
    cancellation = adjustment.cancelled
    return TranscribedAdjustment(
        at=moment(adjustment.at),
        side=adjustment.side,
        points=adjustment.points,
        reason=adjustment.reason,
        after_hand=adjustment.after_hand,
        cancelled=None
        if cancellation is None
        else TranscribedCancellation(at=moment(cancellation.at), reason=cancellation.reason),
    )
