"""Tickets: an address that works without a token for a minute, for clients that send none."""

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
"""Lengths in bytes of the device id, of the expiry in seconds, and of the code over both."""
_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{75}", re.ASCII)
_PURPOSE: Final = b"ticket\0"


class Ticket(Struct, frozen=True):
    """An address with its ticket, and when it expires."""

    address: str
    expires_at: datetime


class Tickets:
    """Tickets of devices, which are not stored: the hash of the token authenticates them."""

    def __init__(self, devices: Devices, clock: Callable[[], datetime]) -> None:
        self._devices = devices
        self._clock = clock

    def make(self, device: Device, path: str) -> Ticket:
        """Return a ticket of a device for one path."""
        until = int((self._clock() + LIFETIME).timestamp())
        content = device.device_id.bytes + until.to_bytes(_SECONDS) + _code(device, until, path)
        text = urlsafe_b64encode(content).rstrip(b"=").decode()
        return Ticket(f"{path}?{TICKET.name}={text}", datetime.fromtimestamp(until, UTC))

    async def recognise(self, text: str, path: str) -> Device:
        """Return the device that made a ticket for a path.

        Raises Unauthenticated if the ticket is wrong or expired, or its device has a new token.
        """
        if not _PATTERN.fullmatch(text):
            raise Unauthenticated
        content = urlsafe_b64decode(text + "=")
        device_id, until = UUID(bytes=content[:_ID]), int.from_bytes(content[_ID : _ID + _SECONDS])
        if until < self._clock().timestamp():
            raise Unauthenticated
        return await self._devices.find(
            device_id,
            lambda device: hmac.compare_digest(_code(device, until, path), content[-_CODE:]),
        )


def _code(device: Device, until: int, path: str) -> bytes:
    """Return a code that takes the hash of the token to compute, so that a new token ends it."""
    # The path comes last because it alone has no fixed length.
    content = _PURPOSE + device.device_id.bytes + until.to_bytes(_SECONDS) + path.encode()
    return hmac.digest(device.token_hash, content, hashlib.sha256)
