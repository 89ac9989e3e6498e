"""Ids of archives: kept where nobody else has them, and else the same each time."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final
from uuid import UUID

_TRIES: Final = 9
_CHANCE: Final = (1 << 62) - 1


def candidates(given: UUID, device_id: UUID) -> Iterator[UUID]:
    """Under which ids a device may have what an archive names so, in this order.

    All sort as the first does. They follow from it and from the device, so that a file that is
    sent again meets what it brought, and one that others send does not.
    """
    yield given
    for number in range(1, _TRIES):
        said = hashlib.sha256(given.bytes + device_id.bytes + bytes([number])).digest()
        chance = int.from_bytes(said[:10])
        time, random = given.int >> 80 << 80, (chance >> 62 & 0xFFF) << 64 | chance & _CHANCE
        # As RFC 9562 has a UUIDv7: 48 bits of time, the version, 12 bits, the variant, 62 bits.
        yield UUID(int=time | 7 << 76 | 2 << 62 | random)


def chosen(
    given: UUID, device_id: UUID, known: Mapping[UUID, bool], taken: Collection[UUID]
) -> tuple[UUID | None, bool]:
    """The id for what an archive names so, and whether the device has it there already.

    `known` are those that the device ever had, and whether it still has them; `taken` are those
    that others were found to have. None if there is no room for another copy.
    """
    tried = list(candidates(given, device_id))
    there = next((each for each in tried if known.get(each)), None)
    if there is not None:
        return there, True
    # What the device left or deleted stays so: it comes back beside it.
    return next((each for each in tried if each not in known and each not in taken), None), False
