"""Aggregates: matches and leagues, which their members change version by version."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Generic, Self, TypeVar
from uuid import UUID

from msgspec import Struct, field, structs

from pitch.messages import Refusal
from pitch.types import Value
from pitchkeeper.access.devices import RANKS, AnyRole, Command, Instant, LeagueRole
from pitchkeeper.access.naming import DeviceNames


class IdNotUuid7(Refusal):
    """An id that a device generates must be a UUIDv7, so that ids sort by time."""

    hint = "An id that a device generates must be a UUIDv7, so that ids sort by time."


class AggregateKind(StrEnum):
    """The kind of an aggregate: a match or a league."""

    MATCH = "match"
    LEAGUE = "league"


class Membership(Value, frozen=True):
    """The membership of a device in a match or a league."""

    PLACE: ClassVar[str] = ""
    """The name of the field that holds the seat or player of the device."""
    device_id: UUID
    """The id of the device that is a member."""
    role: AnyRole
    """The role of the device in the match."""
    joined_at: Instant
    """The time when the device joined."""

    @property
    def place(self) -> Any:
        """The seat or player of the device; None if it has none."""
        return getattr(self, self.PLACE)

    @property
    def wish(self) -> Any:
        """The place that the device asks for, until the owner agrees."""
        return getattr(self, "asks_for", None)

    def with_place(self, place: object, wish: object = None) -> Self:
        """Return the member in a place, or in none."""
        return structs.replace(self, **{self.PLACE: place, "asks_for": wish})


M = TypeVar("M", bound=Membership)


class Aggregate(Struct, Generic[M], frozen=True, kw_only=True, dict=True):
    """The state that matches and leagues have in common."""

    kind: ClassVar[AggregateKind]
    """The kind, by which refusals name it."""
    runner: ClassVar[AnyRole]
    """The least role of those who run it."""
    former_owner: ClassVar[AnyRole]
    """The role of an owner that handed it over."""
    version: int
    members: tuple[M, ...] = ()
    """Oldest first."""
    device_names: DeviceNames = field(default_factory=dict)
    """The names of its members' devices, which change without a new version."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    done_in: int | None = None
    """The version that the command has already made; None if the command is new."""

    def member(self, device_id: UUID) -> M | None:
        """Return the member that a device is; None for a stranger."""
        return next((member for member in self.members if member.device_id == device_id), None)

    def is_owner(self, device_id: UUID) -> bool:
        """Return whether a device is the owner."""
        member = self.member(device_id)
        return member is not None and member.role == LeagueRole.OWNER

    def has_role(self, device_id: UUID, role: AnyRole) -> bool:
        """Return whether a device has a role, or one that allows more."""
        member = self.member(device_id)
        return member is not None and RANKS.index(member.role) >= RANKS.index(role)

    def is_run_by(self, device_id: UUID) -> bool:
        """Return whether a device may do what runs the match or the league."""
        return self.has_role(device_id, self.runner)

    def vouches(self, device_id: UUID | None) -> bool:
        """Return whether invites that a device made still hold, also if it handed it over.

        Those of nobody were made before makers were noted.
        """
        return device_id is None or self.has_role(device_id, self.former_owner)

    def list_silenced(self, after: Self) -> list[UUID]:
        """Return the devices whose invites hold before a change and not after it."""
        if after.members is self.members:
            return []
        devices = (member.device_id for member in self.members)
        return [each for each in devices if self.vouches(each) and not after.vouches(each)]


def choose_id(
    requested: UUID | None, command: Command, new_id: Callable[[], UUID], *, pointer: str
) -> UUID:
    """Return the id of a new match or league: the requested one, else one id for all retries.

    Raises IdNotUuid7 at `pointer` for another kind of id: lists are paged in the order of ids.
    """
    if requested is not None and requested.version != 7:
        raise IdNotUuid7(pointer=pointer)
    return requested or command.id or new_id()
