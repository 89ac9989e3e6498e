"""What clients send and see of the members of a match."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import Fact
from pitchkeeper.access import naming
from pitchkeeper.access.naming import DeviceName, DeviceNames
from pitchkeeper.access.roles import Role
from pitchkeeper.matches import state
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.views import View


class Member(state.Member, frozen=True, kw_only=True):
    """A device that takes part in a match, and whose phone it is."""

    device_name: DeviceName


class MemberPage(View, frozen=True):
    """The members of a match, in the order in which they joined."""

    items: Annotated[tuple[Member, ...], Meta(max_length=100)]


class MemberChange(Fact, frozen=True):
    """What a member may do from now on."""

    role: Annotated[Role, Meta(description="With `owner` the match is handed over.")]


class SeatHolder(Fact, frozen=True):
    """The device that has a seat; null frees it."""

    device_id: UUID | None
    """The device that is to have the seat; null if none is to."""


def member_page(match: MatchState) -> MemberPage:
    """The members of a match; they are few enough for one page."""
    return MemberPage(items=tuple(member(each, match.device_names) for each in match.members))


def member(kept: state.Member, names: DeviceNames) -> Member:
    """A member, with what the device is called."""
    return naming.with_device_name(Member, kept, names)
