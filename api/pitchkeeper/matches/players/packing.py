"""Packing: a tally as one number, in which each counter has a place with room for its sums.

The sum of such numbers contains the sums of all counters, and a database adds numbers far faster
than JSON. The database stores the places of the counters, which never change.
"""

from collections.abc import Mapping
from itertools import count
from typing import Final

from pitch.match import Tally

_ROOM: Final = 10**12
"""The room of a counter in the number: more than any counter ever reaches."""


def pack(tally: Tally, places: Mapping[str, int]) -> int:
    """Return a tally as one number."""
    return sum(number * _ROOM ** places[name] for name, number in tally.items())


def unpack(total: int, places: Mapping[str, int]) -> Tally:
    """Return the sum of tallies, from the sum of their numbers."""
    names = {place: name for name, place in places.items()}
    tally: dict[str, int] = {}
    for place in count():
        if not total:
            break
        # A negative score borrows one from the place above it.
        number = (total + _ROOM // 2) % _ROOM - _ROOM // 2
        total = (total - number) // _ROOM
        if number:
            tally[names[place]] = number
    return tally
