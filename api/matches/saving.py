"""Saving: what the statements take that write a change of a match."""

from dataclasses import replace
from datetime import UTC, date
from uuid import UUID

from api.access.devices import Command
from api.matches.agreements import NOTHING_AGREED, RecordedHand
from api.matches.journal import MatchChange
from api.matches.state import MatchState
from api.messages import codecs
from domain.rules import rulesets


def only_change(before: MatchState, after: MatchState) -> RecordedHand | None:
    """The hand that is new or another one, if nothing else has changed in a match."""
    # Nearly every write is of one hand, and has a short statement of its own. Asked of the rest as
    # a whole, so that a field which comes to be later is never left out of what is written.
    unchanged = replace(
        after, hands=before.hands, version=before.version, updated_at=before.updated_at
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
    encode = codecs.kept
    return (
        *_moved(before, after, change, command),
        hand.number,
        encode(hand.record),
        hand.is_void,
        encode(hand.overruled) if hand.overruled else None,
        encode(hand.proof) if hand.proof else None,
        encode(hand.agreement) if hand.agreement != NOTHING_AGREED else None,
    )


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


def _new_hands(before: MatchState, after: MatchState) -> list[RecordedHand]:
    """The hands that are to be written, also those of which only a proof is new."""
    # By identity: hands that stay are the very values that were read, and a proof is long to
    # compare.
    known = {id(hand) for hand in before.hands}
    return [hand for hand in after.hands if id(hand) not in known]
