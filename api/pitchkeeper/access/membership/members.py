"""Members: the devices in a match or a league, with their roles and places.

A place is a seat of a match or a player of a league.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar
from uuid import UUID

from msgspec import structs

from pitch.messages import CHOICE, Message, Refusal
from pitchkeeper.access.aggregates import Aggregate, M
from pitchkeeper.access.devices import RANKS, AnyRole, LeagueRole

_NOT_IN: Final = Message("problem.no_such_member", kind=CHOICE)
_HAND_OVER: Final = Message("problem.owner_stays", kind=CHOICE)

MAX_MEMBERS: Final = 64
"""The most devices in a match or a league."""
S = TypeVar("S", bound=Aggregate[Any])


class NoSuchMember(Refusal, has_message=False):
    """No device of that id takes part in the match."""


class OwnerStays(Refusal, has_message=False):
    """A match always has an owner; hand it over first."""


class RemovedByOwner(Refusal):
    """The owner of the match removed this device from it, and can invite it again."""


def for_device(state: Aggregate[M], device_id: UUID, *, pointer: str = "") -> M:
    """Return the member that a device is. Raises NoSuchMember for a stranger."""
    member = state.member(device_id)
    if member is None:
        raise NoSuchMember(_NOT_IN(kind=state.kind), pointer=pointer)
    return member


def refuse_owner(state: Aggregate[M], member: M) -> None:
    """Raise OwnerStays for the owner, who can be neither demoted nor removed."""
    if member.role == LeagueRole.OWNER:
        raise OwnerStays(_HAND_OVER(kind=state.kind))


def admit(state: S, newcomer: M, full: type[Refusal]) -> S:
    """Return the state with a device admitted; a member keeps its role or gets a higher one."""
    member = state.member(newcomer.device_id)
    if member is None:
        return add(state, newcomer, full)
    if RANKS.index(member.role) >= RANKS.index(newcomer.role):
        return state
    return put(state, structs.replace(member, role=newcomer.role))


def add(state: S, newcomer: M, full: type[Refusal]) -> S:
    """Return the state with one more member. Raises `full` if there is no room."""
    if len(state.members) >= MAX_MEMBERS:
        raise full
    return put(state, newcomer)


def with_role(state: S, device_id: UUID, role: AnyRole, by: UUID) -> S:
    """Return the state with another role for a member; the role of the owner is handed over."""
    member = for_device(state, device_id)
    refuse_owner(state, member)
    after = structs.replace(member, role=role)
    if role != LeagueRole.OWNER:
        return put(state, after)
    # In one change, so that there is always one owner.
    return put(state, after, structs.replace(for_device(state, by), role=state.former_owner))


def put(state: S, *members: M) -> S:
    """Return the state with members added or replaced, oldest first."""
    by_id = {member.device_id: member for member in (*state.members, *members)}
    return structs.replace(state, members=oldest_first(by_id.values()))


def without(state: S, device_id: UUID) -> S:
    """Return the state without a member."""
    staying = (member for member in state.members if member.device_id != device_id)
    return structs.replace(state, members=tuple(staying))


def oldest_first(members: Iterable[M]) -> tuple[M, ...]:
    """Return members, oldest first."""
    return tuple(sorted(members, key=lambda member: (member.joined_at, member.device_id)))


def holder(state: Aggregate[M], place: object) -> M | None:
    """Return the member in a place; None if the place is free."""
    return next((member for member in state.members if member.place == place), None)


def refuse_taken(
    state: Aggregate[M],
    place: object,
    taken: type[Refusal],
    by: UUID | None = None,
    *,
    pointer: str = "",
) -> None:
    """Raise `taken` if another device than `by` is in a place."""
    member = holder(state, place)
    if member is not None and member.device_id != by:
        raise taken(pointer=pointer)


def give_place(state: S, member: M, place: object, taken: type[Refusal]) -> S:
    """Return the state with a member in a place, which nobody asks for any more."""
    refuse_taken(state, place, taken, member.device_id)
    # Giving the place to one device answers all who asked for it.
    others = (other for other in state.members if other.wish == place)
    answered = [structs.replace(other, asks_for=None) for other in others]
    return put(state, *answered, member.with_place(place))


def claim(state: S, device_id: UUID, place: object, taken: type[Refusal]) -> S:
    """Return the state with a device that asks for a place; who runs it gets it at once."""
    member = for_device(state, device_id)
    refuse_taken(state, place, taken, device_id)
    if place in {member.place, member.wish}:
        return state
    if state.is_run_by(device_id):
        return give_place(state, member, place, taken)
    return put(state, structs.replace(member, asks_for=place))


def assign(
    state: S,
    place: object,
    device_id: UUID | None,
    by: UUID,
    refusals: tuple[type[Refusal], type[Refusal]],
    check: Callable[[], None],
) -> S | None:
    """Return the state with a place given to a device, or freed; None if nothing changes.

    `refusals` are for a place that is taken and for one that was not asked for; `check` raises a
    refusal for a stale version.
    """
    member = holder(state, place)
    # Before the versions are compared, because a retry names the version that its first copy did.
    if device_id == (member.device_id if member else None):
        return None
    check()
    if device_id is None:
        return _free(state, place)
    taken, unclaimed = refusals
    newcomer = for_device(state, device_id, pointer="/deviceId")
    after = give_place(state, newcomer, place, taken)
    if place != newcomer.wish and device_id != by:
        raise unclaimed(pointer="/deviceId")
    return after


def _free(state: S, place: object) -> S:
    """Return the state with nobody in a place."""
    member = holder(state, place)
    return state if member is None else put(state, member.with_place(None, member.wish))
