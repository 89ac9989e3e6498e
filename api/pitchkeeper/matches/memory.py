"""Memory: a cache of matches, so that a process need not decode and judge them again.

A cached match is used only if the database confirms its version and the time of its last change,
in the statement that reads its members, or in the one that saves a change.
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
_BYTES_OF_MATCH: Final = 6_000
_BYTES_OF_HAND: Final = 5_000
"""Memory of a match, and of a hand with its line on the sheet: measured, and rounded up."""


class MatchMemory:
    """The matches that were read or written last, as many as fit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # By number, because Python hashes and compares a UUID in code of its own.
        self._states: TTLCache[int, MatchState] = TTLCache(_BYTES, _SECONDS, clock, _size)

    def get(self, match_id: UUID) -> MatchState | None:
        """Return a match as it was read or written last, if that is not long ago."""
        # Not by its method `get`, which takes twice as many steps.
        try:
            return self._states[match_id.int]
        except KeyError:
            return None

    def holds(self, cached: MatchState, version: int, updated_at: datetime) -> bool:
        """Return whether a cached match is still current."""
        # After the restore of a backup a match may reach a version again, but at another time.
        return (version, updated_at) == (cached.version, cached.updated_at)

    def put(self, state: MatchState) -> None:
        """Cache a match, unless it is too large."""
        if _size(state) <= _BYTES:
            self._states[state.match_id.int] = state

    def forget_device(self, device_id: UUID) -> None:
        """Remove the matches of a device that was erased with its name."""
        for state in [*self._states.values()]:
            if state.member(device_id) is not None:
                self._states.pop(state.match_id.int, None)

    def forget_all(self) -> None:
        """Remove all matches: after lost notifications some may be gone."""
        self._states.clear()


def _size(state: MatchState) -> int:
    return _BYTES_OF_MATCH + _BYTES_OF_HAND * len(state.hands)
