"""What clients send and see of the members of a match."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import Fact
from pitchkeeper.access import naming
from pitchkeeper.access.devices import Role
from pitchkeeper.access.naming import DeviceName, DeviceNames
from pitchkeeper.matches import state
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.views import View


class Member(state.Member, frozen=True, kw_only=True):
    """A device that is a member of a match, and the seat of its player."""

    device_name: DeviceName
    """The name of the member's device; null if it has no name, or has left the match."""


class MemberPage(View, frozen=True):
    """The members of a match, in the order in which they joined."""

    items: Annotated[tuple[Member, ...], Meta(max_length=100)]
    """The members of the match, in the order in which they joined."""


class MemberChange(Fact, frozen=True):
    """A new role of a member of a match."""

    role: Role
    """The new role of the match's member; `owner` hands the match over."""


class SeatHolder(Fact, frozen=True):
    """The device to assign to a seat; null frees the seat."""

    device_id: UUID | None
    """The id of the device to get the seat; null frees the seat."""


def member_page(match: MatchState) -> MemberPage:
    """The members of a match; they are few enough for one page."""
    return MemberPage(items=tuple(member(each, match.device_names) for each in match.members))


def member(member_state: state.Member, names: DeviceNames) -> Member:
    """A member, with what the device is called."""
    return naming.with_device_name(Member, member_state, names)
