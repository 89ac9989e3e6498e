"""Seats: who of a match may do what, and whose device has which seat."""

from uuid import UUID

from msgspec import structs

from api.access import members
from api.access.devices import Command
from api.access.members import OwnerStays, RemovedByOwner
from api.access.roles import Role
from api.access.stamps import Stamp
from api.http.preconditions import Precondition
from api.matches import edit_conflicts
from api.matches.changes import MatchChanges, NotAllowed, Outcome
from api.matches.journal import Action
from api.matches.state import MatchState, Member
from domain.errors import Refusal


class SeatNotClaimed(Refusal):
    """This device has not claimed the seat; only its own claim can be granted."""

    code = "seat_not_claimed"


class Seats:
    """What members of a match may do about one another, and about seats."""

    def __init__(self, changes: MatchChanges) -> None:
        self._changes = changes

    async def match(self, device_id: UUID, match_id: UUID) -> MatchState:
        """A match that the device is in, with its members."""
        return await self._changes.read(device_id, match_id)

    async def change(
        self, command: Command, match_id: UUID, device_id: UUID, role: Role, seen: Precondition
    ) -> MatchState:
        """Give a member another role; the role of the owner is handed over."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            member = stored.member(device_id)
            if member is not None and member.role is role:
                return None
            _refuse_others(stored, made)
            edit_conflicts.refuse_stale(stored, seen)
            member = members.of(stored, device_id)
            if member.role is Role.OWNER:
                raise OwnerStays
            changed = structs.replace(member, role=role)
            if role is not Role.OWNER:
                after = members.changed(stored, changed)
                return Outcome(action=Action.MEMBER_CHANGED, after=after)
            before = structs.replace(members.of(stored, made.device_id), role=Role.SCORER)
            after = members.changed(stored, changed, before)
            return Outcome(action=Action.OWNER_CHANGED, after=after)

        return await self._changes.write(command, match_id, Role.VIEWER, act)

    async def remove(
        self, command: Command, match_id: UUID, device_id: UUID, seen: Precondition
    ) -> MatchState:
        """Remove a member, or leave. Removing twice changes nothing."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            if made.device_id != device_id:
                _refuse_others(stored, made)
            member = stored.member(device_id)
            if member is None:
                return None
            if member.role is Role.OWNER:
                raise OwnerStays
            edit_conflicts.refuse_stale(stored, seen)
            after = members.without(stored, device_id)
            return Outcome(action=Action.MEMBER_REMOVED, after=after)

        return await self._changes.write(command, match_id, Role.VIEWER, act)

    async def let_in(self, command: Command, match_id: UUID) -> MatchState:
        """Let a device keep the score without an invite. One that is in stays what it is.

        One that the owner removed needs an invite; one that left by itself does not.
        """

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            if stored.member(made.device_id) is not None:
                return None
            if await self._changes.remover(match_id, made.device_id) not in {None, made.device_id}:
                raise RemovedByOwner
            after = members.joined(stored, made.device_id, Role.SCORER, made.at)
            return Outcome(action=Action.MEMBER_JOINED, after=after)

        return await self._changes.admit(command, match_id, act)

    async def claim(self, command: Command, match_id: UUID, seat: int) -> tuple[MatchState, Member]:
        """Say that a seat is one's own; it is once the owner agrees, who agrees with himself."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            member = members.of(stored, made.device_id)
            members.refuse_taken(stored, seat, made.device_id)
            if seat in {member.seat, member.asks_for}:
                return None
            if member.role is Role.OWNER:
                after = members.seated(stored, member, seat)
                return Outcome(action=Action.SEAT_GIVEN, after=after)
            after = members.changed(stored, structs.replace(member, asks_for=seat))
            return Outcome(action=Action.SEAT_ASKED_FOR, after=after)

        claimed = await self._changes.write(command, match_id, Role.VIEWER, act)
        return claimed, members.of(claimed, command.device_id)

    async def assign(
        self,
        command: Command,
        match_id: UUID,
        seat: int,
        device_id: UUID | None,
        seen: Precondition,
    ) -> MatchState:
        """Give a seat to a device, which is the owner's consent, or free it."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            holder = members.on(stored, seat)
            if device_id == (holder.device_id if holder else None):
                return None
            edit_conflicts.refuse_stale(stored, seen)
            if device_id is not None:
                member = members.of(stored, device_id, pointer="/deviceId")
                after = members.seated(stored, member, seat)
                if seat != member.asks_for and device_id != made.device_id:
                    raise SeatNotClaimed(pointer="/deviceId")
                return Outcome(action=Action.SEAT_GIVEN, after=after)
            freed = [structs.replace(holder, seat=None)] if holder else []
            after = members.changed(stored, *freed)
            return Outcome(action=Action.MEMBER_CHANGED, after=after)

        return await self._changes.write(command, match_id, Role.OWNER, act)


def _refuse_others(stored: MatchState, made: Stamp) -> None:
    if members.of(stored, made.device_id).role is not Role.OWNER:
        raise NotAllowed("Only the owner of the match may do that.")
