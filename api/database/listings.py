"""Listings: pages of what a device takes part in, sorted and filtered by what that says itself.

The list of a device has ids only, for a match must not write to the list of every member with
every hand. So a page looks through the ids in their order until it is full.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

import asyncpg
from msgspec import Struct

from api.database.pool import Connections

_CHUNK: Final = 500
"""How many ids are looked through at once when only some of them may fit."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
FIRST: Final = UUID(int=0)
LAST: Final = UUID(int=2**128 - 1)
LAST_LINE: Final = 2**53 - 1


class ListSort(StrEnum):
    """What comes first in a list: an id says when it was opened."""

    NEWEST = "newest"
    OLDEST = "oldest"
    UPDATED = "updated"


class JournalSort(StrEnum):
    """What comes first in a journal."""

    OLDEST = "oldest"
    NEWEST = "newest"


class MatchState(StrEnum):
    """Whether somebody has won a match, or its owner has deleted it and can bring it back."""

    OPEN = "open"
    WON = "won"
    DELETED = "deleted"


class LeagueState(StrEnum):
    """Whether its owner has deleted a league and can bring it back."""

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

    @property
    def is_filtered(self) -> bool:
        """Whether some may not fit."""
        return any(each is not None for each in (self.ruleset, self.since, self.until, self.state))


class JournalQuery(Struct, frozen=True):
    """Which lines of a journal are wanted: after a version, or backwards from before it."""

    beyond: int
    is_back: bool = False
    action: str | None = None


class Listing(Struct, frozen=True):
    """The statements that list the ids of a device both ways, and what fits of some of them."""

    newest: str
    oldest: str
    fitting: str
    is_listed: bool = True
    """Whether of those on the list of the device, or of those that left it."""


async def page(
    connections: Connections,
    listing: Listing,
    device_id: UUID,
    wanted: ListQuery,
    limit: int,
) -> "Sequence[asyncpg.Record]":
    """Up to `limit` rows of what fits."""
    is_oldest, is_updated = wanted.sort is ListSort.OLDEST, wanted.sort is ListSort.UPDATED
    after = None if is_updated else wanted.after
    after = after or (FIRST if is_oldest else LAST)
    # Ids do not tell what was changed last: for that order all of them are looked through.
    chunk = None if is_updated else _CHUNK if wanted.is_filtered else limit
    found: list[asyncpg.Record] = []
    while len(found) < limit:
        text = listing.oldest if is_oldest else listing.newest
        ids = [
            row[0]
            for row in await connections.fetch(text, device_id, after, chunk, listing.is_listed)
        ]
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
        # Fewer than were asked for: the list of the device is at its end.
        if chunk is None or len(ids) < chunk:
            break
        after = ids[-1]
    return found


def cursor(sort: ListSort, last: UUID, updated_at: datetime) -> str:
    """Where a page ended: what came last in it, and where that stands in the order."""
    if sort is ListSort.UPDATED:
        return f"{(updated_at - EPOCH) // MICROSECOND}_{last}"
    return str(last)
