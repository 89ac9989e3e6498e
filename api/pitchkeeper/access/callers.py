"""Callers: which device makes a request, by its token, or by a ticket where one will do."""

from contextlib import suppress
from typing import Any

from litestar import Request

from pitchkeeper.access.auth import Devices
from pitchkeeper.access.devices import Device
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.rest.limits.throttle import Throttle
from pitchkeeper.rest.operations import TICKET, operation_for
from pitchkeeper.rest.problems import Unauthenticated
from pitchkeeper.workers import clients


class Callers:
    """Tells who makes a request."""

    def __init__(self, devices: Devices, tickets: Tickets, throttle: Throttle) -> None:
        self._devices = devices
        self._tickets = tickets
        self._throttle = throttle

    async def note(self, request: Request[Any, Any, Any]) -> None:
        """Note which device makes a request, if any does, and count nothing for it yet."""
        with suppress(Unauthenticated):
            device = await self._identify(request)
            clients.set_device(str(device.device_id))

    async def recognise(self, request: Request[Any, Any, Any]) -> Device:
        """The device that makes a request, within its limits."""
        device = await self._identify(request)
        clients.set_device(str(device.device_id))
        await self._throttle.admit_device(request.scope, str(device.device_id))
        return device

    async def _identify(self, request: Request[Any, Any, Any]) -> Device:
        operation = operation_for(request.scope)
        token = request.headers.get("authorization")
        takes_ticket = operation is not None and operation.takes_ticket
        ticket = request.query_params.get(TICKET.name) if takes_ticket else None
        if ticket is None:
            device = await self._devices.recognise(token)
        else:
            device = await self._tickets.recognise(ticket, request.scope["path"])
            # Two devices at once would be answered as one of them, and it is not said as which.
            if token is not None and await self._devices.recognise(token) != device:
                raise Unauthenticated
        return device
