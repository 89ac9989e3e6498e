"""Erasure of a device."""

from litestar.di import NamedDependency

from pitchkeeper.access.devices import Device
from pitchkeeper.removal.erasure import Erasures
from pitchkeeper.rest.operations import operation


@operation("DELETE", "/v1/devices/me", "eraseDevice", tag="Devices", status=204)
async def erase_device(
    caller: NamedDependency[Device], erasures: NamedDependency[Erasures]
) -> None:
    """Erase this device's data.

    It is signed out, its id, lists and keys are erased, and so is every match or league that nobody
    else is in; there is no way back. What others are in stays theirs: hands, scores, reasons, and
    names that were typed, but the seat of this device is called "Player" with its number from then
    on, and where its id stood is 00000000-0000-0000-0000-000000000000, the same for all who were
    erased. Whatever it owned passes to whoever has scored in it longest, else to whoever has
    watched longest; a match or a league that it had deleted is removed. A device with very many
    matches may be answered before the last of them is done; that follows within minutes. A retry
    answers 401, which says that it is under way.
    """
    await erasures.erase(caller)
