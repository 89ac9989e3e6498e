"""Seats: who of a match may do what, and whose device has which seat."""

from uuid import UUID

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import Command
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.members import RemovedByOwner
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.matches import edit_conflicts
from pitchkeeper.matches.changes import MatchChanges, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import membership
from pitchkeeper.matches.members.membership import SeatTaken
from pitchkeeper.matches.state import MatchState, Member
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition


class SeatNotClaimed(Refusal):
    """This device has not claimed the seat; only its own claim can be granted."""

    code = "seat_not_claimed"
    default_message = Message("problem.seat_not_claimed")
    hint = "Only a device's own claim can be granted."


class Seats:
    """What members of a match may do about one another, and about seats."""

    def __init__(self, store: MatchStore, changes: MatchChanges) -> None:
        self._store = store
        self._changes = changes

    async def match(self, device_id: UUID, match_id: UUID) -> MatchState:
        """A match that the device is in, with its members."""
        return await self._changes.read(device_id, match_id)

    async def change(
        self, command: Command, match_id: UUID, device_id: UUID, role: Role, seen: Precondition
    ) -> MatchState:
        """Give a member another role; the role of the owner is handed over."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            return decide_role(state, stamp, device_id=device_id, role=role, seen=seen)

        return await self._changes.write(command, match_id, Role.VIEWER, decide)

    async def remove(
        self, command: Command, match_id: UUID, device_id: UUID, seen: Precondition
    ) -> MatchState:
        """Remove a member, or leave. Removing twice changes nothing."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            return decide_removal(state, stamp, device_id=device_id, seen=seen)

        return await self._changes.write(command, match_id, Role.VIEWER, decide)

    async def let_in(self, command: Command, match_id: UUID) -> MatchState:
        """Let a device keep the score without an invite. One that is in stays what it is.

        One that the owner removed needs an invite; one that left by itself does not.
        """

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            remover = await self._store.load_remover(match_id, stamp.device_id)
            return decide_admission(state, stamp, remover=remover)

        return await self._changes.admit(command, match_id, decide)

    async def claim(self, command: Command, match_id: UUID, seat: int) -> tuple[MatchState, Member]:
        """Say that a seat is one's own; it is once the owner agrees, who agrees with himself."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            return decide_claim(state, stamp, seat=seat)

        after = await self._changes.write(command, match_id, Role.VIEWER, decide)
        return after, members.for_device(after, command.device_id)

    async def assign(
        self,
        command: Command,
        match_id: UUID,
        seat: int,
        device_id: UUID | None,
        seen: Precondition,
    ) -> MatchState:
        """Give a seat to a device, which is the owner's consent, or free it."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            return decide_assignment(state, stamp, seat=seat, device_id=device_id, seen=seen)

        return await self._changes.write(command, match_id, Role.OWNER, decide)


def decide_role(
    state: MatchState, stamp: Stamp, *, device_id: UUID, role: Role, seen: Precondition
) -> MatchRevision | None:
    """Return a match in which a member may do more, or less."""
    member = state.member(device_id)
    # Before asking whether it may: who handed the match over sends this again as a scorer.
    if member is not None and member.role is role:
        return None
    permit(state, stamp.device_id, Role.OWNER)
    edit_conflicts.refuse_stale(state, seen)
    after = members.with_role(state, device_id, role, stamp.device_id)
    action = Action.OWNER_CHANGED if role is Role.OWNER else Action.MEMBER_CHANGED
    return MatchRevision(action=action, after=after)


def decide_removal(
    state: MatchState, stamp: Stamp, *, device_id: UUID, seen: Precondition
) -> MatchRevision | None:
    """Return a match without a member; None if the device is not in it."""
    if stamp.device_id != device_id:
        permit(state, stamp.device_id, Role.OWNER)
    member = state.member(device_id)
    # Gone already: a retry of a removal is not refused.
    if member is None:
        return None
    members.refuse_owner(state, member)
    edit_conflicts.refuse_stale(state, seen)
    return MatchRevision(action=Action.MEMBER_REMOVED, after=members.without(state, device_id))


def decide_admission(
    state: MatchState, stamp: Stamp, *, remover: UUID | None
) -> MatchRevision | None:
    """Return a match with one more scorer; `remover` took it out of the match when it last went."""
    if state.member(stamp.device_id) is not None:
        return None
    if remover not in {None, stamp.device_id}:
        raise RemovedByOwner
    after = membership.joined(state, stamp.device_id, Role.SCORER, stamp.at)
    return MatchRevision(action=Action.MEMBER_JOINED, after=after)


def decide_claim(state: MatchState, stamp: Stamp, *, seat: int) -> MatchRevision | None:
    """Return a match with a seat asked for, or given where the owner asks."""
    membership.holder(state, seat)
    after = members.claim(state, stamp.device_id, seat, SeatTaken)
    action = Action.SEAT_GIVEN if state.is_owner(stamp.device_id) else Action.SEAT_ASKED_FOR
    return None if after is state else MatchRevision(action=action, after=after)


def decide_assignment(
    state: MatchState, stamp: Stamp, *, seat: int, device_id: UUID | None, seen: Precondition
) -> MatchRevision | None:
    """Return a match with a device on a seat, or with nobody's on it."""
    # Only to refuse a seat that there is not; whose it is says `members`.
    membership.holder(state, seat)
    refusals = (SeatTaken, SeatNotClaimed)
    after = members.assign(
        state,
        seat,
        device_id,
        stamp.device_id,
        refusals,
        lambda: edit_conflicts.refuse_stale(state, seen),
    )
    action = Action.MEMBER_CHANGED if device_id is None else Action.SEAT_GIVEN
    return None if after is None else MatchRevision(action=action, after=after)
