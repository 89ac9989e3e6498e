"""Commands of requests, which an Idempotency-Key makes idempotent."""

import hashlib
import re
from typing import Any, Final

from litestar import Request

from pitch.messages import Message
from pitchkeeper.access.devices import Command, CommandKey, Device
from pitchkeeper.access.idempotency_keys import IdempotencyKeys
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.operations import KEY_HEADER
from pitchkeeper.rest.problems import InvalidParameter

_KEY_UNFIT: Final = Message("problem.invalid_parameter.key")

_KEY: Final = re.compile(r"^[\x21-\x7e]{1,64}$", re.ASCII)


async def command(
    request: Request[Any, Any, Any], caller: Device, idempotency_keys: IdempotencyKeys
) -> Command:
    """Return the command of a request; all requests with the same key are one command."""
    key = await command_key(request)
    if key is None:
        return Command(caller.device_id)
    return await idempotency_keys.claim(caller.device_id, key)


async def command_key(request: Request[Any, Any, Any]) -> CommandKey | None:
    """Return the key of a request with a fingerprint of the request; None without a key."""
    text = key_text(request)
    if text is None:
        return None
    content = b"\n".join([request.method.encode(), request.url.path.encode(), await request.body()])
    return CommandKey(text, hashlib.sha256(content).digest())


def key_text(request: Request[Any, Any, Any]) -> str | None:
    """Return the text of the Idempotency-Key; None without a key."""
    key = request_headers.first(request.scope, KEY_HEADER)
    if key is not None and not _KEY.match(key):
        hint = f"{KEY_HEADER} has 1 to 64 visible ASCII characters."
        raise InvalidParameter(_KEY_UNFIT(), KEY_HEADER, hint=hint)
    return key
