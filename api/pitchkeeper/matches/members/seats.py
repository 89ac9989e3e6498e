"""Seats: roles and seats of the members of a match."""

from uuid import UUID

from pitch.messages import Refusal
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.members import RemovedByOwner
from pitchkeeper.matches import edit_conflicts
from pitchkeeper.matches.changes import MatchEdit, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import membership
from pitchkeeper.matches.members.membership import SeatTaken
from pitchkeeper.matches.state import MatchState, Member
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition


class SeatNotClaimed(Refusal):
    """This device has not claimed the seat; only its own claim can be granted."""

    hint = "Only a device's own claim can be granted."


async def let_in(
    edit: MatchEdit, store: MatchStore, role: Role = Role.SCORER, name: str | None = None
) -> MatchState:
    """Admit a device without an invite, on the seat of a name. Nothing changes for a member.

    A device that the owner removed needs an invite; a device that left does not.
    """

    async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
        remover = await store.load_remover(state.match_id, stamp.device_id)
        return decide_admission(state, stamp, remover=remover, role=role, name=name)

    return await edit.changes.admit(edit.command, edit.aggregate_id, decide)


def decide_role(
    state: MatchState, stamp: Stamp, *, device_id: UUID, role: Role, precondition: Precondition
) -> MatchRevision | None:
    """Return a match with another role of a member; None if it has that role already."""
    member = state.member(device_id)
    # Before the check of rights: the old owner retries a handover as a scorer.
    if member is not None and member.role is role:
        return None
    permit(state, stamp.device_id, Role.OWNER)
    edit_conflicts.refuse_stale(state, precondition)
    after = members.with_role(state, device_id, role, stamp.device_id)
    action = Action.OWNER_CHANGED if role is Role.OWNER else Action.MEMBER_CHANGED
    return MatchRevision(action=action, after=after)


def decide_removal(
    state: MatchState, stamp: Stamp, *, device_id: UUID, precondition: Precondition
) -> MatchRevision | None:
    """Return a match without a member; None if the device is not in it."""
    if stamp.device_id != device_id:
        permit(state, stamp.device_id, Role.OWNER)
    member = state.member(device_id)
    # A retry of a removal is not refused.
    if member is None:
        return None
    members.refuse_owner(state, member)
    edit_conflicts.refuse_stale(state, precondition)
    return MatchRevision(action=Action.MEMBER_REMOVED, after=members.without(state, device_id))


def decide_admission(
    state: MatchState, stamp: Stamp, *, remover: UUID | None, role: Role, name: str | None
) -> MatchRevision | None:
    """Return a match with one more device, on the seat of a name; None if it is a member.

    `remover` is the device that last removed it from the match.
    """
    if state.member(stamp.device_id) is not None:
        return None
    if remover not in {None, stamp.device_id}:
        raise RemovedByOwner
    names = state.match.seating.names
    seat = names.index(name) if name is not None and name in names else None
    newcomer = Member(
        device_id=stamp.device_id,
        # A match has one owner: the device that opened it.
        role=Role.SCORER if role is Role.OWNER else role,
        joined_at=stamp.at,
    )
    after = membership.admit(state, newcomer, seat)
    return MatchRevision(action=Action.MEMBER_JOINED, after=after)


def decide_claim(state: MatchState, stamp: Stamp, *, seat: int) -> MatchRevision | None:
    """Return a match with a claim to a seat, or with the seat given if the owner claims it."""
    state.match.seating.table.check_seat(seat, "")
    after = members.claim(state, stamp.device_id, seat, SeatTaken)
    action = Action.SEAT_GIVEN if state.is_owner(stamp.device_id) else Action.SEAT_ASKED_FOR
    return None if after is state else MatchRevision(action=action, after=after)


def decide_assignment(
    state: MatchState,
    stamp: Stamp,
    *,
    seat: int,
    device_id: UUID | None,
    precondition: Precondition,
) -> MatchRevision | None:
    """Return a match with a device on a seat, or with the seat free."""
    state.match.seating.table.check_seat(seat, "")
    refusals = (SeatTaken, SeatNotClaimed)
    after = members.assign(
        state,
        seat,
        device_id,
        stamp.device_id,
        refusals,
        lambda: edit_conflicts.refuse_stale(state, precondition),
    )
    action = Action.MEMBER_CHANGED if device_id is None else Action.SEAT_GIVEN
    return None if after is None else MatchRevision(action=action, after=after)
