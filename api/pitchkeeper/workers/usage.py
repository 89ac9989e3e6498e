"""Usage: how much processor time each address and device has used lately."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from pitchkeeper.workers.askers import Asker

HALF_LIFE: Final = 30.0
"""Seconds after which half of what was used is forgotten."""
_REMEMBERED: Final = 16_384


class Usage:
    """Processor seconds by address and by device, of which half is forgotten every half-life."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: LRUCache[tuple[str, str], tuple[float, float]] = LRUCache(_REMEMBERED)

    def add(self, asker: Asker, seconds: float) -> None:
        """Charge processor time to an address and its device."""
        for key in _keys(asker):
            self._used[key] = (self._seconds(key) + seconds, self._clock())

    def of_address(self, asker: Asker) -> float:
        """Return the seconds that the address of an asker has used lately."""
        return self._seconds(("address", asker.address))

    def of_device(self, asker: Asker) -> float:
        """Return the seconds that its device has used lately, from whichever addresses."""
        return self._seconds(("device", asker.device)) if asker.device else 0.0

    def _seconds(self, key: tuple[str, str]) -> float:
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds and seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE)


def _keys(asker: Asker) -> list[tuple[str, str]]:
    keys = [("address", asker.address)]
    return [*keys, ("device", asker.device)] if asker.device else keys
