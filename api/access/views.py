"""What clients see of devices."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from api.access.stamps import Instant
from api.http.views import View
from domain.types import Fact, Label, Name


class Device(View, frozen=True):
    """A device that is signed in."""

    device_id: UUID
    name: Label | None
    """What those see who share a match or a league with it; null while it has none."""
    created_at: Instant


class DeviceChange(Fact, frozen=True):
    """What a device is called from now on."""

    name: Name | None
    """The name; null takes it away."""


class SignedIn(View, frozen=True):
    """A new device and its token, which is shown this once."""

    device_id: UUID
    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer <token>`.",
            extra_json_schema={"maxLength": 79},
        ),
    ]
