"""Player statistics: what the matches of a player add up to, for somebody who was in them."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from api.matches.changes import MatchChanges, MatchNotFound
from api.matches.players.store import MatchFilter, Sitter, Sum, TallyStore
from api.matches.store import MatchStore
from api.rulings.rulesets import RulesetCatalog
from domain.match import ratings, tallies
from domain.match.ratings import Rating
from domain.match.tallies import SeatTally
from domain.rules import rulesets

MOST_MET: Final = 50
"""How many partners and how many opponents are named."""
MOST_RATED: Final = 200
"""How many matches a rating rests on at the most."""

LinkedMatches = Callable[[UUID, UUID], Awaitable[Sequence[UUID]]]
"""Tells a device which matches are of the fixtures of a league; refused if it is not in that."""


class StatisticsQuery(Struct, frozen=True):
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
    total: Counter[str]
    rating: Rating | None
    """Resting on the last matches that ended."""


class PlayerTallies:
    """The statistics of players."""

    def __init__(
        self,
        tally_store: TallyStore,
        catalog: RulesetCatalog,
        changes: MatchChanges,
        linked: LinkedMatches,
        store: MatchStore,
    ) -> None:
        self._tallies = tally_store
        self._catalog = catalog
        self._changes = changes
        self._linked = linked
        self._store = store

    async def record(self, reader_id: UUID, player_id: UUID, wanted: StatisticsQuery) -> Record:
        """What the matches of a player add up to that the reader is in as well."""
        among = await self._filter(reader_id, wanted)
        asked = (reader_id, player_id, among, MOST_MET, MOST_RATED)
        total = await self._tallies.added(*asked)
        # Matches from before tallies were kept, and those that were brought, are counted when they
        # are first asked for.
        if total.uncounted:
            for match_id in total.uncounted:
                await self._count(reader_id, match_id)
            total = await self._tallies.added(*asked)
        found = ratings.rated(_sides(total.sitters))
        added = tallies.unpacked(int(total.packed))
        return Record(player_id, total, added, found.get(player_id))

    async def seats(self, match_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[SeatTally]]:
        """What was counted of every seat in some matches, whoever is in them."""
        uncounted = await self._tallies.uncounted(match_ids)
        # Whoever asks need not be in a match, so it is read as one of its members sees it.
        for match_id, watched in (await self._store.watch_matches(uncounted)).items():
            for member_id in sorted(watched.members)[:1]:
                await self._count(member_id, match_id)
        return await self._tallies.seats(match_ids)

    async def _filter(self, reader_id: UUID, wanted: StatisticsQuery) -> MatchFilter:
        """What is asked for, as the store of tallies knows it."""
        ruleset_hash = linked = None
        if wanted.ruleset_id is not None:
            ruleset = await self._catalog.ruleset(wanted.ruleset_id)
            ruleset_hash = rulesets.content_hash(ruleset)
        if wanted.league_id is not None:
            linked = await self._linked(reader_id, wanted.league_id)
        return MatchFilter(
            since=wanted.since,
            until=wanted.until,
            among=linked,
            ruleset_hash=ruleset_hash,
            partner_id=wanted.partner_id,
        )

    async def _count(self, reader_id: UUID, match_id: UUID) -> None:
        """Count a match from before tallies were kept, unless the reader has just left it."""
        try:
            state = await self._changes.read(reader_id, match_id)
        except MatchNotFound:
            return
        await self._tallies.keep(match_id, state.tallies, state.version)


def _sides(
    sitters: Iterable[Sitter],
) -> Iterable[tuple[tuple[tuple[UUID | str, ...], ...], int]]:
    """The players of each match by side and who won; all guests of one name are one player."""
    for _, sitting in groupby(sitters, key=attrgetter("match_id")):
        by_side = [list(side) for _, side in groupby(sitting, key=attrgetter("side"))]
        winner = next(place for place, side in enumerate(by_side) if side[0].wins)
        yield tuple(tuple(each.device_id or each.name for each in side) for side in by_side), winner
