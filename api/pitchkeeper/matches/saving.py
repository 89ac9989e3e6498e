"""Saving: the statements that write a change of a match, or a new one."""

from collections.abc import Sequence
from datetime import UTC, date
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct, structs

from pitchkeeper.access.devices import Command
from pitchkeeper.database.pool import Connection, Connections, Row, queries
from pitchkeeper.matches import journal
from pitchkeeper.matches.agreements import NOTHING_AGREED, RecordedHand
from pitchkeeper.matches.journal import RecordedMatchChange
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import codecs

Statement: TypeAlias = tuple[str, tuple[object, ...]]
"""A statement and its arguments."""


class NameOf(Struct, frozen=True):
    """An argument: the name of a device, which stays as it is until the transaction ends."""

    device_id: UUID


async def write(
    connections: Connections, statements: Sequence[Statement], *then: Sequence[Statement]
) -> Row | None:
    """Run statements in a transaction, and return what the first returns; only that if None.

    Further sequences of statements follow in the same transaction, each run in the same way.
    """
    if len(statements) == 1 and not then:
        query, arguments = statements[0]
        # Without a transaction a cluster runs it on the machine that has its match or league.
        return await connections.fetchrow(query, *arguments)
    async with connections.transaction() as connection:
        row = await _run(connection, statements)
        for others in then if row is not None else ():
            await _run(connection, others)
    return row


async def _run(connection: Connection, statements: Sequence[Statement]) -> Row | None:
    (query, arguments), *following = statements
    row = await connection.fetchrow(query, *arguments)
    if row is not None:
        for query, arguments in following:
            await connection.execute(query, *[await _value(connection, each) for each in arguments])
    return row


async def _value(connection: Connection, argument: object) -> object:
    """Return an argument, or the name that it stands for."""
    if isinstance(argument, NameOf):
        return await connection.fetchval(queries().lock_name, argument.device_id)
    return argument


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
    before: MatchState,
    after: MatchState,
    change: RecordedMatchChange,
    command: Command,
    *,
    is_spread: bool,
) -> Sequence[Statement]:
    """Return the statements that write a change of a match.

    The first statement returns no row if the match has changed since it was read. `is_spread` says
    that the tables are spread over a cluster.
    """
    hand = None if is_spread else _only_change(before, after)
    encode = codecs.encode_stored
    arguments = (
        after.match_id,
        before.version,
        before.updated_at,
        after.updated_at,
        command.device_id,
        command.id,
        encode(change),
        encode(after.summary),
    )
    lists = _list_statements(before, after)
    if hand is not None:
        return [(queries().save_hand, (*arguments, *_hand_arguments(hand))), *lists]
    parts = encode(_parts(before, after, change))
    return [(queries().save_change, (*arguments, after.deleted_at, after.checked, parts)), *lists]


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


def _parts(before: MatchState, after: MatchState, change: RecordedMatchChange) -> dict[str, object]:
    """Return what changes in a match, by which `save_match_change` writes no more."""
    lists: dict[str, Sequence[object]] = {
        "hands": _new_hands(before, after),
        "adjusted": [given.after for given in change.adjustments if given.after],
        "takenBack": [given.number for given in change.adjustments if given.after is None],
        "joined": [member.after for member in change.members if member.after],
        "left": _former_members(before, after),
    }
    parts: dict[str, object] = {name: its for name, its in lists.items() if its}
    if len(after.hands) < len(before.hands):
        parts["handCount"] = len(after.hands)
    if after.head != before.head:
        parts["head"] = after.head
    if change.ruleset is not None:
        parts["ruleset"] = change.ruleset.after.hash
    return parts


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
            (statements.name_member, (match_id, member.device_id, NameOf(member.device_id)))
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


def _new_hands(before: MatchState, after: MatchState) -> list[RecordedHand]:
    """Return the hands to write, among them hands of which only the proof is new."""
    # By identity: hands that stay are the same objects, and proofs are slow to compare.
    old = {id(hand) for hand in before.hands}
    return [hand for hand in after.hands if id(hand) not in old]
