"""Memory: pages of players as this process added them up last.

It never says what is true: a page is the one remembered only while the database says the same of
all matches of its reader, in one small statement. To add up thousands of matches is no small one.
"""

import time
from collections.abc import Callable
from typing import Final
from uuid import UUID

from cachetools import LRUCache, TTLCache
from msgspec import Struct

from pitch.match import Rating, Tally
from pitchkeeper.matches.players.store import Acquaintance, MatchFilter

_BYTES: Final = 16 * 1024 * 1024
_SECONDS: Final = 600
_OF_PAGE: Final = 6_000
_OF_MATCH: Final = 8
_OF_MET: Final = 500
"""Bytes that a page takes, and each match and each player met on it: measured, and rounded up."""
_RATINGS: Final = 4_096


class Record(Struct, frozen=True):
    """What the matches of a player add up to."""

    player_id: UUID
    matches: int
    total: Tally
    won: tuple[bool, ...]
    """For every match that ended, the last one first, whether the player won."""
    met: tuple[Acquaintance, ...]
    """Whom the player met most often, as partners and as opponents."""
    rating: Rating | None
    """Resting on the last matches that ended."""


class Question(Struct, frozen=True):
    """Who asks for whose page, and for which matches of it."""

    reader_id: UUID
    player_id: UUID
    among: MatchFilter


class RecordMemory:
    """The pages that were asked for last, as many as fit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._records: TTLCache[Question, tuple[str, Record]] = TTLCache(
            _BYTES, _SECONDS, clock, _size
        )
        self.ratings: LRUCache[tuple[UUID, bytes], Rating | None] = LRUCache(_RATINGS)
        """Of a player by the last matches, which most changes leave as they are."""

    def get(self, asked: Question, stamp: str) -> Record | None:
        """What was added up when the matches of the reader had this stamp, if that is so."""
        at, known = self._records.get(asked, ("", None))
        return known if self.holds(at, stamp) else None

    def holds(self, at: str, stamp: str) -> bool:
        """Whether matches are still as they were."""
        return at == stamp

    def put(self, asked: Question, stamp: str, found: Record) -> None:
        """Remember a page that was added up after its stamp was read, unless it is too large."""
        if _size((stamp, found)) <= _BYTES:
            self._records[asked] = stamp, found

    def forget_device(self, device_id: UUID) -> None:
        """Keep nothing of a device that has gone: it may have been erased with its name."""
        for asked, (_, found) in [*self._records.items()]:
            met = (each.player_id for each in found.met)
            if device_id in {asked.reader_id, asked.player_id, *met}:
                self._records.pop(asked, None)

    def forget_all(self) -> None:
        """Keep nothing: some may have gone without our being told."""
        self._records.clear()


def _size(kept: tuple[str, Record]) -> int:
    _, found = kept
    return _OF_PAGE + _OF_MATCH * len(found.won) + _OF_MET * len(found.met)
