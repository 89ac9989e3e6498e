"""Commands: what a device asks for, told apart by the keys that it gives them."""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from litestar import Request
from litestar.di import NamedDependency

from api.kept import Command, Device
from api.problems import InvalidParameter
from api.store import Store
from domain.refusals import Refusal

HEADER: Final = "Idempotency-Key"
_KEY: Final = re.compile(r"^[\x21-\x7e]{1,64}$", re.ASCII)


class KeyReused(Refusal):
    """This device has used the same Idempotency-Key for something else."""

    code = "key_reused"


class Commands:
    """The keys that devices have given their commands."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], new_id: Callable[[], UUID]
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    async def keyed(self, device_id: UUID, key: str, asked: bytes) -> Command:
        """The command of a key: the same one whenever the device asks the same again."""
        fingerprint = hashlib.sha256(asked).digest()
        known, command_id = await self._store.claim_key(
            device_id, key, fingerprint, self._new_id(), self._clock()
        )
        if known != fingerprint:
            raise KeyReused
        return Command(device_id, command_id)


async def command(request: Request[Any, Any, Any], caller: NamedDependency[Device]) -> Command:
    """What a request asks for; with a key it is one command however often it is sent."""
    key = request.headers.get(HEADER)
    if key is None:
        return Command(caller.device_id)
    if not _KEY.match(key):
        raise InvalidParameter(f"{HEADER} has 1 to 64 visible ASCII characters.", HEADER)
    commands: Commands = request.app.state.commands
    asked = b"\n".join([request.method.encode(), request.url.path.encode(), await request.body()])
    return await commands.keyed(caller.device_id, key, asked)
