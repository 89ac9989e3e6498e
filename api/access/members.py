"""Members: who takes part in a match, in which role, and on which seat."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from api.access.invites import Invite
from api.access.roles import RANKS, Role
from api.matches.state import MatchState, Member
from domain.errors import Refusal
from domain.seats import NotAtTable

MOST: Final = 64
"""How many devices can take part in a match."""


class MatchFull(Refusal):
    """The match has 64 members; the owner can remove one."""

    code = "match_full"


class SeatTaken(Refusal):
    """Another device has this seat; the owner can free it."""

    code = "seat_taken"


class NoSuchMember(Refusal):
    """No device of that id takes part in the match."""

    code = "no_such_member"


class OwnerStays(Refusal):
    """A match always has an owner; hand it over first."""

    code = "owner_stays"


class RemovedByOwner(Refusal):
    """The owner of the match removed this device from it, and can invite it again."""

    code = "removed_by_owner"


def of(stored: MatchState, device_id: UUID, *, pointer: str = "") -> Member:
    """The part that a device takes; refused if it takes none."""
    member = stored.member(device_id)
    if member is None:
        raise NoSuchMember(pointer=pointer)
    return member


def on(stored: MatchState, seat: int, *, pointer: str = "") -> Member | None:
    """Whose device has a seat; refused if the table has no such seat."""
    players = stored.match.seating.table.players
    if not 0 <= seat < players:
        raise NotAtTable(
            f"There is no seat {seat}; the seats are 0 to {players - 1}.", pointer=pointer
        )
    return next((member for member in stored.members if member.seat == seat), None)


def refuse_taken(
    stored: MatchState, seat: int, by: UUID | None = None, *, pointer: str = ""
) -> None:
    """Refuse a seat that the device of another has."""
    holder = on(stored, seat, pointer=pointer)
    if holder is not None and holder.device_id != by:
        raise SeatTaken(pointer=pointer)


def seated(stored: MatchState, member: Member, seat: int) -> MatchState:
    """The match with a seat given to a member; nobody asks for it any more."""
    refuse_taken(stored, seat, member.device_id)
    asking = (each for each in stored.members if each.asks_for == seat)
    answered = [structs.replace(each, asks_for=None) for each in asking]
    return changed(stored, *answered, structs.replace(member, seat=seat, asks_for=None))


def joined(stored: MatchState, device_id: UUID, role: Role, at: datetime) -> MatchState:
    """The match with one more member."""
    if len(stored.members) >= MOST:
        raise MatchFull
    return changed(stored, Member(device_id=device_id, role=role, joined_at=at))


def admitted(stored: MatchState, device_id: UUID, invite: Invite, at: datetime) -> MatchState:
    """The match with a device let in; one that is in loses nothing, and may gain by it."""
    known, after = stored.member(device_id), stored
    if known is None:
        after = joined(stored, device_id, invite.member_role, at)
    elif RANKS.index(known.role) < RANKS.index(invite.member_role):
        after = changed(stored, structs.replace(known, role=invite.member_role))
    member = of(after, device_id)
    if invite.seat is None or member.seat is not None or on(stored, invite.seat) is not None:
        return after
    return seated(after, member, invite.seat)


def changed(stored: MatchState, *members: Member) -> MatchState:
    """The match with some members added or replaced, oldest first."""
    everybody = {member.device_id: member for member in (*stored.members, *members)}
    return replace(stored, members=in_order(everybody.values()))


def without(stored: MatchState, device_id: UUID) -> MatchState:
    """The match without a member."""
    staying = (member for member in stored.members if member.device_id != device_id)
    return replace(stored, members=tuple(staying))


def in_order(members: Iterable[Member]) -> tuple[Member, ...]:
    """Members, oldest first."""
    return tuple(sorted(members, key=lambda member: (member.joined_at, member.device_id)))
