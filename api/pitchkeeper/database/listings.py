"""Listings: pages of the matches or leagues of a device, sorted and filtered.

A hand must not write to the list of every member. So a list has ids, and only facts that seldom
change: whether a match was won, and the day on which it, or a league, changed last. A page scans
the ids in order until it is full.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Final
from uuid import UUID

import asyncpg
from msgspec import Struct

from pitch.types import MAX_INTEGER
from pitchkeeper.database.pool import Connections

_CHUNK: Final = 500
"""Ids per query when only some of them may match."""
_CHUNK_OF_NAMED: Final = 100
"""Ids per query of those that are found by name, of which most match."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
FIRST: Final = UUID(int=0)
LAST: Final = UUID(int=2**128 - 1)
_HIGHEST: Final = "\U0010ffff"
"""After every letter, so that it ends a range of names with the same beginning."""
LAST_LINE: Final = MAX_INTEGER


class ListSort(StrEnum):
    """The order of a list: newest first, oldest first, or last updated first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    UPDATED = "updated"


class JournalSort(StrEnum):
    """The order of a journal: oldest or newest change first."""

    OLDEST = "oldest"
    NEWEST = "newest"


class MatchState(StrEnum):
    """The state by which a list of matches is filtered: open, won, or deleted and restorable."""

    OPEN = "open"
    WON = "won"
    DELETED = "deleted"


class LeagueState(StrEnum):
    """The state by which a list of leagues is filtered: deleted by the owner, and restorable."""

    DELETED = "deleted"


class ListQuery(Struct, frozen=True):
    """The filters and the order of a list, and the end of the previous page."""

    sort: ListSort = ListSort.NEWEST
    after: UUID | None = None
    updated_before: datetime | None = None
    """The last update of the last item of the previous page, if sorted by updates."""
    ruleset: str | None = None
    """A rule set by its name or its content hash."""
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None
    """A text in the name of the item or of one of its players."""
    state: MatchState | LeagueState | None = None
    bar: str | None = None
    """The bar of leagues, as `normalize_name` returns it."""
    name: str | None = None
    """The beginning of the name of leagues, as `normalize_name` returns it."""


class JournalQuery(Struct, frozen=True):
    """The lines of a journal to load: after a version, or backwards from before it."""

    beyond: int
    is_back: bool = False
    action: str | None = None


class Listing(Struct, frozen=True):
    """The statements that list ids of a device in each order, and filter them."""

    newest: str
    oldest: str
    changed: str
    """Lists the last updated first, by whole days."""
    fitting: str
    is_listed: bool = True
    """True for items on the list of the device; false for those that left it."""
    named: str = ""
    """Lists leagues by their bar and the beginning of their name."""
    is_won: bool | None = None
    """True for matches that are won, false for open ones; None for both, and for leagues."""

    @property
    def state(self) -> tuple[bool, ...]:
        """The last arguments of the statements that list ids."""
        return (self.is_listed,) if self.is_won is None else (self.is_listed, self.is_won)


async def page(
    connections: Connections,
    listing: Listing,
    device_id: UUID,
    query: ListQuery,
    limit: int,
) -> "Sequence[asyncpg.Record]":
    """Return up to `limit` rows that match a query."""
    rows: list[asyncpg.Record] = []
    async for ids in _Scan(connections, listing, device_id, query).chunks(limit):
        rows += await connections.fetch(
            listing.fitting,
            ids,
            query.sort,
            limit - len(rows),
            query.ruleset,
            query.since,
            query.until,
            query.updated_before,
            query.after,
            query.state,
            device_id,
            query.text,
        )
        if len(rows) >= limit:
            break
    return rows


_Chunks = AsyncIterator[Sequence[UUID]]
_day = itemgetter("changed_on")


class _Scan(Struct, frozen=True):
    """The list of a device, read in the order of a query."""

    connections: Connections
    listing: Listing
    device_id: UUID
    query: ListQuery

    def chunks(self, limit: int) -> _Chunks:
        """Return chunks of ids that may match, in list order, each as long as may fill the page."""
        query = self.query
        if query.bar is not None or query.name is not None:
            return self._by_name()
        is_unfiltered = not any((query.ruleset, query.since, query.until, query.text))
        chunk = limit if is_unfiltered and self.listing.is_listed else _CHUNK
        if query.sort is ListSort.UPDATED:
            return self._by_change(chunk)
        return self._by_id(chunk)

    def _by_id(self, chunk: int) -> _Chunks:
        is_oldest = self.query.sort is ListSort.OLDEST
        text = self.listing.oldest if is_oldest else self.listing.newest
        return self._onwards(text, self.query.after or (FIRST if is_oldest else LAST), chunk)

    def _by_change(self, chunk: int) -> _Chunks:
        """Return the ids of whole days, because within a day a list has no order."""
        before = date.max
        if self.query.updated_before is not None:
            before = self.query.updated_before.date() + timedelta(days=1)
        return self._onwards(self.listing.changed, before, chunk)

    async def _onwards(self, text: str, place: UUID | date, chunk: int) -> _Chunks:
        """Yield chunks from a place on, which the last column of a statement names."""
        while True:
            rows = await self.connections.fetch(
                text, self.device_id, place, chunk, *self.listing.state
            )
            yield [row[0] for row in rows]
            # Fewer rows than the limit: the list of the device is at its end.
            if len(rows) < chunk:
                return
            place = rows[-1][-1]

    async def _by_name(self) -> _Chunks:
        """Yield the ids of a name in list order; by change whole days, as `_by_change` does."""
        query, listing = self.query, self.listing
        name, after = query.name or "", query.after
        rows = await self.connections.fetch(
            listing.named,
            self.device_id,
            listing.is_listed,
            query.bar,
            name,
            name + _HIGHEST,
            after if after and query.sort is ListSort.OLDEST else FIRST,
            after if after and query.sort is ListSort.NEWEST else LAST,
        )
        if query.sort is ListSort.UPDATED:
            for _, day in groupby(sorted(rows, key=_day, reverse=True), key=_day):
                yield [row[0] for row in day]
            return
        ids = sorted((row[0] for row in rows), reverse=query.sort is ListSort.NEWEST)
        # The statement that filters them takes long over many ids, and a page needs few.
        for start in range(0, len(ids), _CHUNK_OF_NAMED):
            yield ids[start : start + _CHUNK_OF_NAMED]


def cursor(sort: ListSort, last: UUID, updated_at: datetime) -> str:
    """Return the cursor after the last item of a page."""
    if sort is ListSort.UPDATED:
        return f"{(updated_at - EPOCH) // MICROSECOND}_{last}"
    return str(last)
