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
    """Which device did something, and when."""

    device_id: UUID
    at: Instant


class Cancellation(Stamp, frozen=True):
    """Who took back what was entered, and why."""

    reason: Reason
    """The reason for the cancellation."""
