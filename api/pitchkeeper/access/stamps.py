"""Stamps: which device did something, and when."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta

from pitch.types import Reason, Value

Instant = Annotated[datetime, Meta(tz=True)]
NOBODY: Final = UUID(int=0)
"""Stands where the id of a device stood that was erased."""


class Stamp(Value, frozen=True):
    """The device that made an entry, and the time of it."""

    device_id: UUID
    """The id of the device that made the entry."""
    at: Instant
    """The time of the entry."""


class Cancellation(Stamp, frozen=True):
    """The cancellation of an entry: the device, the time and the reason."""

    reason: Reason
    """The reason for the cancellation."""
