"""Packing: a tally as one number, in which each counter has a place with room for its sums.

The sum of such numbers has the sums of all counters, and a database adds numbers up far faster than
JSON. Which place is whose the database says, for what once has one keeps it.
"""

from collections.abc import Mapping
from itertools import count
from typing import Final

from pitch.match import Tally

_ROOM: Final = 10**12
"""What a counter takes of the number: more than anybody ever counts."""


def pack(tally: Tally, places: Mapping[str, int]) -> int:
    """A tally as one number."""
    return sum(number * _ROOM ** places[name] for name, number in tally.items())


def unpack(total: int, places: Mapping[str, int]) -> Tally:
    """The sum of some tallies, from the sum of their numbers."""
    names = {place: name for name, place in places.items()}
    found: dict[str, int] = {}
    for place in count():
        if not total:
            break
        # A score may be below zero, and then what stands above it in the number is one less.
        number = (total + _ROOM // 2) % _ROOM - _ROOM // 2
        total = (total - number) // _ROOM
        if number:
            found[names[place]] = number
    return found
