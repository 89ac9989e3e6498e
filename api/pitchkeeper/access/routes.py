"""Devices: anonymous sign-in."""

from collections.abc import Sequence
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from msgspec import structs

from pitchkeeper.access import views
from pitchkeeper.access.auth import Devices
from pitchkeeper.access.codes.device_codes import DeviceCodes
from pitchkeeper.access.devices import Device, NotedCode
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.rest import bodies
from pitchkeeper.rest.operations import operation


@operation(
    "POST",
    "/v1/devices",
    "createDevice",
    tag="Devices",
    status=201,
    answer=views.SignedIn,
    is_public=True,
    rate_limit="sign_ins",
)
async def create_device(devices: NamedDependency[Devices]) -> views.SignedIn:
    """Sign in a device.

    Nothing is body. The token is shown this once: keep it and send it as a bearer token from
    then on. A retry makes another device; nothing is lost by that.
    """
    device, token = await devices.sign_in()
    return views.SignedIn(device_id=device.device_id, token=token)


@operation(
    "GET",
    "/v1/devices/me",
    "getDevice",
    tag="Devices",
    answer=views.Device,
    links=("getPlayerStatistics",),
)
async def get_device(
    caller: NamedDependency[Device],
    devices: NamedDependency[Devices],
    device_codes: NamedDependency[DeviceCodes],
) -> views.Device:
    """Get this device.

    The device that the bearer token belongs to, and when its codes were made and used, so that
    whoever has it sees if somebody else had it too. Safe to repeat.
    """
    return _device_view(caller, await devices.name(caller), await device_codes.codes(caller))


@operation(
    "PUT",
    "/v1/devices/me",
    "renameDevice",
    tag="Devices",
    body=views.DeviceChange,
    answer=views.Device,
)
async def rename_device(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    devices: NamedDependency[Devices],
    device_codes: NamedDependency[DeviceCodes],
) -> views.Device:
    """Rename this device.

    It is shown to those who share a match or a league with it, beside its id, for as long as both
    are in it; null takes it away. A match that nobody changes keeps its version, so what is asked
    for with `If-None-Match` tells of a name by the next change. A retry changes nothing.
    """
    body = await bodies.read(request, views.DeviceChange)
    await devices.rename(caller, body.name)
    return _device_view(caller, body.name, await device_codes.codes(caller))


@operation(
    "POST",
    "/v1/devices/me/token",
    "rotateToken",
    tag="Devices",
    status=201,
    answer=views.SignedIn,
)
async def rotate_token(
    caller: NamedDependency[Device], devices: NamedDependency[Devices]
) -> views.SignedIn:
    """Replace the token.

    The new token is shown this once. The old one works until the new one is used for the first
    time, so an answer that is lost locks nobody out: a retry answers another new token, and the
    one before it, never used, is dead. Live streams end with the old token.
    """
    token = await devices.rotate(caller)
    return views.SignedIn(device_id=caller.device_id, token=token)


@operation("DELETE", "/v1/devices/me/token", "revokeToken", tag="Devices", status=204)
async def revoke_token(caller: NamedDependency[Device], devices: NamedDependency[Devices]) -> None:
    """Sign the device out for good.

    Its tokens are dead from then on and there is no way back; the matches stay. A retry answers
    401, which says that it is done.
    """
    await devices.revoke(caller)


@operation(
    "POST",
    "/v1/tickets",
    "createTicket",
    tag="Devices",
    status=201,
    body=views.NewTicket,
    answer=views.Ticket,
)
async def create_ticket(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    tickets: NamedDependency[Tickets],
) -> views.Ticket:
    """Create a ticket.

    For an `EventSource` and an `img`, which can send none. It is good for this one path and for a
    minute, as what this device may see, and dead once the token is replaced. A stream that was
    opened in time goes on; when it breaks later the address is refused with 401 and the
    `EventSource` is closed, so make another ticket then and send the last id as `lastEventId`.
    Whoever is shown the address within its minute can use it too. A retry makes another.
    """
    body = await bodies.read(request, views.NewTicket)
    ticket = tickets.make(caller, body.path)
    return views.Ticket(address=ticket.address, expires_at=ticket.expires_at)


def _device_view(device: Device, name: str | None, codes: Sequence[NotedCode]) -> views.Device:
    return views.Device(
        device_id=device.device_id,
        name=name,
        created_at=device.created_at,
        codes=tuple(views.DeviceCode(**structs.asdict(code)) for code in codes),
    )
