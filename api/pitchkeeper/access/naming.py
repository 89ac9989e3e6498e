"""Naming: what devices are called, told beside their ids to those who share something with them."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Struct, structs

from pitch.types import Label
from pitchkeeper.access import stamps

DeviceNames: TypeAlias = Mapping[UUID, str]
"""What the devices are called that are in a match or a league, as far as they have names."""
DeviceName = Label | None
_Named = TypeVar("_Named", bound=Struct)


class Cancellation(stamps.Cancellation, frozen=True, kw_only=True):
    """The cancellation of an entry: the device, the time and the reason."""

    device_name: DeviceName
    """The name of the device that cancelled; null if it has no name, or has left."""


def cancellation(kept: stamps.Cancellation | None, names: DeviceNames) -> Cancellation | None:
    """Who took something back, with what the device is called; None while it counts."""
    return None if kept is None else with_device_name(Cancellation, kept, names)


def with_device_name(kind: type[_Named], kept: Any, names: DeviceNames, **others: object) -> _Named:
    """What is kept of a device, with its name beside; `others` stand in place of what is kept."""
    return kind(**structs.asdict(kept) | others, device_name=names.get(kept.device_id))
