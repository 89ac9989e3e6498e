"""Tallykeeping: what the matches of a player add up to, for somebody who was in them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from api.league_ledgers import LeagueLedger
from api.ledgers import Ledger, MatchNotFound
from api.rulekeeping import Rulekeeping
from api.store import Store
from api.tallybooks import Met, Sitter, Sum, Tallybook
from domain import ratings, rulesets
from domain.ratings import Rating
from domain.tallies import SeatTally

MOST_MET: Final = 50
"""How many partners and how many opponents are named."""
MOST_RATED: Final = 200
"""How many matches a rating rests on at the most."""
_LAST: Final = UUID(int=2**128 - 1)


class Wanted(Struct, frozen=True):
    """Which matches of a player are asked for."""

    since: datetime | None = None
    until: datetime | None = None
    ruleset_id: str | None = None
    partner_id: UUID | None = None
    league_id: UUID | None = None


class Record(Struct, frozen=True):
    """What the matches of a player add up to."""

    player_id: UUID
    sum: Sum
    met: Sequence[Met]
    rating: Rating | None
    """Resting on the last matches that ended."""


class Tallykeeping:
    """The statistics of players."""

    def __init__(
        self,
        tallybook: Tallybook,
        rulekeeping: Rulekeeping,
        ledger: Ledger,
        league_ledger: LeagueLedger,
        store: Store,
    ) -> None:
        self._tallybook = tallybook
        self._rulekeeping = rulekeeping
        self._ledger = ledger
        self._league_ledger = league_ledger
        self._store = store

    async def record(self, reader_id: UUID, player_id: UUID, wanted: Wanted) -> Record:
        """What the matches of a player add up to that the reader is in as well."""
        match_ids = await self._shared(reader_id, wanted)
        chosen = (player_id, match_ids, wanted.partner_id)
        total = await self._tallybook.total(*chosen, MOST_RATED)
        met = await self._tallybook.met(*chosen, MOST_MET)
        found = ratings.rated(_sides(await self._tallybook.sitters(total.finished)))
        return Record(player_id, total, met, found.get(player_id))

    async def seats(self, match_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[SeatTally]]:
        """What was counted of every seat in some matches, whoever is in them."""
        uncounted = await self._tallybook.uncounted(match_ids)
        # Whoever asks need not be in a match, so it is read as one of its members sees it.
        for match_id, watched in (await self._store.watch_matches(uncounted)).items():
            for member_id in sorted(watched.members)[:1]:
                await self._count(member_id, match_id)
        return await self._tallybook.seats(match_ids)

    async def _shared(self, reader_id: UUID, wanted: Wanted) -> Sequence[UUID]:
        """The matches of the reader that are wanted, every one of them counted."""
        first = UUID(int=0) if wanted.since is None else _first_id(wanted.since)
        end = _LAST if wanted.until is None else _first_id(wanted.until)
        match_ids = await self._tallybook.between(reader_id, first, end)
        if wanted.ruleset_id is not None:
            ruleset = await self._rulekeeping.ruleset(wanted.ruleset_id)
            by = rulesets.content_hash(ruleset)
            match_ids = await self._tallybook.by_rules(match_ids, by)
        if wanted.league_id is not None:
            linked = set((await self._league_ledger.read(reader_id, wanted.league_id)).linked)
            match_ids = [each for each in match_ids if each in linked]
        for match_id in await self._tallybook.uncounted(match_ids):
            await self._count(reader_id, match_id)
        return match_ids

    async def _count(self, reader_id: UUID, match_id: UUID) -> None:
        """Count a match from before tallies were kept, unless the reader has just left it."""
        try:
            stored = await self._ledger.read(reader_id, match_id)
        except MatchNotFound:
            return
        await self._tallybook.keep(match_id, stored.tallies, stored.version)


def _first_id(at: datetime) -> UUID:
    """The first UUIDv7 that can be made at a time: it begins with 48 bits of milliseconds."""
    exact = at if at.tzinfo else at.replace(tzinfo=UTC)
    return UUID(int=max(0, int(exact.timestamp() * 1000)) << 80)


def _sides(
    sitters: Iterable[Sitter],
) -> Iterable[tuple[tuple[tuple[UUID | str, ...], ...], int]]:
    """The players of each match by side and who won; all guests of one name are one player."""
    for _, sitting in groupby(sitters, key=attrgetter("match_id")):
        by_side = [list(side) for _, side in groupby(sitting, key=attrgetter("side"))]
        winner = next((place for place, side in enumerate(by_side) if side[0].wins), None)
        if winner is None:  # a correction came between the two questions
            continue
        yield tuple(tuple(each.device_id or each.name for each in side) for side in by_side), winner
