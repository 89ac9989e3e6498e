"""Membership: admit devices to a match and to its seats."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from pitch.messages import Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.invites import Invite, Terms
from pitchkeeper.matches.state import MatchState, Member


class MatchFull(Refusal):
    """The match has 64 members; the owner can remove one."""


class SeatTaken(Refusal):
    """Another device has this seat; the owner can free it."""


def holder(state: MatchState, seat: int, *, pointer: str = "") -> Member | None:
    """Return the member at a seat. Refuses a seat that the table does not have."""
    state.match.seating.table.check_seat(seat, pointer)
    return members.holder(state, seat)


def admit(state: MatchState, newcomer: Member, seat: int | None) -> MatchState:
    """Return a match with a device admitted, on a seat if it has none and the seat is free."""
    after = members.admit(state, newcomer, MatchFull)
    member = members.for_device(after, newcomer.device_id)
    # The seat is offered beforehand; if another device has taken it, the device still gets in.
    if seat is None or member.seat is not None or holder(state, seat) is not None:
        return after
    return members.give_place(after, member, seat, SeatTaken)


class MatchAdmission:
    """Admission to matches by an invite."""

    kind: ClassVar[AggregateKind] = AggregateKind.MATCH
    full: ClassVar[type[Refusal]] = MatchFull

    def check(self, state: MatchState, terms: Terms, _now: datetime) -> None:
        """Refuse an invite to a seat that a device has."""
        if terms.seat is not None and holder(state, terms.seat, pointer="/seat") is not None:
            raise SeatTaken(pointer="/seat")

    def admit(self, state: MatchState, device_id: UUID, invite: Invite, at: datetime) -> MatchState:
        """Return a match with a device admitted; the same match if the device gains nothing."""
        newcomer = Member(device_id=device_id, role=invite.member_role, joined_at=at)
        return admit(state, newcomer, invite.seat)
