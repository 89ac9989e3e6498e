"""Replay: a match as it was at an earlier version, told from its journal."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from pitch import HandRecord, RuleSet, table_for
from pitch.errors import Refusal
from pitch.hand import WHOLE_RECORD, Part, canonical_record, extract_part
from pitch.match import Standing
from pitch.messages import COUNT, Message
from pitch.types import Seat
from pitchkeeper.matches import agreements
from pitchkeeper.matches.agreements import NOTHING_AGREED, RecordedHand, RecordedOverruling
from pitchkeeper.matches.journal import (
    Action,
    AdjustmentChange,
    ChangesSince,
    JournalLine,
    MatchChange,
    MembershipChange,
    PlayerChange,
    RecordedHandChange,
    RulesetChange,
)
from pitchkeeper.matches.state import MatchState

NO_VERSION = Message("problem.no_such_version", version=COUNT, last=COUNT)


class NoSuchVersion(Refusal):
    """The match never was at that version."""

    code = "no_such_version"


class NothingToUndo(Refusal):
    """There is no change of a hand, an adjustment, a name or the rules left to undo."""

    code = "nothing_to_undo"
    default_message = Message("problem.nothing_to_undo")


def check_version(state: MatchState, version: int) -> None:
    """Refuse a version that a match never was at."""
    if not 1 <= version <= state.version:
        raise NoSuchVersion(NO_VERSION(version=version, last=state.version))


def rewind(state: MatchState, changed: ChangesSince, version: int) -> MatchState:
    """The match at a version, from what has changed in it since then.

    A hand that was not the same then has no proof: it has to be proven again.
    """
    if changed.ruleset is not None:
        state = with_rules(state, changed.ruleset.before)
    # Before the hands are taken from it, for those lose proofs that name somebody by this.
    state = with_names(state, {each.seat: each.before for each in changed.players})
    hands = {hand.number: hand for hand in state.hands}
    adjustments = {given.number: given for given in state.adjustments}
    members = {member.device_id: member for member in state.members}
    # The first change after a version tells what was there at it.
    for hand in changed.hands:
        _put_back(hands, hand.number, hand.before)
    for adjustment in changed.adjustments:
        _put_back(adjustments, adjustment.number, adjustment.before)
    for member in changed.members:
        _put_back(members, member.device_id, member.before)
    # A proof can take seconds, so a hand whose record was the same then keeps its own.
    proven = {hand.number: hand for hand in state.hands}
    return structs.replace(
        state,
        version=version,
        checked=0,
        hands=tuple(_with_proof(hands[key], proven.get(key)) for key in sorted(hands)),
        adjustments=tuple(adjustments[key] for key in sorted(adjustments)),
        members=tuple(sorted(members.values(), key=lambda one: (one.joined_at, one.device_id))),
        updated_at=changed.noted_at,
    )


def with_names(state: MatchState, names: Mapping[int, str]) -> MatchState:
    """The match with other names at some seats.

    Where a proof says something it says it of players, so those have to be proven again.
    """
    seating = state.match.seating
    called = tuple(names.get(seat, name) for seat, name in enumerate(seating.names))
    if called == seating.names:
        return state
    renamed = structs.replace(state.match, seating=structs.replace(seating, names=called))
    return structs.replace(
        state, match=renamed, hands=tuple(map(_without_named_proof, state.hands))
    )


def with_rules(state: MatchState, ruleset: RuleSet) -> MatchState:
    """The match by other rules, at the same table; refused if they do not allow that table.

    Its hands have to be proven again, and agreed to again.
    """
    match = state.match
    if ruleset == match.ruleset:
        return state
    players, sides = match.seating.table.players, match.seating.table.sides
    seating = structs.replace(match.seating, table=table_for(ruleset, players, sides))
    return structs.replace(
        state,
        match=structs.replace(match, ruleset=ruleset, seating=seating),
        hands=tuple(
            structs.replace(agreements.without_confirmations(hand), proof=None)
            for hand in state.hands
        ),
    )


class UndoTarget(Struct, frozen=True):
    """How far the last change that is in force was traced back in the journal."""

    version: int
    """The version before that change, or the newest one that it can have made."""
    is_found: bool


def undo_target(version: int, noted: Sequence[JournalLine]) -> UndoTarget:
    """Where some lines of the journal lead that go back from a version, newest first.

    An undo made the match what it was at an earlier version, so the next one goes on from there.
    """
    lines = {line.version: line.entry for line in noted}
    while version >= noted[-1].version:
        if version == 1:
            raise NothingToUndo
        entry = lines[version]
        if entry.restored is None and _is_scored(entry):
            return UndoTarget(version - 1, is_found=True)
        version = entry.restored or version - 1
    return UndoTarget(version, is_found=False)


def restore_hands(
    now: Sequence[RecordedHand], then: Sequence[RecordedHand]
) -> tuple[RecordedHand, ...]:
    """The hands as they were then; a disputed one may not change.

    What was agreed about hands that change by this is gone.
    """
    present = {hand.number: hand for hand in now}
    hands = tuple(_restore_hand(present.get(hand.number), hand) for hand in then)
    # By identity: hands that stay are the very values of now.
    kept = {id(hand) for hand in hands}
    for hand in now:
        if id(hand) not in kept:
            agreements.refuse_disputed(hand)
    return hands


def is_same(
    one: RecordedHand | None, other: RecordedHand | None, part: Part = WHOLE_RECORD
) -> bool:
    """Whether a part of two hands was entered alike, whatever was proven or agreed about them."""
    return _entry_facts(one, part) == _entry_facts(other, part)


def pays_the_same(then: MatchState, now: MatchState, number: int) -> bool:
    """Whether a hand has the same dealer and does the same to the match as it did then."""
    return _line_effect(then, number) == _line_effect(now, number)


def describe_change(
    action: Action,
    before: MatchState,
    after: MatchState,
    *,
    hand: int | None = None,
    restored_version: int | None = None,
) -> MatchChange:
    """What the journal says of a change: everything that is not as it was."""
    return MatchChange(
        action=action,
        hand=hand,
        restored=restored_version,
        hands=tuple(
            RecordedHandChange(number=number, before=was, after=now)
            for number, was, now in _differences(_hands(before, after), _hands(after, before))
        ),
        adjustments=_adjustment_changes(before, after),
        members=tuple(
            MembershipChange(device_id=device_id, before=was, after=now)
            for device_id, was, now in _differences(
                {member.device_id: member for member in before.members},
                {member.device_id: member for member in after.members},
            )
        ),
        players=tuple(
            PlayerChange(seat=seat, before=was, after=now)
            for seat, was, now in _differences(
                dict(enumerate(before.match.seating.names)),
                dict(enumerate(after.match.seating.names)),
            )
        ),
        ruleset=_ruleset_change(before, after),
    )


def _adjustment_changes(before: MatchState, after: MatchState) -> tuple[AdjustmentChange, ...]:
    was, now = ({each.number: each for each in state.adjustments} for state in (before, after))
    return tuple(
        AdjustmentChange(number=number, before=old, after=new)
        for number, old, new in _differences(was, now)
    )


def _ruleset_change(before: MatchState, after: MatchState) -> RulesetChange | None:
    was, now = before.match.ruleset, after.match.ruleset
    return None if was == now else RulesetChange(before=was, after=now)


def _is_scored(entry: MatchChange) -> bool:
    """Whether a change was of what stands on the sheet, and not only of who agrees to it."""
    changed = (
        each.before is None or each.after is None or not is_same(each.before, each.after)
        for each in entry.hands
    )
    return bool(entry.adjustments or entry.players or entry.ruleset) or any(changed)


def _put_back(kept: dict[Any, Any], key: object, before: object) -> None:
    if before is None:
        kept.pop(key, None)
    else:
        kept[key] = before


def _without_named_proof(hand: RecordedHand) -> RecordedHand:
    """A hand without a proof in which somebody is named."""
    proof = hand.proof
    if proof is None or not (proof.findings or proof.repairs or proof.undecided):
        return hand
    return structs.replace(hand, proof=None)


def _with_proof(hand: RecordedHand, proven: RecordedHand | None) -> RecordedHand:
    if proven is None or proven.record != hand.record:
        return hand
    return structs.replace(hand, proof=proven.proof)


def _restore_hand(now: RecordedHand | None, then: RecordedHand) -> RecordedHand:
    if now is not None and is_same(now, then):
        return now
    return structs.replace(then, agreement=NOTHING_AGREED)


def _entry_facts(
    hand: RecordedHand | None, part: Part
) -> tuple[HandRecord, bool, RecordedOverruling | None]:
    """What a part of a hand says, whether the hand is void, and what overrules it."""
    if hand is None:
        return HandRecord(), False, None
    return canonical_record(extract_part(hand.record, part)), hand.is_void, hand.overruled


def _line_effect(state: MatchState, number: int) -> list[tuple[Seat, Standing, tuple[int, ...]]]:
    """What the line of a hand says that the table agrees to; nothing if there is no such line."""
    lines = state.sheet.lines[number - 1 : number]
    return [(line.dealer, line.standing, line.deltas) for line in lines]


def _hands(state: MatchState, other: MatchState) -> dict[int, RecordedHand]:
    """The hands that another state does not share, without proofs: those follow from records."""
    # A change touches one hand of perhaps hundreds, and the others are the very same values.
    shared = {id(hand) for hand in other.hands}
    return {
        hand.number: structs.replace(hand, proof=None)
        for hand in state.hands
        if id(hand) not in shared
    }


def _differences(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[tuple[Any, Any, Any]]:
    keys = [*before, *(key for key in after if key not in before)]
    both = ((key, before.get(key), after.get(key)) for key in keys)
    return [(key, was, now) for key, was, now in both if was != now]
