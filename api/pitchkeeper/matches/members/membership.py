"""The members of a match: who keeps the score, who looks, and whose seat is whose."""

from datetime import datetime
from uuid import UUID

from pitch import check_seat
from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.invites import Invite
from pitchkeeper.access.roles import Role
from pitchkeeper.matches.state import MatchState, Member


class MatchFull(Refusal):
    """The match has 64 members; the owner can remove one."""

    code = "match_full"
    default_message = Message("problem.match_full")


class SeatTaken(Refusal):
    """Another device has this seat; the owner can free it."""

    code = "seat_taken"
    default_message = Message("problem.seat_taken")


def holder(state: MatchState, seat: int, *, pointer: str = "") -> Member | None:
    """Whose device has a seat; refused if the table has no such seat."""
    check_seat(state.match.seating.table, seat, pointer)
    return members.holder(state, seat)


def refuse_taken(state: MatchState, seat: int, *, pointer: str = "") -> None:
    """Refuse a seat that somebody's device has."""
    if holder(state, seat, pointer=pointer) is not None:
        raise SeatTaken(pointer=pointer)


def joined(state: MatchState, device_id: UUID, role: Role, at: datetime) -> MatchState:
    """The match with one more member."""
    return members.add(state, Member(device_id=device_id, role=role, joined_at=at), MatchFull)


def admitted(state: MatchState, device_id: UUID, invite: Invite, at: datetime) -> MatchState:
    """The match with a device let in, on the seat of its invite if it has none and that is free."""
    newcomer = Member(device_id=device_id, role=invite.member_role, joined_at=at)
    return admit(state, newcomer, invite.seat)


def admit(state: MatchState, newcomer: Member, seat: int | None) -> MatchState:
    """The match with a device let in, on a seat if it has none and that is free."""
    after = members.admit(state, newcomer, MatchFull)
    member = members.for_device(after, newcomer.device_id)
    # Its seat is the owner's consent beforehand; once somebody else has it, it still lets in.
    if seat is None or member.seat is not None or holder(state, seat) is not None:
        return after
    return members.give_place(after, member, seat, SeatTaken)
