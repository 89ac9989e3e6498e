"""Saving: the statements that write a change of a match, or a new one."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date
from typing import TypeAlias
from uuid import UUID

from msgspec import structs

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
    (query, arguments), *following = statements
    row = await connection.fetchrow(query, *arguments)
    if row is not None:
        for query, arguments in following:
            await connection.execute(query, *arguments)
    return row


def for_new_match(state: MatchState, command: Command) -> Sequence[Statement]:
    """Return the statements that write a new match, whose rules are stored, and list it.

    The first statement returns no row if there is a match with that id.
    """
    encode = codecs.encode_stored
    arguments = (
        state.match_id,
        state.match.ruleset.hash,
        encode(state.head),
        encode(state.summary),
        command.device_id,
        state.created_at,
        encode(journal.opening_change(state)),
        command.id,
    )
    return [
        (queries().add_match, arguments),
        *_list_statements(structs.replace(state, members=()), state),
    ]


def for_change(
    before: MatchState, after: MatchState, change: MatchChange, command: Command, *, is_spread: bool
) -> Sequence[Statement]:
    """Return the statements that write a change of a match, and its lines on lists.

    The first statement returns no row if the match has changed since it was read. `is_spread` says
    that the tables are spread over a cluster: each statement then names one match, so that it goes
    to one machine, and a small change has a statement for each part.
    """
    lists = _list_statements(before, after)
    parts = (_new_hands(before, after), change.adjustments, change.members)
    if is_spread and sum(map(len, parts)) <= FEW:
        return [*_part_statements(before, after, change, command), *lists]
    return [_single_statement(before, after, change, command), *lists]


def _single_statement(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> Statement:
    """Return a single statement that writes a change of a match."""
    statements, encode = queries(), codecs.encode_stored
    common = (
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
        return statements.save_hand, (*common, *_hand_arguments(hand), before.updated_at)
    pieces = {
        "hands": _new_hands(before, after),
        "handCount": len(after.hands),
        "adjusted": [given.after for given in change.adjustments if given.after],
        "takenBack": [given.number for given in change.adjustments if given.after is None],
        "joined": [member.after for member in change.members if member.after],
        "left": _former_members(before, after),
    }
    ruleset = change.ruleset.after.hash if change.ruleset else None
    state = (after.deleted_at, encode(after.head), encode(pieces), ruleset, after.checked)
    return statements.save_change, (*common, *state, before.updated_at)


def _only_change(before: MatchState, after: MatchState) -> RecordedHand | None:
    """Return the hand that is new or has changed, if nothing else in the match has."""
    # Nearly every write is of one hand, and has a short statement of its own. All other fields are
    # compared at once, so that a field that is added later is never left out.
    rest = structs.replace(
        after,
        hands=before.hands,
        version=before.version,
        checked=before.checked,
        updated_at=before.updated_at,
    )
    new = _new_hands(before, after)
    is_single = len(new) == 1 and len(after.hands) >= len(before.hands) and not after.checked
    return new[0] if is_single and rest == before else None


def _part_statements(
    before: MatchState, after: MatchState, change: MatchChange, command: Command
) -> Iterator[Statement]:
    """Yield a statement for each part that changed, first the one that moves the version."""
    statements, match_id = queries(), after.match_id
    head = codecs.encode_stored(after.head) if after.head != before.head else None
    ruleset = change.ruleset.after.hash if change.ruleset else None
    version = (
        before.version,
        after.updated_at,
        codecs.encode_stored(after.summary),
        after.deleted_at,
    )
    yield (
        statements.move_match,
        (match_id, *version, head, ruleset, after.checked, before.updated_at),
    )
    for hand in _new_hands(before, after):
        yield statements.enter_hand, (match_id, *_hand_arguments(hand))
    if len(after.hands) < len(before.hands):
        yield statements.take_hands_out, (match_id, len(after.hands))
    for adjustment in change.adjustments:
        if adjustment.after is None:
            yield statements.take_adjustment_back, (match_id, adjustment.number)
        else:
            yield statements.make_adjustment, (match_id, *_adjustment_arguments(adjustment.after))
    for new in (member.after for member in change.members if member.after):
        arguments = (new.device_id, new.role, new.joined_at, new.seat, new.asks_for)
        yield statements.put_member, (match_id, *arguments)
    for device_id in _former_members(before, after):
        yield statements.take_member_out, (match_id, device_id)
    yield statements.count_later, (match_id,)
    line = (
        after.version,
        after.updated_at,
        command.device_id,
        codecs.encode_stored(change),
        command.id,
    )
    yield statements.note_change, (match_id, *line)


def _list_statements(before: MatchState, after: MatchState) -> Sequence[Statement]:
    """Return the statements that bring lists, names and invites up to date with a match.

    In the same transaction, because another change may follow at once; in separate statements,
    because a list and a name are stored with their device, and the members with the match. What a
    device has invited ends with it for good, also if it comes back.
    """
    statements, match_id = queries(), after.match_id
    old, new, line = _listing_devices(before), _listing_devices(after), list_line(after)
    has_same_line = list_line(before) == line
    members = {member.device_id for member in before.members}
    return [
        *(
            (statements.name_members, ([match_id], member.device_id))
            for member in after.members
            if member.device_id not in members
        ),
        *(
            (statements.put_on_list, (device_id, match_id, *line))
            for device_id in new
            if device_id not in old or not has_same_line
        ),
        *(
            (statements.take_off_list, (device_id, match_id, *line))
            for device_id in old
            if device_id not in new
        ),
        *(
            (statements.forget_entrances, (match_id, device_id))
            for device_id in _former_members(before, after)
        ),
        *(
            (statements.end_invites_of, (match_id, device_id, after.updated_at))
            for device_id in before.list_silenced(after)
        ),
    ]


def _listing_devices(state: MatchState) -> Sequence[UUID]:
    """Return the devices whose lists have a match: all members, until it is deleted."""
    return [member.device_id for member in state.members] if state.deleted_at is None else []


def list_line(state: MatchState) -> tuple[date, bool]:
    """Return the line of a match on lists: the day of its last change, and whether it was won."""
    # A day and no time, so that lists are written once a day and not with every hand.
    return state.updated_at.astimezone(UTC).date(), state.sheet.winner is not None


def _former_members(before: MatchState, after: MatchState) -> list[UUID]:
    """Return the devices that are members before a change and not after it."""
    members = {member.device_id for member in after.members}
    return [member.device_id for member in before.members if member.device_id not in members]


def _hand_arguments(hand: RecordedHand) -> tuple[object, ...]:
    """Return a hand as arguments of a statement."""
    encode = codecs.encode_stored
    return (
        hand.number,
        encode(hand.record),
        hand.is_void,
        encode(hand.overruled) if hand.overruled else None,
        encode(hand.proof) if hand.proof else None,
        encode(hand.agreement) if hand.agreement != NOTHING_AGREED else None,
    )


def _adjustment_arguments(adjustment: RecordedAdjustment) -> tuple[object, ...]:
    """Return an adjustment as arguments of a statement."""
    return (
        adjustment.number,
        adjustment.side,
        adjustment.points,
        adjustment.reason,
        adjustment.after_hand,
        adjustment.device_id,
        adjustment.at,
        codecs.encode_stored(adjustment.cancelled) if adjustment.cancelled else None,
    )


def _new_hands(before: MatchState, after: MatchState) -> list[RecordedHand]:
    """Return the hands to write, among them hands of which only the proof is new."""
    # By identity: hands that stay are the same objects, and proofs are slow to compare.
    old = {id(hand) for hand in before.hands}
    return [hand for hand in after.hands if id(hand) not in old]
