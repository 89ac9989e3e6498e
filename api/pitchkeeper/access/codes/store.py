"""The store of device codes: hashes only, for a code is shown once and never again."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pitchkeeper.access.devices import CodeKind, Device, NotedCode
from pitchkeeper.database.pool import Connections, queries


class DeviceCodeStore:
    """What is kept of the codes of devices."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def put(
        self,
        device: Device,
        kind: str,
        code_hash: bytes,
        made_at: datetime,
        expires_at: datetime | None,
    ) -> bool:
        """Keep a code in place of the one before; false if the device shows a token of before."""
        kept = await self._connections.fetchval(
            queries().put_device_code,
            device.device_id,
            device.token_hash,
            kind,
            code_hash,
            made_at,
            expires_at,
        )
        return kept is not None

    async def use_recovery(
        self, code_hash: bytes, now: datetime, salt: bytes
    ) -> tuple[UUID, bytes] | None:
        """The device that a recovery code is of, which is used by this, and the code's salt."""
        found = await self._connections.fetchrow(queries().use_recovery, code_hash, now, salt)
        return None if found is None else (found["device_id"], found["salt"])

    # The code of now counts until the token is used: an answer that is lost loses no device.
    async def recover(
        self, device_id: UUID, code_hash: bytes, next_hash: bytes, token_hash: bytes, offered: bytes
    ) -> bool:
        """Offer a token and a code, and make `token_hash` the one of now; false if it is too late.

        It is where the device has signed out, or has another code by now.
        """
        done = await self._connections.fetchval(
            queries().recover_device, device_id, token_hash, offered, code_hash, next_hash
        )
        return done is not None

    async def find_transfer(self, code_hash: bytes, now: datetime) -> UUID | None:
        """The device that a code of a transfer is of, if it can be used."""
        found: UUID | None = await self._connections.fetchval(
            queries().find_transfer, code_hash, now
        )
        return found

    async def use_transfer(self, code_hash: bytes, now: datetime) -> bool:
        """Use a code of a transfer; false if it cannot be used any more."""
        used = await self._connections.fetchval(queries().use_transfer, code_hash, now)
        return used is not None

    async def list_codes(self, device_id: UUID) -> Sequence[NotedCode]:
        """When the codes of a device were made and used."""
        rows = await self._connections.fetch(queries().list_device_codes, device_id)
        return [NotedCode(**dict(row) | {"kind": CodeKind(row["kind"])}) for row in rows]

    async def revoke(self, device_id: UUID, kind: str) -> None:
        """Forget a code of a device."""
        await self._connections.execute(queries().revoke_device_code, device_id, kind)
