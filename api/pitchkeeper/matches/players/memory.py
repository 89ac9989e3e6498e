"""Memory: a cache of players' statistics, because adding up thousands of matches is slow.

Cached statistics are used only if a small statement finds the same stamp of all matches of the
reader in the database.
"""

import time
from collections.abc import Callable
from typing import Final
from uuid import UUID

from cachetools import LRUCache, TTLCache
from msgspec import Struct

from pitch.match import Rating, Tally
from pitchkeeper.matches.players.store import Acquaintance, EndedMatch, MatchFilter

_BYTES: Final = 16 * 1024 * 1024
_SECONDS: Final = 600
_BYTES_OF_PAGE: Final = 6_000
_BYTES_OF_MATCH: Final = 8
_BYTES_OF_PLAYER: Final = 500
_BYTES_OF_FORM: Final = 1_000
"""Memory of a page, and of a match, another player and a match of the form on it: measured, and
rounded up.
"""
_RATINGS: Final = 4_096


class Record(Struct, frozen=True):
    """The sums over matches of a player."""

    player_id: UUID
    matches: int
    total: Tally
    won: tuple[bool, ...]
    """Whether the player won, for every match that ended, newest first."""
    met: tuple[tuple[Acquaintance, Tally], ...]
    """The most frequent partners and opponents, each with the sums over the matches with them."""
    form: tuple[EndedMatch, ...]
    """The latest matches that ended, oldest first."""
    ratings: tuple[Rating, ...]
    """The rating after each of the latest matches that ended, oldest first."""


class Question(Struct, frozen=True):
    """A reader, a player, and a filter of their matches."""

    reader_id: UUID
    player_id: UUID
    among: MatchFilter


class RecordMemory:
    """The records that were read last, as many as fit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._records: TTLCache[Question, tuple[str, Record]] = TTLCache(
            _BYTES, _SECONDS, clock, _size
        )
        self.ratings: LRUCache[tuple[UUID, bytes], tuple[Rating, ...]] = LRUCache(_RATINGS)
        """Ratings by player and latest matches, which most changes do not affect."""

    def get(self, question: Question, stamp: str) -> Record | None:
        """Return the cached record, if the matches of the reader have the same stamp."""
        cached_stamp, record = self._records.get(question, ("", None))
        return record if self.holds(cached_stamp, stamp) else None

    def holds(self, cached_stamp: str, stamp: str) -> bool:
        """Return whether a cached record is still current."""
        return cached_stamp == stamp

    def put(self, question: Question, stamp: str, record: Record) -> None:
        """Cache a record that was added up after its stamp was read, unless it is too large."""
        if _size((stamp, record)) <= _BYTES:
            self._records[question] = stamp, record

    def forget_device(self, device_id: UUID) -> None:
        """Remove the records with a device that was erased with its name."""
        for question, (_, record) in [*self._records.items()]:
            acquaintances = (player.player_id for player, _ in record.met)
            if device_id in {question.reader_id, question.player_id, *acquaintances}:
                self._records.pop(question, None)

    def forget_all(self) -> None:
        """Remove all records: after lost notifications some devices may be gone."""
        self._records.clear()


def _size(entry: tuple[str, Record]) -> int:
    _, record = entry
    # The ratings are shared with the cache of ratings.
    return (
        _BYTES_OF_PAGE
        + _BYTES_OF_MATCH * len(record.won)
        + _BYTES_OF_PLAYER * len(record.met)
        + _BYTES_OF_FORM * len(record.form)
    )
