"""Erasure of a device."""

from litestar.di import NamedDependency

from pitchkeeper.access.devices import Device
from pitchkeeper.removal.erasure import Erasures
from pitchkeeper.rest.operations import operation


@operation("DELETE", "/v1/devices/me", tag="Devices", status=204)
async def erase_device(
    caller: NamedDependency[Device], erasures: NamedDependency[Erasures]
) -> None:
    """Erase this device's data.

    The device is signed out; its id, lists and keys are erased, and so is every match or league
    without other members. This cannot be undone. A match or league with other members stays: its
    hands, scores, reasons and typed names remain, but the player of this device is renamed "Player"
    with the number of the seat, and its id is replaced by 00000000-0000-0000-0000-000000000000, as
    for every erased device. A match or league that it owned passes to the scorer who joined first,
    or else to the viewer who joined first; one that it had deleted is removed. If the device has
    very many matches, the response may come before the last of them is erased; the rest follows
    within minutes. A retry gets 401, which means that the erasure is under way.
    """
    await erasures.erase(caller)
