"""Callers: the devices of requests, by token, or by ticket for operations that take one."""

from contextlib import suppress
from typing import Any

from litestar import Request

from pitchkeeper.access.auth import Devices
from pitchkeeper.access.devices import Device
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.limits.throttle import Throttle
from pitchkeeper.rest.operations import TICKET, operation_for
from pitchkeeper.rest.problems import Unauthenticated
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
