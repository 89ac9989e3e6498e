"""Devices: anonymous sign-in."""

from litestar.di import NamedDependency

from api.access import views
from api.access.auth import Devices
from api.access.devices import Device
from api.http.operations import operation


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

    Nothing is asked. The token is shown this once: keep it and send it as a bearer token from
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
)
async def get_device(caller: NamedDependency[Device]) -> views.Device:
    """Tell which device this is.

    The device that the bearer token belongs to. Safe to repeat.
    """
    return views.Device(device_id=caller.device_id, created_at=caller.created_at)


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
