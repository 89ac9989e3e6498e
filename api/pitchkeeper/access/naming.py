"""Naming: the names of devices beside their ids, for members of the same match or league."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Struct, structs

from pitch.types import Label
from pitchkeeper.access import devices

DeviceNames: TypeAlias = Mapping[UUID, str]
"""The names of the devices in a match or a league that have one, by id."""
DeviceName = Label | None
_View = TypeVar("_View", bound=Struct)


class Cancellation(devices.Cancellation, frozen=True, kw_only=True):
    """The cancellation of an entry: the device, the time and the reason."""

    device_name: DeviceName
    """The name of the device that cancelled; null if it has no name, or has left."""


def cancellation(stored: devices.Cancellation | None, names: DeviceNames) -> Cancellation | None:
    """Return the view of a cancellation, with the name of its device; None if there is none."""
    return None if stored is None else with_device_name(Cancellation, stored, names)


def with_device_name(
    kind: type[_View], stored: Any, names: DeviceNames, **changes: object
) -> _View:
    """Return a view of a stored value with the name of its device; `changes` replace fields."""
    return kind(**structs.asdict(stored) | changes, device_name=names.get(stored.device_id))
