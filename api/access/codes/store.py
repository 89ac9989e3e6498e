"""The store of device codes: hashes only, for a code is shown once and never again."""

from datetime import datetime
from uuid import UUID

from api.database.pool import Connections, queries


class DeviceCodeStore:
    """What is kept of the codes of devices."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def put(
        self,
        device_id: UUID,
        kind: str,
        code_hash: bytes,
        made_at: datetime,
        expires_at: datetime | None,
    ) -> bool:
        """Keep a code in place of the one before; false if the device has signed out."""
        kept = await self._connections.fetchval(
            queries().put_device_code, device_id, kind, code_hash, made_at, expires_at
        )
        return kept is not None

    async def find_recovery(self, code_hash: bytes) -> UUID | None:
        """The device that a recovery code is of."""
        found: UUID | None = await self._connections.fetchval(queries().find_recovery, code_hash)
        return found

    async def use_transfer(self, code_hash: bytes, now: datetime) -> UUID | None:
        """The device that a code of a transfer is of, which is used by this."""
        found: UUID | None = await self._connections.fetchval(
            queries().use_transfer, code_hash, now
        )
        return found

    async def revoke(self, device_id: UUID, kind: str) -> None:
        """Forget a code of a device."""
        await self._connections.execute(queries().revoke_device_code, device_id, kind)
