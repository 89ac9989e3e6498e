"""Authentication: a device is known by its bearer token."""

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
_CACHE_SIZE: Final = 10_000
# A process that misses the notification of a sign-out honours the dead token no longer than this.
_CACHE_SECONDS: Final = 5


class Devices:
    """Devices, which sign in without a name and send their token from then on."""

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
        # By the text of the id, as a token has it.
        self._cache: TTLCache[str, Device] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS)
        self._evictions = 0

    async def sign_in(self) -> tuple[Device, str]:
        """Add a device, and return it with its token: the id of the device and 256 random bits."""
        secret = self._new_secret()
        device = Device(self._new_id(), _hash(secret), self._clock())
        await self._store.add_device(device)
        return device, _token(device.device_id, secret)

    async def recognise(self, header: str | None) -> Device:
        """Return the device whose token is in an Authorization header."""
        match = _TOKEN.match(header or "")
        if match is None:
            raise Unauthenticated
        token_hash, cached = _hash(match[2]), self._cached(match[1])
        if cached is not None and hmac.compare_digest(cached.token_hash, token_hash):
            return cached
        device_id = UUID(match[1])
        device = await self.load(device_id)
        if device.next_token_hash and hmac.compare_digest(device.next_token_hash, token_hash):
            device = await self._adopt(device_id, token_hash)
        if not hmac.compare_digest(device.token_hash, token_hash):
            raise Unauthenticated
        return device

    async def find(self, device_id: UUID, is_valid: Callable[[Device], bool]) -> Device:
        """Return a device that passes a check, from the cache or else from the store."""
        cached = self._cached(device_id.hex)
        if cached is not None and is_valid(cached):
            return cached
        device = await self.load(device_id)
        if not is_valid(device):
            raise Unauthenticated
        return device

    def _cached(self, device_id: str) -> Device | None:
        # Not by the method `get` of the cache, which takes twice as many steps.
        try:
            return self._cache[device_id]
        except KeyError:
            return None

    async def load(self, device_id: UUID) -> Device:
        """Return a device from the store, and cache it."""
        evictions = self._evictions
        device = await self._store.load_device(device_id)
        if device is None:
            raise Unauthenticated
        # After an eviction meanwhile, the device may have been read before the change.
        if evictions == self._evictions:
            self._cache[device_id.hex] = device
        return device

    async def name(self, device: Device) -> str | None:
        """Return the name of a device; None if it has none."""
        return await self._store.load_name(device.device_id)

    async def rename(self, device: Device, name: str | None) -> None:
        """Store the name of a device, or remove it. Raises Unauthenticated after a sign-out."""
        if not await self._store.rename_device(device, name):
            raise Unauthenticated

    async def rotate(self, device: Device) -> str:
        """Return a new token; the old one works until the new one is used for the first time."""
        secret = self._new_secret()
        if not await self._store.offer_token(device, _hash(secret)):
            raise Unauthenticated
        return _token(device.device_id, secret)

    async def recover(
        self, device_id: UUID, secret: str, offer: Callable[[bytes, bytes], Awaitable[bool]]
    ) -> str:
        """Return a token of this secret for a recovered device; earlier tokens are dead at once.

        `offer` stores the hashes of a token that nobody has and of the offered one, so that the
        first use of the offered one is noticed.
        """
        if not await offer(_hash(self._new_secret()), _hash(secret)):
            raise Unauthenticated
        self.forget(device_id)
        self._notifications.announce_token(device_id)
        return _token(device_id, secret)

    async def revoke(self, device: Device) -> None:
        """Sign a device out for good."""
        if not await self._store.revoke_device(device, self._clock()):
            raise Unauthenticated
        self._notifications.announce_sign_out(device.device_id)

    def forget(self, device_id: UUID) -> None:
        """Evict a device from the cache."""
        self._evictions += 1
        self._cache.pop(device_id.hex, None)

    def forget_all(self) -> None:
        """Evict all devices: some may have changed without a notification."""
        self._evictions += 1
        self._cache.clear()

    async def _adopt(self, device_id: UUID, token_hash: bytes) -> Device:
        await self._store.adopt_token(device_id, token_hash)
        self._notifications.announce_token(device_id)
        # Another request may have adopted it first, or the device may have rotated or signed out.
        return await self.load(device_id)


def _token(device_id: UUID, secret: str) -> str:
    return f"pk_{device_id.hex}_{secret}"


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
