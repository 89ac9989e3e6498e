"""Saving: the statements that write a change of a match, or a new one."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date
from typing import TypeAlias
from uuid import UUID

from msgspec import structs

from pitch.rules import hash_ruleset
from pitchkeeper.access.devices import Command
from pitchkeeper.database.pool import FEW, Connection, Row, queries
from pitchkeeper.matches import journal
from pitchkeeper.matches.agreements import NOTHING_AGREED, RecordedHand
from pitchkeeper.matches.journal import MatchChange
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
from pitchkeeper.messages import codecs

Statement: TypeAlias = tuple[str, tuple[object, ...]]
"""A statement and its arguments."""


async def run(connection: Connection, statements: Sequence[Statement]) -> Row | None:
    """Run statements in a transaction, and return what the first returns; only that if None."""
    (query, arguments), *others = statements
    row = await connection.fetchrow(query, *arguments)
    if row is not None:
        for query, arguments in others:
            await connection.execute(query, *arguments)
    return row


def for_new_match(opened: MatchState, command: Command) -> Sequence[Statement]:
    """Return what writes a new match, whose rules are stored, and puts it on lists.

    The first statement returns nothing if there is a match of that id.
    """
    encode = codecs.kept
    arguments = (
        opened.match_id,
        hash_ruleset(opened.match.ruleset),
        encode(opened.head),
        encode(opened.summary),
        command.device_id,
        opened.created_at,
        encode(journal.opening_change(opened)),
        command.id,
    )
    return [
        (queries().add_match, arguments),
        *_list_statements(structs.replace(opened, members=()), opened),
    ]


def for_change(
    before: MatchState, after: MatchState, change: MatchChange, command: Command, *, is_spread: bool
) -> Sequence[Statement]:
    """Return what writes a change of a match, and on lists what they show of it.

    The first statement returns nothing if the match has moved on since it was read. `is_spread`
    says that the tables are spread over a cluster: there each statement names one match, so that it
    goes to one machine, and little is written one by one.
    """
    lists = _list_statements(before, after)
    written = (_new_hands(before, after), change.adjustments, change.members)
    if is_spread and sum(map(len, written)) <= FEW:
        return [*_parts(before, after, change, command), *lists]
    return [_single_statement(before, after, change, command), *lists]


def _single_statement(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> Statement:
    """Return the one statement that writes a change of a match."""
    named, encode = queries(), codecs.kept
    moved = (
        after.match_id,
        before.version,
        after.updated_at,
        encode(after.summary),
        command.device_id,
        encode(change),
        command.id,
    )
    hand = _only_change(before, after)
    if hand is not None:
        return named.save_hand, (*moved, *_hand_arguments(hand), before.updated_at)
    pieces = {
        "hands": _new_hands(before, after),
        "handCount": len(after.hands),
        "adjusted": [each.after for each in change.adjustments if each.after],
        "takenBack": [each.number for each in change.adjustments if each.after is None],
        "joined": [each.after for each in change.members if each.after],
        "left": _former_members(before, after),
    }
    ruleset = hash_ruleset(change.ruleset.after) if change.ruleset else None
    state = (after.deleted_at, encode(after.head), encode(pieces), ruleset, after.checked)
    return named.save_change, (*moved, *state, before.updated_at)


def _only_change(before: MatchState, after: MatchState) -> RecordedHand | None:
    """The hand that is new or another one, if nothing else has changed in a match."""
    # Nearly every write is of one hand, and has a short statement of its own. Asked of the rest as
    # a whole, so that a field which comes to be later is never left out of what is written.
    unchanged = structs.replace(
        after,
        hands=before.hands,
        version=before.version,
        checked=before.checked,
        updated_at=before.updated_at,
    )
    changed = _new_hands(before, after)
    is_alone = len(changed) == 1 and len(after.hands) >= len(before.hands) and not after.checked
    return changed[0] if is_alone and unchanged == before else None


def _parts(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> Iterator[Statement]:
    """Return a statement for each thing that changed, the one that moves the match first."""
    named, match_id = queries(), after.match_id
    head = codecs.kept(after.head) if after.head != before.head else None
    ruleset = hash_ruleset(change.ruleset.after) if change.ruleset else None
    moved = (before.version, after.updated_at, codecs.kept(after.summary), after.deleted_at)
    yield named.move_match, (match_id, *moved, head, ruleset, after.checked, before.updated_at)
    for hand in _new_hands(before, after):
        yield named.enter_hand, (match_id, *_hand_arguments(hand))
    if len(after.hands) < len(before.hands):
        yield named.take_hands_out, (match_id, len(after.hands))
    for made in change.adjustments:
        if made.after is None:
            yield named.take_adjustment_back, (match_id, made.number)
        else:
            yield named.make_adjustment, (match_id, *_adjustment_arguments(made.after))
    for joined in (each.after for each in change.members if each.after):
        its = (joined.device_id, joined.role, joined.joined_at, joined.seat, joined.asks_for)
        yield named.put_member, (match_id, *its)
    for device_id in _former_members(before, after):
        yield named.take_member_out, (match_id, device_id)
    yield named.count_later, (match_id,)
    noted = (after.version, after.updated_at, command.device_id, codecs.kept(change), command.id)
    yield named.note_change, (match_id, *noted)


def _list_statements(before: MatchState, after: MatchState) -> Sequence[Statement]:
    """Return what lets the lists of devices say what the members of a match say.

    In the same transaction, for after it another change may come first; in statements of their
    own, for a list belongs to its device and the members to the match.
    """
    named, match_id = queries(), after.match_id
    was, now, line = _listing_devices(before), _listing_devices(after), list_line(after)
    is_said = list_line(before) == line
    return [
        *(
            (named.put_on_list, (device_id, match_id, *line))
            for device_id in now
            if device_id not in was or not is_said
        ),
        *(
            (named.take_off_list, (device_id, match_id, *line))
            for device_id in was
            if device_id not in now
        ),
        *(
            (named.forget_entrances, (match_id, device_id))
            for device_id in _former_members(before, after)
        ),
    ]


def _listing_devices(state: MatchState) -> Sequence[UUID]:
    """On whose lists a match is: of all who are in it, until it is deleted."""
    return [each.device_id for each in state.members] if state.deleted_at is None else []


def list_line(state: MatchState) -> tuple[date, bool]:
    """What the lists of devices say of a match: the day of its last change, and if it was won."""
    # A day and no moment: lists in the order of changes are then written once a day, not every
    # hand.
    return state.updated_at.astimezone(UTC).date(), state.sheet.winner is not None


def _former_members(before: MatchState, after: MatchState) -> list[UUID]:
    """Who is in it no longer, also where it is on nobody's list."""
    staying = {each.device_id for each in after.members}
    return [each.device_id for each in before.members if each.device_id not in staying]


def _hand_arguments(hand: RecordedHand) -> tuple[object, ...]:
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


def _adjustment_arguments(made: RecordedAdjustment) -> tuple[object, ...]:
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
