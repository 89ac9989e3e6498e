"""Aggregates: what its members change as a whole, version by version: a match, or a league."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Generic, Self, TypeVar
from uuid import UUID

from msgspec import Struct, field, structs

from pitch.errors import Refusal
from pitch.messages import Message
from pitch.types import Value
from pitchkeeper.access.devices import Command
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Instant


class IdNotUuid7(Refusal):
    """An id that a device makes is a UUIDv7, so that matches sort by when they began."""

    code = "id_not_uuid7"
    default_message = Message("problem.id_not_uuid7")
    hint = "An id that a device makes is a UUIDv7, so that matches sort by when they began."


class AggregateKind(StrEnum):
    """The kind of an aggregate: a match or a league."""

    MATCH = "match"
    LEAGUE = "league"


class Membership(Value, frozen=True):
    """The membership of a device in a match or a league."""

    PLACE: ClassVar[str] = ""
    """Its field of whose seat or player it is."""
    device_id: UUID
    """The id of the device that is a member."""
    role: Role
    """The role of the device in the match."""
    joined_at: Instant
    """The time when the device joined."""

    @property
    def place(self) -> Any:
        """The seat or the player whose device it is; None if it is nobody's."""
        return getattr(self, self.PLACE)

    @property
    def wish(self) -> Any:
        """The place that the device says is its own, until the owner agrees."""
        return getattr(self, "asks_for", None)

    def with_place(self, place: object, wish: object = None) -> Self:
        """The same device in a place, or in none."""
        return structs.replace(self, **{self.PLACE: place, "asks_for": wish})


M = TypeVar("M", bound=Membership)


class Aggregate(Struct, Generic[M], frozen=True, kw_only=True, dict=True):
    """What matches and leagues have in common, as they are read."""

    kind: ClassVar[AggregateKind]
    """Which it is, and what refusals call it."""
    version: int
    members: tuple[M, ...] = ()
    """Oldest first."""
    device_names: DeviceNames = field(default_factory=dict)
    """What its members call their devices, which changes without a new version."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    done_in: int | None = None
    """The version that the command which asks has made already, if it was here before."""

    def member(self, device_id: UUID) -> M | None:
        """The part that a device takes; None for a stranger."""
        return next((each for each in self.members if each.device_id == device_id), None)

    def is_owner(self, device_id: UUID) -> bool:
        """Whether a device owns it."""
        member = self.member(device_id)
        return member is not None and member.role is Role.OWNER


def choose_id(
    given: UUID | None, command: Command, new_id: Callable[[], UUID], *, pointer: str
) -> UUID:
    """The id of one that is opened: what the device made for it, else the same for each retry.

    Refused where `pointer` says if it is no UUIDv7: a page of a list is in the order of the ids.
    """
    if given is not None and given.version != 7:
        raise IdNotUuid7(pointer=pointer)
    return given or command.id or new_id()
