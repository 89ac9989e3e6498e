"""Replay: earlier versions of a match, and the lines of its journal."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from pitch import HandRecord, RuleSet
from pitch.hand import WHOLE_RECORD, Part
from pitch.match import Standing
from pitch.messages import COUNT, Message, Refusal
from pitch.types import Seat
from pitchkeeper.matches import agreements
from pitchkeeper.matches.agreements import NOTHING_AGREED, RecordedHand, RecordedOverruling
from pitchkeeper.matches.journal import (
    Action,
    AdjustmentChange,
    ChangesSince,
    JournalLine,
    MembershipChange,
    NameChange,
    PlayerChange,
    RecordedHandChange,
    RecordedMatchChange,
    RulesetChange,
)
from pitchkeeper.matches.state import MatchState

NO_VERSION = Message("problem.no_such_version", version=COUNT, last=COUNT)


class NoSuchVersion(Refusal, has_message=False):
    """The match has no such version."""


class NothingToUndo(Refusal):
    """There is no change of a hand, an adjustment, a name or the rules left to undo."""


def check_version(state: MatchState, version: int) -> None:
    """Refuse a version that a match never was at."""
    if not 1 <= version <= state.version:
        raise NoSuchVersion(NO_VERSION(version=version, last=state.version))


def rewind(state: MatchState, changes: ChangesSince, version: int) -> MatchState:
    """Return a match at a version, from the changes since then.

    A hand with a different record has no proof: it has to be proven again.
    """
    if changes.ruleset is not None:
        state = with_rules(state, changes.ruleset.before)
    # Before the hands are copied: other names remove proofs that mention players.
    state = with_names(state, {player.seat: player.before for player in changes.players})
    hands = {hand.number: hand for hand in state.hands}
    adjustments = {given.number: given for given in state.adjustments}
    members = {member.device_id: member for member in state.members}
    # `before` of the first change after a version is the state at that version.
    for hand in changes.hands:
        _put_back(hands, hand.number, hand.before)
    for adjustment in changes.adjustments:
        _put_back(adjustments, adjustment.number, adjustment.before)
    for member in changes.members:
        _put_back(members, member.device_id, member.before)
    # A proof can take seconds, so a hand with the same record keeps its proof.
    proven = {hand.number: hand for hand in state.hands}
    return structs.replace(
        state,
        version=version,
        checked=0,
        hands=tuple(_with_proof(hands[key], proven.get(key)) for key in sorted(hands)),
        adjustments=tuple(adjustments[key] for key in sorted(adjustments)),
        name=changes.name.before if changes.name else state.name,
        members=tuple(
            sorted(members.values(), key=lambda member: (member.joined_at, member.device_id))
        ),
        updated_at=changes.noted_at,
    )


def with_names(state: MatchState, names: Mapping[int, str]) -> MatchState:
    """Return a match with other names at some seats.

    Sentences of proofs name players, so hands with such proofs have to be proven again.
    """
    seating = state.match.seating
    new_names = tuple(names.get(seat, name) for seat, name in enumerate(seating.names))
    if new_names == seating.names:
        return state
    match = structs.replace(state.match, seating=structs.replace(seating, names=new_names))
    return structs.replace(state, match=match, hands=tuple(map(_without_named_proof, state.hands)))


def with_rules(state: MatchState, ruleset: RuleSet) -> MatchState:
    """Return a match under other rules at the same table. Refuses rules without that table.

    All hands have to be proven and confirmed again.
    """
    match = state.match
    if ruleset == match.ruleset:
        return state
    players, sides = match.seating.table.players, match.seating.table.sides
    seating = structs.replace(match.seating, table=ruleset.table_for(players, sides))
    return structs.replace(
        state,
        match=structs.replace(match, ruleset=ruleset, seating=seating),
        hands=tuple(
            structs.replace(agreements.without_confirmations(hand), proof=None)
            for hand in state.hands
        ),
    )


class UndoTarget(Struct, frozen=True):
    """The progress of the search through the journal for the last change that is in force."""

    version: int
    """The version before that change; if it is not found yet, the version to search from."""
    is_found: bool


def undo_target(version: int, journal: Sequence[JournalLine]) -> UndoTarget:
    """Return how far lines of the journal, newest first, lead back from a version.

    An undo has restored an earlier version, so the search continues from that version.
    """
    lines = {line.version: line.entry for line in journal}
    while version >= journal[-1].version:
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
    """Return the hands of an earlier version; hands that change lose their agreement.

    Refuses to change a disputed hand.
    """
    present = {hand.number: hand for hand in now}
    hands = tuple(_restore_hand(present.get(hand.number), hand) for hand in then)
    # By identity: hands that stay are the same objects.
    unchanged = {id(hand) for hand in hands}
    for hand in now:
        if id(hand) not in unchanged:
            agreements.refuse_disputed(hand)
    return hands


def is_same(
    first: RecordedHand | None, second: RecordedHand | None, part: Part = WHOLE_RECORD
) -> bool:
    """Return whether a part of two hands has the same facts, apart from proof and agreement."""
    return _entry_facts(first, part) == _entry_facts(second, part)


def pays_the_same(then: MatchState, now: MatchState, number: int) -> bool:
    """Return whether a hand has the same dealer, standing and payment in two versions."""
    return _line_effect(then, number) == _line_effect(now, number)


def describe_change(
    action: Action,
    before: MatchState,
    after: MatchState,
    *,
    hand: int | None = None,
    restored_version: int | None = None,
) -> RecordedMatchChange:
    """Return the journal's entry for a change: everything that differs."""
    return RecordedMatchChange(
        action=action,
        hand=hand,
        restored=restored_version,
        hands=tuple(
            RecordedHandChange(number=number, before=old, after=new)
            for number, old, new in _differences(_hands(before, after), _hands(after, before))
        ),
        adjustments=tuple(
            AdjustmentChange(number=number, before=old, after=new)
            for number, old, new in _item_differences(
                before.adjustments, after.adjustments, "number"
            )
        ),
        members=tuple(
            MembershipChange(device_id=device_id, before=old, after=new)
            for device_id, old, new in _item_differences(before.members, after.members, "device_id")
        ),
        players=tuple(
            PlayerChange(seat=seat, before=old, after=new)
            for seat, old, new in _differences(
                dict(enumerate(before.match.seating.names)),
                dict(enumerate(after.match.seating.names)),
            )
        ),
        ruleset=None
        if before.match.ruleset == after.match.ruleset
        else RulesetChange(before=before.match.ruleset, after=after.match.ruleset),
        name=None
        if before.name == after.name
        else NameChange(before=before.name, after=after.name),
    )


