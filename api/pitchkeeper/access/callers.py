"""Callers: the devices of requests, by token or ticket, and their commands.

An Idempotency-Key makes a command idempotent.
"""

import hashlib
import re
from contextlib import suppress
from typing import Any, Final

from litestar import Request

from pitch.messages import Message
from pitchkeeper.access.auth import Devices
from pitchkeeper.access.device_store import IdempotencyKeys
from pitchkeeper.access.devices import Command, CommandKey, Device
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.limits.throttle import Throttle
from pitchkeeper.rest.operations import KEY_HEADER, TICKET, operation_for
from pitchkeeper.rest.problems import InvalidParameter, Unauthenticated
from pitchkeeper.workers import clients


class Callers:
    """Identification of the devices that send requests."""

    def __init__(self, devices: Devices, tickets: Tickets, throttle: Throttle) -> None:
        self._devices = devices
        self._tickets = tickets
        self._throttle = throttle

    async def note(self, request: Request[Any, Any, Any]) -> None:
        """Note the device of a request, if it has one, without counting the request."""
        with suppress(Unauthenticated):
            device = await self._identify(request)
            clients.set_device(str(device.device_id))

    async def recognise(self, request: Request[Any, Any, Any]) -> Device:
        """Return the device of a request, and count the request against its limits."""
        device = await self._identify(request)
        clients.set_device(str(device.device_id))
        await self._throttle.admit_device(request.scope, str(device.device_id))
        return device

    async def _identify(self, request: Request[Any, Any, Any]) -> Device:
        operation = operation_for(request.scope)
        token = request_headers.first(request.scope, "authorization")
        takes_ticket = operation is not None and operation.takes_ticket
        ticket = request.query_params.get(TICKET.name) if takes_ticket else None
        if ticket is None:
            device = await self._devices.recognise(token)
        else:
            device = await self._tickets.recognise(ticket, request.scope["path"])
            # A request with the credentials of two devices is ambiguous.
            if token is not None and await self._devices.recognise(token) != device:
                raise Unauthenticated
        return device


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
