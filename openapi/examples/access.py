"""Examples of devices."""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from pitchkeeper.access import views
from pitchkeeper.access.devices import CodeKind
from pitchkeeper.access.membership import membership_views
from pitchkeeper.rest.operations import Example

_AT: Final = datetime(2026, 3, 2, 18, 30, tzinfo=UTC)
DEVICE_ID: Final = UUID("01997b3c-5f10-7c2e-9d51-7f6a3c2b1e04")
SIGNED_IN: Final = views.SignedIn(
    device_id=DEVICE_ID, token=f"pk_{DEVICE_ID.hex}_dGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSB0b2tlbi4"
)
RECOVERED: Final = views.Recovered(
    device_id=DEVICE_ID, token=SIGNED_IN.token, recovery_code="8XKD-5TQN-W2HM-6RJC"
)
RECOVERY_CODE: Final = views.RecoveryCode(code="K7MP-3QXR-9TVH-2WNZ", made_at=_AT)
_LINK: Final = "https://pitch.example/#/transfer/P6WH-T2NZ-4KJD-X8RB"
TRANSFER: Final = views.Transfer(
    code="P6WH-T2NZ-4KJD-X8RB",
    link=_LINK,
    app_link=None,
    qr_svg=membership_views.svg(_LINK),
    expires_at=_AT.replace(minute=35),
)
DEVICE: Final = views.Device(
    device_id=DEVICE_ID,
    name="Ann's phone",
    created_at=_AT,
    codes=(views.DeviceCode(kind=CodeKind.RECOVERY, made_at=_AT, expires_at=None, used_at=None),),
)

_STREAM: Final = "/v1/matches/01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21/events"
TICKET: Final = views.Ticket(
    address=f"{_STREAM}?ticket=AZl7PF8QfC6dUX9qPCseBAAAAABppaKUMoEwLsYUgXVg7cvnM9exzNaLSqbqL3XlThnTnfbYBYE",
    expires_at=_AT.replace(minute=31),
)

EXAMPLES: Final = {
    "createDevice": Example(SIGNED_IN),
    "getDevice": Example(DEVICE),
    "renameDevice": Example(DEVICE, body=views.DeviceChange(name="Ann's phone")),
    "rotateToken": Example(SIGNED_IN),
    "createRecoveryCode": Example(RECOVERY_CODE),
    "recoverDevice": Example(RECOVERED, body=views.ShownDeviceCode(code="k7mp 3qxr 9tvh 2wnz")),
    "createTransfer": Example(TRANSFER),
    "createTicket": Example(TICKET, body=views.NewTicket(path=_STREAM)),
    "takeOverDevice": Example(SIGNED_IN, body=views.ShownDeviceCode(code="P6WH-T2NZ-4KJD-X8RB")),
}
"""The examples of operations, by their ids."""