def _is_scored(entry: RecordedMatchChange) -> bool:
    """Return whether a change affects the sheet, and not only the agreement to it."""
    has_hand_change = any(
        hand.before is None or hand.after is None or not is_same(hand.before, hand.after)
        for hand in entry.hands
    )
    others = (entry.adjustments, entry.players, entry.ruleset, entry.name)
    return any(others) or has_hand_change


def _put_back(values: dict[Any, Any], key: object, before: object) -> None:
    if before is None:
        values.pop(key, None)
    else:
        values[key] = before


def _without_named_proof(hand: RecordedHand) -> RecordedHand:
    """Return a hand without a proof whose sentences name players."""
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
    """Return the facts of a part of a hand, whether the hand is void, and its overruling."""
    if hand is None:
        return HandRecord(), False, None
    return part.extract(hand.record).canonical(), hand.is_void, hand.overruled


def _line_effect(state: MatchState, number: int) -> list[tuple[Seat, Standing, tuple[int, ...]]]:
    """Return the parts of a hand's line that the table agrees to; empty without a line."""
    lines = state.sheet.lines[number - 1 : number]
    return [(line.dealer, line.standing, line.deltas) for line in lines]


def _hands(state: MatchState, base: MatchState) -> dict[int, RecordedHand]:
    """Return the hands of a state that a base does not share, without proofs."""
    # A change touches one hand of perhaps hundreds, and the others are the same objects.
    shared = {id(hand) for hand in base.hands}
    return {
        hand.number: structs.replace(hand, proof=None)
        for hand in state.hands
        if id(hand) not in shared
    }


def _item_differences(
    before: tuple[Any, ...], after: tuple[Any, ...], key: str
) -> list[tuple[Any, Any, Any]]:
    # Nearly every change leaves them the same objects.
    if before is after:
        return []
    return _differences(
        {getattr(item, key): item for item in before}, {getattr(item, key): item for item in after}
    )


def _differences(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[tuple[Any, Any, Any]]:
    keys = [*before, *(key for key in after if key not in before)]
    pairs = ((key, before.get(key), after.get(key)) for key in keys)
    return [(key, old, new) for key, old, new in pairs if old != new]
