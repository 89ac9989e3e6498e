"""Idempotency keys: a command with a key of its device is recognised when it arrives again."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from pitch.messages import Message, Refusal
from pitchkeeper.access.device_store import DeviceStore
from pitchkeeper.access.devices import Command, CommandKey


class KeyReused(Refusal):
    """This device has used the same key for another request."""

    code = "key_reused"
    default_message = Message("problem.key_reused")
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
