"""Members: who takes part in a match or a league, in which role, and in whose place.

Written once for both: what a device asks to be, a seat of a match or a player of a league, is its
place here.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar
from uuid import UUID

from msgspec import structs

from pitch.errors import Refusal
from pitch.messages import CHOICE, Message
from pitchkeeper.access.aggregates import Aggregate, M
from pitchkeeper.access.roles import RANKS, Role

_NOT_IN: Final = Message("problem.no_such_member", kind=CHOICE)
_HAND_OVER: Final = Message("problem.owner_stays", kind=CHOICE)

MAX_MEMBERS: Final = 64
"""How many devices can take part in a match or a league."""
S = TypeVar("S", bound=Aggregate[Any])


class NoSuchMember(Refusal):
    """No device of that id takes part in the match."""

    code = "no_such_member"


class OwnerStays(Refusal):
    """A match always has an owner; hand it over first."""

    code = "owner_stays"


class RemovedByOwner(Refusal):
    """The owner of the match removed this device from it, and can invite it again."""

    code = "removed_by_owner"
    default_message = Message("problem.removed_by_owner")


def for_device(state: Aggregate[M], device_id: UUID, *, pointer: str = "") -> M:
    """The part that a device takes; refused if it takes none."""
    member = state.member(device_id)
    if member is None:
        raise NoSuchMember(_NOT_IN(kind=state.kind), pointer=pointer)
    return member


def refuse_owner(state: Aggregate[M], member: M) -> None:
    """Refuse to take the role of the owner from a member, or the owner out."""
    if member.role is Role.OWNER:
        raise OwnerStays(_HAND_OVER(kind=state.kind))


def admit(state: S, newcomer: M, full: type[Refusal]) -> S:
    """It with a device let in; one that is in loses nothing, and may gain by it."""
    known = state.member(newcomer.device_id)
    if known is None:
        return add(state, newcomer, full)
    if RANKS.index(known.role) >= RANKS.index(newcomer.role):
        return state
    return put(state, structs.replace(known, role=newcomer.role))


def add(state: S, newcomer: M, full: type[Refusal]) -> S:
    """It with one more member; `full` is the refusal where there is no room."""
    if len(state.members) >= MAX_MEMBERS:
        raise full
    return put(state, newcomer)


def with_role(state: S, device_id: UUID, role: Role, by: UUID) -> S:
    """It with another role for a member; the role of the owner is handed over."""
    member = for_device(state, device_id)
    refuse_owner(state, member)
    after = structs.replace(member, role=role)
    if role is not Role.OWNER:
        return put(state, after)
    # In one change, so that there never are two owners, nor none.
    return put(state, after, structs.replace(for_device(state, by), role=Role.SCORER))


def put(state: S, *members: M) -> S:
    """It with some members added or replaced, oldest first."""
    everybody = {member.device_id: member for member in (*state.members, *members)}
    return structs.replace(state, members=oldest_first(everybody.values()))


def without(state: S, device_id: UUID) -> S:
    """It without a member."""
    staying = (member for member in state.members if member.device_id != device_id)
    return structs.replace(state, members=tuple(staying))


def oldest_first(members: Iterable[M]) -> tuple[M, ...]:
    """Members, oldest first."""
    return tuple(sorted(members, key=lambda member: (member.joined_at, member.device_id)))


def holder(state: Aggregate[M], place: object) -> M | None:
    """Whose device is in a place."""
    return next((member for member in state.members if member.place == place), None)


def refuse_taken(
    state: Aggregate[M],
    place: object,
    taken: type[Refusal],
    by: UUID | None = None,
    *,
    pointer: str = "",
) -> None:
    """Refuse a place in which the device of another is."""
    known = holder(state, place)
    if known is not None and known.device_id != by:
        raise taken(pointer=pointer)


def give_place(state: S, member: M, place: object, taken: type[Refusal]) -> S:
    """It with a member in a place; nobody else asks for it any more."""
    refuse_taken(state, place, taken, member.device_id)
    # By giving it to one the owner has answered all who asked for it.
    asking = (each for each in state.members if each.wish == place)
    answered = [structs.replace(each, asks_for=None) for each in asking]
    return put(state, *answered, member.with_place(place))


def claim(state: S, device_id: UUID, place: object, taken: type[Refusal]) -> S:
    """It with a device that asks for a place; the owner agrees with himself at once."""
    member = for_device(state, device_id)
    refuse_taken(state, place, taken, device_id)
    if place in {member.place, member.wish}:
        return state
    if member.role is Role.OWNER:
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
    """It with a device in a place that it asked for, or with nobody's; None if that is so already.

    `refusals` are of a place that is taken and of one that was not asked for; `check` refuses what
    was not seen.
    """
    known = holder(state, place)
    # Before the versions are compared: a retry names the one that its first copy met.
    if device_id == (known.device_id if known else None):
        return None
    check()
    if device_id is None:
        return _free(state, place)
    taken, unclaimed = refusals
    member = for_device(state, device_id, pointer="/deviceId")
    after = give_place(state, member, place, taken)
    if place != member.wish and device_id != by:
        raise unclaimed(pointer="/deviceId")
    return after


def _free(state: S, place: object) -> S:
    """It with nobody in a place."""
    known = holder(state, place)
    return state if known is None else put(state, known.with_place(None, known.wish))
