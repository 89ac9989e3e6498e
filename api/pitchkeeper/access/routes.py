"""Devices: anonymous sign-in."""

from collections.abc import Sequence

from litestar.di import NamedDependency
from msgspec import structs

from pitchkeeper.access import views
from pitchkeeper.access.auth import Devices
from pitchkeeper.access.codes.device_codes import DeviceCodes
from pitchkeeper.access.devices import Device, NotedCode
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody


@operation("POST", "/v1/devices", tag="Devices", status=201, is_public=True, rate_limit="sign_ins")
async def create_device(devices: NamedDependency[Devices]) -> views.SignedIn:
    """Sign in a device.

    The request has no body. The token is shown only in this response: store it and send it as a
    bearer token in every request. A retry signs in another device, which does no harm.
    """
    device, token = await devices.sign_in()
    return views.SignedIn(device_id=device.device_id, token=token)


@operation("GET", "/v1/devices/me", tag="Devices", links=("getPlayerStatistics",))
async def get_device(
    caller: NamedDependency[Device],
    devices: NamedDependency[Devices],
    device_codes: NamedDependency[DeviceCodes],
) -> views.Device:
    """Get this device.

    The response has the device that the bearer token belongs to, and the times when its recovery
    and transfer codes were created and used, so that its owner notices if somebody else used one.
    Safe to repeat.
    """
    return _device_view(caller, await devices.name(caller), await device_codes.codes(caller))


@operation("PUT", "/v1/devices/me", tag="Devices")
async def rename_device(
    change: FromBody[views.DeviceChange],
    caller: NamedDependency[Device],
    devices: NamedDependency[Devices],
    device_codes: NamedDependency[DeviceCodes],
) -> views.Device:
    """Rename this device.

    The name is shown beside the device's id to all who share a match or a league with it; null
    removes the name. A rename does not change the version of a match, so a request with
    `If-None-Match` returns the new name only after the next change of the match. A retry changes
    nothing.
    """
    await devices.rename(caller, change.name)
    return _device_view(caller, change.name, await device_codes.codes(caller))


@operation("POST", "/v1/devices/me/token", tag="Devices", status=201)
async def rotate_token(
    caller: NamedDependency[Device], devices: NamedDependency[Devices]
) -> views.SignedIn:
    """Replace the token.

    The new token is shown only in this response. The old token works until the new one is used for
    the first time, so a lost response locks nobody out: a retry returns another new token and
    invalidates the one before it. Live streams that were opened with the old token end when it
    stops working.
    """
    token = await devices.rotate(caller)
    return views.SignedIn(device_id=caller.device_id, token=token)


@operation("DELETE", "/v1/devices/me/token", tag="Devices", status=204)
async def revoke_token(caller: NamedDependency[Device], devices: NamedDependency[Devices]) -> None:
    """Sign the device out for good.

    All tokens of the device stop working for good; its matches are not deleted. A retry gets 401,
    which means that the device is signed out.
    """
    await devices.revoke(caller)


@operation("POST", "/v1/tickets", tag="Devices", status=201)
async def create_ticket(
    new_ticket: FromBody[views.NewTicket],
    caller: NamedDependency[Device],
    tickets: NamedDependency[Tickets],
) -> views.Ticket:
    """Create a ticket.

    A ticket lets an `EventSource` or an `img`, which cannot send a bearer token, request one path
    with the rights of this device. It works for one minute and for that path only, and no longer
    after the token is replaced. A stream that was opened in time goes on. If it breaks later, its
    address gets 401 and the `EventSource` closes: create another ticket and send the last id as
    `lastEventId`. Anyone who sees the address within its minute can use it too. A retry creates
    another ticket.
    """
    ticket = tickets.make(caller, new_ticket.path)
    return views.Ticket(address=ticket.address, expires_at=ticket.expires_at)


def _device_view(device: Device, name: str | None, codes: Sequence[NotedCode]) -> views.Device:
    return views.Device(
        device_id=device.device_id,
        name=name,
        created_at=device.created_at,
        codes=tuple(views.DeviceCode(**structs.asdict(code)) for code in codes),
    )
