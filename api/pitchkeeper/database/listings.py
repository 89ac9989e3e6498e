"""Listings: pages of what a device takes part in, sorted and filtered by what that says itself.

A match must not write to the list of every member with every hand. So a list has ids, and only what
seldom changes: whether a match was won, and the day on which it, or a league, was changed last. A
page looks through the ids in their order until it is full.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

import asyncpg
from msgspec import Struct

from pitch.types import MAX_INTEGER
from pitchkeeper.database.pool import Connections

_CHUNK: Final = 500
"""How many ids are looked through at once when only some of them may fit."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
FIRST: Final = UUID(int=0)
LAST: Final = UUID(int=2**128 - 1)
LAST_LINE: Final = MAX_INTEGER


class ListSort(StrEnum):
    """The order of a list: newest or oldest first by opening, or the last updated first."""

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
    """What a page of a list is to show, and where the page before it ended."""

    sort: ListSort = ListSort.NEWEST
    after: UUID | None = None
    updated_before: datetime | None = None
    """When the last of the page before was changed, in the order of changes."""
    ruleset: str | None = None
    """A rule set by its name or its content hash."""
    since: datetime | None = None
    until: datetime | None = None
    state: MatchState | LeagueState | None = None


class JournalQuery(Struct, frozen=True):
    """Which lines of a journal are wanted: after a version, or backwards from before it."""

    beyond: int
    is_back: bool = False
    action: str | None = None


class Listing(Struct, frozen=True):
    """The statements that list the ids of a device both ways, and what fits of some of them."""

    newest: str
    oldest: str
    changed: str
    """Those that were changed last first, whole days of them."""
    fitting: str
    is_listed: bool = True
    """Whether of those on the list of the device, or of those that left it."""
    is_won: bool | None = None
    """Of matches, whether only of those that were won, or only of those that were not."""

    @property
    def state(self) -> tuple[bool, ...]:
        """What the statements that list ids take last."""
        return (self.is_listed,) if self.is_won is None else (self.is_listed, self.is_won)


async def page(
    connections: Connections,
    listing: Listing,
    device_id: UUID,
    wanted: ListQuery,
    limit: int,
) -> "Sequence[asyncpg.Record]":
    """Up to `limit` rows of what fits."""
    found: list[asyncpg.Record] = []
    async for ids in _chunks(connections, listing, device_id, wanted, limit):
        found += await connections.fetch(
            listing.fitting,
            ids,
            wanted.sort,
            limit - len(found),
            wanted.ruleset,
            wanted.since,
            wanted.until,
            wanted.updated_before,
            wanted.after,
            wanted.state,
            device_id,
        )
        if len(found) >= limit:
            break
    return found


def _chunks(
    connections: Connections, listing: Listing, device_id: UUID, wanted: ListQuery, limit: int
) -> AsyncIterator[Sequence[UUID]]:
    """The ids that may fit, in the order of the list, as many at once as may fill the page."""
    is_told = (wanted.ruleset, wanted.since, wanted.until) == (None, None, None)
    chunk = limit if is_told and listing.is_listed else _CHUNK
    if wanted.sort is not ListSort.UPDATED:
        return _by_id(connections, listing, device_id, wanted, chunk)
    return _by_change(connections, listing, device_id, wanted, chunk)


async def _by_id(
    connections: Connections, listing: Listing, device_id: UUID, wanted: ListQuery, chunk: int
) -> AsyncIterator[Sequence[UUID]]:
    is_oldest = wanted.sort is ListSort.OLDEST
    text = listing.oldest if is_oldest else listing.newest
    after = wanted.after or (FIRST if is_oldest else LAST)
    while True:
        rows = await connections.fetch(text, device_id, after, chunk, *listing.state)
        yield [row[0] for row in rows]
        # Fewer than were asked for: the list of the device is at its end.
        if len(rows) < chunk:
            return
        after = rows[-1][0]


async def _by_change(
    connections: Connections, listing: Listing, device_id: UUID, wanted: ListQuery, chunk: int
) -> AsyncIterator[Sequence[UUID]]:
    """Whole days, from that on which the page before ended: within one a list knows no order."""
    before = date.max
    if wanted.updated_before is not None:
        before = wanted.updated_before.date() + timedelta(days=1)
    while True:
        rows = await connections.fetch(listing.changed, device_id, before, chunk, *listing.state)
        yield [row[0] for row in rows]
        if len(rows) < chunk:
            return
        before = rows[-1]["changed_on"]


def cursor(sort: ListSort, last: UUID, updated_at: datetime) -> str:
    """Where a page ended: what came last in it, and where that stands in the order."""
    if sort is ListSort.UPDATED:
        return f"{(updated_at - EPOCH) // MICROSECOND}_{last}"
    return str(last)
