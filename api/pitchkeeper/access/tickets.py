"""Tickets: one address is good without a token, for a minute, for what can send no token."""

import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitchkeeper.access.auth import Devices
from pitchkeeper.access.devices import Device
from pitchkeeper.rest.operations import TICKET
from pitchkeeper.rest.problems import Unauthenticated

LIFETIME: Final = timedelta(seconds=60)
_ID, _SECONDS, _CODE = 16, 8, 32
"""Bytes of the device's id, of the second in which the ticket ends, and of what proves both."""
_WRITTEN: Final = re.compile(r"[A-Za-z0-9_-]{75}", re.ASCII)
_PURPOSE: Final = b"ticket\0"


class Ticket(Struct, frozen=True):
    """An address with its ticket, and until when it can be asked for."""

    address: str
    expires_at: datetime


class Tickets:
    """Tickets of devices. Nothing of them is kept: who has the token's hash can tell one."""

    def __init__(self, devices: Devices, clock: Callable[[], datetime]) -> None:
        self._devices = devices
        self._clock = clock

    def make(self, device: Device, path: str) -> Ticket:
        """A ticket of a device for one path."""
        until = int((self._clock() + LIFETIME).timestamp())
        written = device.device_id.bytes + until.to_bytes(_SECONDS) + _code(device, until, path)
        text = urlsafe_b64encode(written).rstrip(b"=").decode()
        return Ticket(f"{path}?{TICKET.name}={text}", datetime.fromtimestamp(until, UTC))

    async def recognise(self, text: str, path: str) -> Device:
        """The device that a ticket for a path is of; refused once the device has another token."""
        if not _WRITTEN.fullmatch(text):
            raise Unauthenticated
        read = urlsafe_b64decode(text + "=")
        device_id, until = UUID(bytes=read[:_ID]), int.from_bytes(read[_ID : _ID + _SECONDS])
        if until < self._clock().timestamp():
            raise Unauthenticated
        return await self._devices.find(
            device_id,
            lambda device: hmac.compare_digest(_code(device, until, path), read[-_CODE:]),
        )


def _code(device: Device, until: int, path: str) -> bytes:
    """What only they can make who know the hash of the token, so that another token ends it."""
    # The path stands last, for it alone has no fixed length.
    said = _PURPOSE + device.device_id.bytes + until.to_bytes(_SECONDS) + path.encode()
    return hmac.digest(device.token_hash, said, hashlib.sha256)
