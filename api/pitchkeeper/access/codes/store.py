"""The store of device codes: hashes only, because a code is shown once and never again."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from pitchkeeper.access.devices import CodeKind, CommandKey, Device, NotedCode
from pitchkeeper.database.pool import Connection, Connections, queries
from pitchkeeper.rest.problems import Unauthenticated


class NewCode(Struct, frozen=True):
    """A code of a device as it is stored."""

    kind: CodeKind
    code_hash: bytes
    made_at: datetime
    expires_at: datetime | None


class DeviceCodeStore:
    """The stored codes of devices."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def put(self, device: Device, code: NewCode) -> None:
        """Store a code in place of the one before. Raises Unauthenticated for a dead token."""
        async with self._connections.acquire() as connection:
            await _put(connection, device, code)

    async def put_once(
        self, device: Device, code: NewCode, key: CommandKey, command_id: UUID
    ) -> tuple[bytes, bool]:
        """Store the code of a command the first time that it arrives.

        Returns what its key was first used for, and whether this was the first time. Raises
        Unauthenticated for a dead token, whose command may be sent again by another.
        """
        async with self._connections.transaction() as connection:
            row = await connection.fetchrow(
                queries().claim_key,
                *(device.device_id, key.text, key.fingerprint, command_id, code.made_at),
            )
            fingerprint, first_id, _ = row  # type: ignore[misc]
            is_first = first_id == command_id
            if is_first:
                await _put(connection, device, code)
        return fingerprint, is_first

    async def load(self, device_id: UUID, code: NewCode) -> tuple[datetime, datetime | None] | None:
        """Return when a code was made and until when it is good; None if it is not good now."""
        row = await self._connections.fetchrow(
            queries().load_device_code, device_id, code.kind, code.code_hash, code.made_at
        )
        return None if row is None else (row["made_at"], row["expires_at"])

    async def use_recovery(
        self, code_hash: bytes, now: datetime, salt: bytes
    ) -> tuple[UUID, bytes] | None:
        """Use a recovery code; return its device and salt, or None if the code is not valid."""
        row = await self._connections.fetchrow(queries().use_recovery, code_hash, now, salt)
        return None if row is None else (row["device_id"], row["salt"])

    # The current code counts until the token is used, so a lost response loses no device.
    async def recover(
        self, device_id: UUID, code_hash: bytes, next_hash: bytes, token_hash: bytes, offered: bytes
    ) -> bool:
        """Store the next token and code, with `token_hash` as the current token.

        Returns False if the device has signed out or has another code by now.
        """
        done = await self._connections.fetchval(
            queries().recover_device, device_id, token_hash, offered, code_hash, next_hash
        )
        return done is not None

    async def find_transfer(self, code_hash: bytes, now: datetime) -> UUID | None:
        """Return the device of a transfer code; None if the code cannot be used."""
        device_id: UUID | None = await self._connections.fetchval(
            queries().find_transfer, code_hash, now
        )
        return device_id

    async def use_transfer(self, code_hash: bytes, now: datetime) -> bool:
        """Use a transfer code; return False if it can no longer be used."""
        used = await self._connections.fetchval(queries().use_transfer, code_hash, now)
        return used is not None

    async def list_codes(self, device_id: UUID) -> Sequence[NotedCode]:
        """Return when the codes of a device were made and used."""
        rows = await self._connections.fetch(queries().list_device_codes, device_id)
        return [NotedCode(**dict(row) | {"kind": CodeKind(row["kind"])}) for row in rows]

    async def revoke(self, device_id: UUID, kind: str) -> None:
        """Remove a code of a device."""
        await self._connections.execute(queries().revoke_device_code, device_id, kind)


async def _put(connection: Connection, device: Device, code: NewCode) -> None:
    stored = await connection.fetchval(
        queries().put_device_code,
        *(device.device_id, device.token_hash),
        *(code.kind, code.code_hash, code.made_at, code.expires_at),
    )
    if stored is None:
        raise Unauthenticated
