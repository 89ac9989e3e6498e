"""What clients see of devices."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from api.access.stamps import Instant
from api.http.views import View


class Device(View, frozen=True):
    """A device that is signed in."""

    device_id: UUID
    created_at: Instant


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
