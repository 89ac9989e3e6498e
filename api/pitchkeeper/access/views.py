"""What clients see of devices."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import PLAIN, Fact, Label, Name, Sentence
from pitchkeeper.access.devices import CodeKind, Instant
from pitchkeeper.rest.views import View

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PICTURED = rf"(?:matches|leagues)/{_UUID}/invites/{_UUID}/qr\.(?:svg|png)"
_TICKETED = rf"^/v1/(?:matches/{_UUID}/events|{_PICTURED})\Z"

AppLink = Sentence | None
"""A link beside one that opens the page."""
_Code = Annotated[
    str,
    Meta(
        description="Four groups of four symbols; there is no 0, O, 1 or I.",
        examples=["7K4M-Q2WX-HT9P-3VRD"],
        extra_json_schema={"maxLength": 19},
    ),
]


class DeviceCode(View, frozen=True):
    """A recovery or transfer code of a device, without its text, which is shown only once."""

    kind: CodeKind
    """The purpose of the code: recovery, or a transfer to another phone."""
    made_at: Instant
    """The time when the code was made."""
    expires_at: Instant | None
    """The time when a transfer code expires; null for a recovery code, which lasts."""
    used_at: Instant | None
    """The last time that the code was used; null if it never was."""


class Device(View, frozen=True):
    """A device that is signed in."""

    device_id: UUID
    """The id of the device."""
    name: Label | None
    """The name that others in a match or league of the device see; null without one."""
    created_at: Instant
    """The time when the device first signed in."""
    codes: Annotated[tuple[DeviceCode, ...], Meta(max_length=len(CodeKind))]
    """The recovery and transfer codes of the device: the latest of each kind that was not
    withdrawn.
    """


class DeviceChange(Fact, frozen=True):
    """A new name for a device."""

    name: Name | None
    """The new name of the device; null removes the name."""


class RecoveryCode(View, frozen=True):
    """A code that recovers a lost device, shown this once."""

    code: _Code
    """The recovery code: four groups of four characters, never 0, O, 1 or I."""
    made_at: Instant
    """The time when the recovery code was made."""


class Transfer(View, frozen=True):
    """A code that moves a device to another phone, once within five minutes; shown this once."""

    code: _Code
    """The transfer code: four groups of four characters, never 0, O, 1 or I."""
    link: Sentence
    """The link that the QR code of the transfer holds; it opens the page."""
    app_link: AppLink
    """The link for an app on the other phone; null if the server has none."""
    qr_svg: Annotated[str, Meta(extra_json_schema={"maxLength": 100_000})]
    """The QR code of the link, a picture in SVG."""
    expires_at: Instant
    """The time when the transfer code expires."""


class ShownDeviceCode(Fact, frozen=True):
    """The code of a recovery or of a transfer."""

    code: Annotated[
        str, Meta(min_length=1, max_length=40, pattern=rf"^{PLAIN}+\Z", extra={"error": "code"})
    ]
    """The recovery or transfer code, in upper or lower case, with or without hyphens and spaces."""


class NewTicket(Fact, frozen=True):
    """The path that a ticket opens."""

    path: Annotated[
        str,
        Meta(
            max_length=150,
            pattern=_TICKETED,
            examples=["/v1/matches/01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21/events"],
            extra={"error": "path"},
        ),
    ]
    """The path of streamMatchEvents, or of the QR code of an invite, that the ticket opens."""


class Ticket(View, frozen=True):
    """An address that works without a token for one minute."""

    address: Sentence
    """The path with its ticket in the query, to be requested as it is."""
    expires_at: Instant
    """The time when the ticket expires."""


class SignedIn(View, frozen=True):
    """A new device and its token, which is shown this once."""

    device_id: UUID
    """The id of the new device."""
    token: Annotated[str, Meta(extra_json_schema={"maxLength": 79})]
    """The token of the device; send it as `Authorization: Bearer <token>`."""


class Recovered(SignedIn, frozen=True):
    """A recovered device, with its new token and its next recovery code, shown this once."""

    recovery_code: _Code
    """The next recovery code of the device; write it down, the old code no longer works."""
