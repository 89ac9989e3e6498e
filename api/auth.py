"""Who is calling: a device, told by its bearer token."""

import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from cachetools import TTLCache
from litestar import Request

from api.kept import Device
from api.problems import Unauthenticated
from api.store import Store

_TOKEN: Final = re.compile(r"^(?i:Bearer) pk_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$", re.ASCII)
_REMEMBERED: Final = 10_000
_SECONDS: Final = 60


class Devices:
    """Devices sign in without a name and show their token from then on."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        new_secret: Callable[[], str],
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._new_secret = new_secret
        self._known: TTLCache[bytes, Device] = TTLCache(_REMEMBERED, _SECONDS)

    async def sign_in(self) -> tuple[Device, str]:
        """A new device, and its token: its id and 256 bits of chance."""
        secret = self._new_secret()
        device = Device(self._new_id(), _hash(secret), self._clock())
        await self._store.add_device(device)
        return device, f"pk_{device.device_id.hex}_{secret}"

    async def recognise(self, header: str | None) -> Device:
        """The device whose token an Authorization header carries."""
        match = _TOKEN.match(header or "")
        if match is None:
            raise Unauthenticated
        key = _hash(match[0])
        known = self._known.get(key)
        if known is not None:
            return known
        device = await self._store.load_device(UUID(match[1]))
        if device is None or not hmac.compare_digest(device.token_hash, _hash(match[2])):
            raise Unauthenticated
        self._known[key] = device
        return device


async def caller(request: Request[Any, Any, Any]) -> Device:
    """The device that makes a request."""
    devices: Devices = request.app.state.devices
    return await devices.recognise(request.headers.get("authorization"))


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
