"""What clients see of devices."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import PLAIN, Fact, Label, Name, Sentence
from pitchkeeper.access.devices import CodeKind
from pitchkeeper.access.stamps import Instant
from pitchkeeper.rest.views import View

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PICTURED = rf"(?:matches|leagues)/{_UUID}/invites/{_UUID}/qr\.(?:svg|png)"
_TICKETED = rf"^/v1/(?:matches/{_UUID}/events|{_PICTURED})\Z"

AppLink = Annotated[
    Sentence | None,
    Meta(description="The same for an app of the phone; null if the server knows of none."),
]
"""A link beside one that opens the page."""
_Code = Annotated[
    str,
    Meta(
        description="Four groups of four symbols; there is no 0, O, 1 or I.",
        extra_json_schema={"maxLength": 19},
    ),
]


class DeviceCode(View, frozen=True):
    """When a code of a device was made and used; the code itself was shown once."""

    kind: CodeKind
    """What it is for."""
    made_at: Instant
    expires_at: Instant | None
    """Until when a transfer is good; null for a recovery code, which lasts."""
    used_at: Annotated[
        Instant | None,
        Meta(description="When somebody last had the device by it; null if nobody did."),
    ]


class Device(View, frozen=True):
    """A device that is signed in."""

    device_id: UUID
    name: Label | None
    """What those see who share a match or a league with it; null while it has none."""
    created_at: Instant
    codes: Annotated[
        tuple[DeviceCode, ...],
        Meta(
            description="The codes by which it can be had back or taken along, of each kind the "
            "last that was made and not withdrawn.",
            max_length=len(CodeKind),
        ),
    ]


class DeviceChange(Fact, frozen=True):
    """What a device is called from now on."""

    name: Name | None
    """The name; null takes it away."""


class RecoveryCode(View, frozen=True):
    """What gets a lost device back; it is shown this once."""

    code: _Code
    made_at: Instant


class Transfer(View, frozen=True):
    """What takes a device to another phone, once and for five minutes; it is shown this once."""

    code: _Code
    link: Annotated[Sentence, Meta(description="What the QR code says; it opens the page.")]
    app_link: AppLink
    qr_svg: Annotated[
        str,
        Meta(
            description="The link as a QR code, a drawing in SVG.",
            extra_json_schema={"maxLength": 100_000},
        ),
    ]
    expires_at: Instant


class ShownDeviceCode(Fact, frozen=True):
    """The code of a recovery or of a transfer."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=rf"^{PLAIN}+\Z",
            extra={"error": "code"},
            description="In any case, with or without the dashes and spaces.",
        ),
    ]


class NewTicket(Fact, frozen=True):
    """What a ticket is asked for."""

    path: Annotated[
        str,
        Meta(
            max_length=150,
            pattern=_TICKETED,
            examples=["/v1/matches/01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21/events"],
            extra={"error": "path"},
            description="The path of streamMatchEvents, or of the QR code of an invite.",
        ),
    ]


class Ticket(View, frozen=True):
    """An address that is good without a token, for a minute."""

    address: Annotated[Sentence, Meta(description="The path with its ticket, as it is asked for.")]
    expires_at: Instant


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


class Recovered(SignedIn, frozen=True):
    """A device that was got back, with its token and its next recovery code, shown this once."""

    recovery_code: Annotated[
        _Code,
        Meta(description="Write it down: it is the device's recovery code from now on."),
    ]
