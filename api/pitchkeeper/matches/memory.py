"""Memory: matches as this process read or wrote them last, so that none is worked out again.

It never says what is true. That is the version and the time of the last change that the database
tells in the same breath as who takes part; only a match that is at both is the one remembered.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final
from uuid import UUID

from cachetools import TTLCache

from pitchkeeper.matches.state import MatchState

_BYTES: Final = 64 * 1024 * 1024
"""About two thousand matches of eight hands."""
_SECONDS: Final = 600
_OF_MATCH: Final = 6_000
_OF_HAND: Final = 5_000
"""Bytes that a match takes, and each hand of it with its line: measured, and rounded up."""


class MatchMemory:
    """The matches that were asked for last, as many as fit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._states: TTLCache[UUID, MatchState] = TTLCache(_BYTES, _SECONDS, clock, _size)

    def get(self, match_id: UUID) -> MatchState | None:
        """A match as it was read last, if that is not long ago."""
        return self._states.get(match_id)

    def holds(self, known: MatchState, version: int, updated_at: datetime) -> bool:
        """Whether a match is still as it is remembered."""
        # A backup that was restored may come to a version twice, but not at the same time.
        return (version, updated_at) == (known.version, known.updated_at)

    def put(self, state: MatchState) -> None:
        """Remember a match, unless it is too large to remember."""
        if _size(state) <= _BYTES:
            self._states[state.match_id] = state

    def forget_device(self, device_id: UUID) -> None:
        """Keep nothing of a device that has gone: it may have been erased with its name."""
        for state in [*self._states.values()]:
            if state.member(device_id) is not None:
                self._states.pop(state.match_id, None)

    def forget_all(self) -> None:
        """Keep nothing: some may have gone without our being told."""
        self._states.clear()


def _size(state: MatchState) -> int:
    return _OF_MATCH + _OF_HAND * len(state.hands)
