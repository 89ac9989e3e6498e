"""IdempotencyKeys: what devices call their commands, so that each is told apart from its copies."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.device_store import DeviceStore
from pitchkeeper.access.devices import Command, CommandKey


class KeyReused(Refusal):
    """This device has used the same key for something else."""

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
        """The command of a key: the same one whenever the device asks the same again."""
        # In one statement: of two copies that arrive at once both get the command of the first.
        known, command = await self._store.claim_key(
            device_id, key.text, key.fingerprint, self._new_id(), self._clock()
        )
        if known != key.fingerprint:
            raise KeyReused
        return command

    async def find(self, device_id: UUID, key: str) -> UUID | None:
        """The id of the command that a device gave a key; None if that has not arrived."""
        return await self._store.load_key(device_id, key)
