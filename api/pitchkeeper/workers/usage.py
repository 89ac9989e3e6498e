"""Usage: the processor time that each address and device has used lately."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from pitchkeeper.workers.clients import Client

HALF_LIFE: Final = 30.0
"""Seconds after which usage counts half."""
_MAX_KEYS: Final = 16_384


class Usage:
    """Processor seconds by address and by device, halved every half-life."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._usage: LRUCache[tuple[str, str], tuple[float, float]] = LRUCache(_MAX_KEYS)

    def add(self, client: Client, seconds: float) -> None:
        """Charge processor time to an address and its device."""
        self._add(("address", client.address), seconds)
        if client.device:
            self._add(("device", client.device), seconds)

    def address_seconds(self, client: Client) -> float:
        """Return the seconds that the address of a client has used lately."""
        return self._seconds(("address", client.address))

    def device_seconds(self, client: Client) -> float:
        """Return the seconds that the device of a client has used lately, from any address."""
        return self._seconds(("device", client.device)) if client.device else 0.0

    def _add(self, key: tuple[str, str], seconds: float) -> None:
        self._usage[key] = (self._seconds(key) + seconds, self._clock())

    def _seconds(self, key: tuple[str, str]) -> float:
        seconds, at = self._usage.get(key, (0.0, 0.0))
        return seconds and seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE)
