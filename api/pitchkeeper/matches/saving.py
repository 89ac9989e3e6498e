"""Saving: what the statements take that write a change of a match."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date
from uuid import UUID

from pitch.rules import rulesets
from pitchkeeper.access.devices import Command
from pitchkeeper.database.pool import FEW, queries
from pitchkeeper.matches.agreements import NOTHING_AGREED, RecordedHand
from pitchkeeper.matches.journal import MatchChange
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
from pitchkeeper.messages import codecs


def only_change(before: MatchState, after: MatchState) -> RecordedHand | None:
    """The hand that is new or another one, if nothing else has changed in a match."""
    # Nearly every write is of one hand, and has a short statement of its own. Asked of the rest as
    # a whole, so that a field which comes to be later is never left out of what is written.
    unchanged = replace(
        after,
        hands=before.hands,
        version=before.version,
        checked=before.checked,
        updated_at=before.updated_at,
    )
    changed = _new_hands(before, after)
    if unchanged != before or len(changed) != 1 or len(after.hands) < len(before.hands):
        return None
    return changed[0]


def of_hand(
    before: MatchState,
    after: MatchState,
    change: MatchChange,
    command: Command,
    hand: RecordedHand,
) -> tuple[object, ...]:
    """What `save_hand` takes."""
    return (*_moved(before, after, change, command), *_entered(hand))


def of_match(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> tuple[object, ...]:
    """What `save_change` takes."""
    encode = codecs.kept
    return (
        *_moved(before, after, change, command),
        after.deleted_at,
        encode(after.head),
        encode(
            {
                "hands": _new_hands(before, after),
                "handCount": len(after.hands),
                "adjusted": [each.after for each in change.adjustments if each.after],
                "takenBack": [each.number for each in change.adjustments if each.after is None],
                "joined": [each.after for each in change.members if each.after],
                "left": left(before, after),
            }
        ),
        rulesets.content_hash(change.ruleset.after) if change.ruleset else None,
    )


def of_proofs(
    before: MatchState, after: MatchState, change: MatchChange, device_id: UUID
) -> tuple[object, ...]:
    """What `save_proofs` takes."""
    proven = [{"number": hand.number, "proof": hand.proof} for hand in _new_hands(before, after)]
    return (
        after.match_id,
        before.version,
        after.updated_at,
        codecs.kept(after.summary),
        codecs.kept(change),
        codecs.kept(proven),
        device_id,
    )


def is_little(before: MatchState, after: MatchState, change: MatchChange) -> bool:
    """Whether so little has changed that it may be written one by one."""
    written = (_new_hands(before, after), change.adjustments, change.members)
    return sum(map(len, written)) <= FEW


def of_moving(before: MatchState, after: MatchState, change: MatchChange) -> tuple[object, ...]:
    """What `move_match` takes."""
    return (
        after.match_id,
        before.version,
        after.updated_at,
        codecs.kept(after.summary),
        after.deleted_at,
        codecs.kept(after.head) if after.head != before.head else None,
        rulesets.content_hash(change.ruleset.after) if change.ruleset else None,
    )


def parts(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The statements that write what changed after `move_match`, and what each takes."""
    named, match_id = queries(), after.match_id
    for hand in _new_hands(before, after):
        yield named.enter_hand, (match_id, *_entered(hand))
    if len(after.hands) < len(before.hands):
        yield named.take_hands_out, (match_id, len(after.hands))
    for made in change.adjustments:
        if made.after is None:
            yield named.take_adjustment_back, (match_id, made.number)
        else:
            yield named.make_adjustment, (match_id, *_adjusted(made.after))
    for joined in (each.after for each in change.members if each.after):
        its = (joined.device_id, joined.role, joined.joined_at, joined.seat, joined.asks_for)
        yield named.put_member, (match_id, *its)
    for device_id in left(before, after):
        yield named.take_member_out, (match_id, device_id)
    yield named.count_later, (match_id,)
    noted = (after.version, after.updated_at, command.device_id, codecs.kept(change), command.id)
    yield named.note_change, (match_id, *noted)


def list_line(state: MatchState) -> tuple[date, bool]:
    """What the lists of devices say of a match: the day of its last change, and if it was won."""
    # A day and no moment: lists in the order of changes are then written once a day, not every
    # hand.
    return state.updated_at.astimezone(UTC).date(), state.sheet.winner is not None


def left(before: MatchState, after: MatchState) -> list[UUID]:
    """Who is in it no longer, also where it is on nobody's list."""
    staying = {each.device_id for each in after.members}
    return [each.device_id for each in before.members if each.device_id not in staying]


def _moved(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> tuple[object, ...]:
    """What both take first."""
    return (
        after.match_id,
        before.version,
        after.updated_at,
        codecs.kept(after.summary),
        command.device_id,
        codecs.kept(change),
        command.id,
    )


def _entered(hand: RecordedHand) -> tuple[object, ...]:
    """What is written of a hand."""
    encode = codecs.kept
    return (
        hand.number,
        encode(hand.record),
        hand.is_void,
        encode(hand.overruled) if hand.overruled else None,
        encode(hand.proof) if hand.proof else None,
        encode(hand.agreement) if hand.agreement != NOTHING_AGREED else None,
    )


def _adjusted(made: RecordedAdjustment) -> tuple[object, ...]:
    """What is written of an adjustment."""
    return (
        made.number,
        made.side,
        made.points,
        made.reason,
        made.after_hand,
        made.device_id,
        made.at,
        codecs.kept(made.cancelled) if made.cancelled else None,
    )


def _new_hands(before: MatchState, after: MatchState) -> list[RecordedHand]:
    """The hands that are to be written, also those of which only a proof is new."""
    # By identity: hands that stay are the very values that were read, and a proof is long to
    # compare.
    known = {id(hand) for hand in before.hands}
    return [hand for hand in after.hands if id(hand) not in known]
