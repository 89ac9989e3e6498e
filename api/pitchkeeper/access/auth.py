"""Who is calling: a device, told by its bearer token."""

import hashlib
import hmac
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final
from uuid import UUID

from cachetools import TTLCache

from pitchkeeper.access.device_store import DeviceStore
from pitchkeeper.access.devices import Device
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.rest.problems import Unauthenticated

_TOKEN: Final = re.compile(r"^(?i:Bearer) pk_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$", re.ASCII)
_REMEMBERED: Final = 10_000
# A process that does not hear of a sign-out honours the dead token for no longer than this.
_SECONDS: Final = 5


class Devices:
    """Devices sign in without a name and show their token from then on."""

    def __init__(
        self,
        store: DeviceStore,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        new_secret: Callable[[], str],
        notifications: Notifications,
    ) -> None:
        """`notifications` tell other processes to forget a token; they get by without them."""
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._new_secret = new_secret
        self._notifications = notifications
        self._known: TTLCache[UUID, Device] = TTLCache(_REMEMBERED, _SECONDS)
        self._forgotten = 0

    async def sign_in(self) -> tuple[Device, str]:
        """A new device, and its token: its id and 256 bits of chance."""
        secret = self._new_secret()
        device = Device(self._new_id(), _hash(secret), self._clock())
        await self._store.add_device(device)
        return device, _token(device.device_id, secret)

    async def recognise(self, header: str | None) -> Device:
        """The device whose token an Authorization header carries."""
        match = _TOKEN.match(header or "")
        if match is None:
            raise Unauthenticated
        device_id, shown = UUID(match[1]), _hash(match[2])
        known = self._known.get(device_id)
        if known is not None and hmac.compare_digest(known.token_hash, shown):
            return known
        device = await self.load(device_id)
        if device.next_token_hash and hmac.compare_digest(device.next_token_hash, shown):
            device = await self._adopt(device_id, shown)
        if not hmac.compare_digest(device.token_hash, shown):
            raise Unauthenticated
        return device

    async def find(self, device_id: UUID, is_meant: Callable[[Device], bool]) -> Device:
        """A device of which something is so, as it is remembered or else as it is kept."""
        known = self._known.get(device_id)
        if known is not None and is_meant(known):
            return known
        device = await self.load(device_id)
        if not is_meant(device):
            raise Unauthenticated
        return device

    async def load(self, device_id: UUID) -> Device:
        """A device as it is kept."""
        forgotten = self._forgotten
        device = await self._store.load_device(device_id)
        if device is None:
            raise Unauthenticated
        # Told of a change meanwhile, we may hold what was read before it.
        if forgotten == self._forgotten:
            self._known[device_id] = device
        return device

    async def name(self, device: Device) -> str | None:
        """What a device is called; None while it has no name."""
        return await self._store.load_name(device.device_id)

    async def rename(self, device: Device, name: str | None) -> None:
        """Call a device something, or nothing; refused once it has signed out."""
        if not await self._store.rename_device(device, name):
            raise Unauthenticated

    async def rotate(self, device: Device) -> str:
        """A new token; the old one works until the new one is used for the first time."""
        secret = self._new_secret()
        if not await self._store.offer_token(device, _hash(secret)):
            raise Unauthenticated
        return _token(device.device_id, secret)

    async def recover(
        self, device_id: UUID, secret: str, offer: Callable[[bytes, bytes], Awaitable[bool]]
    ) -> str:
        """A token of this secret for whoever gets a device back; those before are dead at once.

        `offer` stores the hashes of a token that nobody has, and of the one that is offered: so it
        is known when that is used for the first time.
        """
        if not await offer(_hash(self._new_secret()), _hash(secret)):
            raise Unauthenticated
        self.forget(device_id)
        self._notifications.token_changed(device_id)
        return _token(device_id, secret)

    async def revoke(self, device: Device) -> None:
        """Sign a device out for good."""
        if not await self._store.revoke_device(device, self._clock()):
            raise Unauthenticated
        self._notifications.device_signed_out(device.device_id)

    def forget(self, device_id: UUID) -> None:
        """Ask the store again when this device calls next."""
        self._forgotten += 1
        self._known.pop(device_id, None)

    def forget_all(self) -> None:
        """Ask the store again whoever calls next: some may have changed without our being told."""
        self._forgotten += 1
        self._known.clear()

    async def _adopt(self, device_id: UUID, shown: bytes) -> Device:
        await self._store.adopt_token(device_id, shown)
        self._notifications.token_changed(device_id)
        # Another request may have adopted it first, or the device may have rotated or signed out.
        return await self.load(device_id)


def _token(device_id: UUID, secret: str) -> str:
    return f"pk_{device_id.hex}_{secret}"


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
