"""The store of devices and of the keys of their commands.

A command with a key of its device is recognised when it arrives again.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from pitch.messages import Refusal
from pitchkeeper.access.devices import Command, CommandKey, Device
from pitchkeeper.database.pool import Connections, queries


class DeviceStore:
    """The stored devices, and the keys of their commands."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_device(self, device: Device) -> None:
        """Add a device."""
        await self._connections.execute(
            queries().add_device, device.device_id, device.token_hash, device.created_at
        )

    async def load_device(self, device_id: UUID) -> Device | None:
        """Return a device; None if there is none."""
        row = await self._connections.fetchrow(queries().load_device, device_id)
        return None if row is None else Device(*row)

    async def load_name(self, device_id: UUID) -> str | None:
        """Return the name of a device; None if it has none."""
        name: str | None = await self._connections.fetchval(queries().load_device_name, device_id)
        return name

    async def rename_device(self, device: Device, name: str | None) -> bool:
        """Store the name of a device, or remove it; return False after a sign-out."""
        sql = queries()
        # In one transaction, so that the members of two renamings do not mix.
        async with self._connections.transaction() as connection:
            done = await connection.fetchval(sql.rename_device, device.device_id, name)
            if done is not None:
                await connection.execute(sql.rename_in_matches, device.device_id, name)
                await connection.execute(sql.rename_in_leagues, device.device_id, name)
        return done is not None

    # The current token counts until the next one is used, so a lost response locks nobody out.
    async def offer_token(self, device: Device, token_hash: bytes) -> bool:
        """Store the next token; return False if the token of the device is no longer current."""
        stored = await self._connections.fetchval(
            queries().offer_token, device.device_id, device.token_hash, token_hash
        )
        return stored is not None

    async def adopt_token(self, device_id: UUID, token_hash: bytes) -> None:
        """Make the offered token the only one, if it is still the offered one."""
        await self._connections.execute(queries().adopt_token, device_id, token_hash)

    async def revoke_device(self, device: Device, at: datetime) -> bool:
        """Sign a device out for good; return False if its token is no longer current."""
        done = await self._connections.fetchval(
            queries().revoke_device, device.device_id, device.token_hash, at
        )
        return done is not None

    async def token_hashes(self, device_ids: Sequence[UUID]) -> dict[UUID, bytes]:
        """Return the token hashes of devices, without those that have signed out."""
        rows = await self._connections.fetch(queries().list_tokens, device_ids)
        return {row["device_id"]: row["token_hash"] for row in rows}

    async def claim_key(
        self, device_id: UUID, key: str, fingerprint: bytes, command_id: UUID, now: datetime
    ) -> tuple[bytes, Command]:
        """Store the key of a command; return the fingerprint and command of its first use."""
        row = await self._connections.fetchrow(
            queries().claim_key, device_id, key, fingerprint, command_id, now
        )
        fingerprint, command_id, first_sent_at = row  # type: ignore[misc]
        return fingerprint, Command(device_id, command_id, first_sent_at)

    async def load_key(self, device_id: UUID, key: str) -> UUID | None:
        """Return the id of the command that has a key of a device; None if there is none."""
        command_id: UUID | None = await self._connections.fetchval(
            queries().load_key, device_id, key
        )
        return command_id


class KeyReused(Refusal):
    """This device has used the same key for another request."""

    hint = "Every command needs a key of its own; repeat one only with the same body."


class IdempotencyKeys:
    """The keys that devices have given their commands."""

    def __init__(
        self, store: DeviceStore, clock: Callable[[], datetime], new_id: Callable[[], UUID]
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    async def claim(self, device_id: UUID, key: CommandKey) -> Command:
        """Return the command of a key. Raises KeyReused if the key was used for another request."""
        # In one statement, so that two copies that arrive at once get the same command.
        fingerprint, command = await self._store.claim_key(
            device_id, key.text, key.fingerprint, self._new_id(), self._clock()
        )
        if fingerprint != key.fingerprint:
            raise KeyReused
        return command

    async def find(self, device_id: UUID, key: str) -> UUID | None:
        """Return the id of the command that has a key of a device; None if there is none."""
        return await self._store.load_key(device_id, key)
