"""Player statistics: what the matches of a player add up to, for somebody who was in them."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch.match import Rating, SeatTally, rate_players
from pitch.rules import hash_ruleset
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.players import packing
from pitchkeeper.matches.players.memory import Question, Record, RecordMemory
from pitchkeeper.matches.players.store import MatchFilter, Sitter, Sum, TallyStore
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rulings.rulesets import RulesetCatalog

MOST_MET: Final = 50
"""How many partners and how many opponents are named."""
MOST_RATED: Final = 200
"""How many matches a rating rests on at the most."""
_BEFORE: Final = 20
"""How many matches are counted before anything is added up, as many as change in an evening."""
_ATTEMPTS: Final = 10
"""How often what changes all the time is counted for one page."""

LinkedMatches = Callable[[UUID, UUID], Awaitable[Sequence[UUID]]]
"""Tells a device which matches are of the fixtures of a league; refused if it is not in that."""


class StatisticsQuery(Struct, frozen=True):
    """Which matches of a player are asked for."""

    since: datetime | None = None
    until: datetime | None = None
    ruleset_id: str | None = None
    partner_id: UUID | None = None
    league_id: UUID | None = None


class PlayerTallies:
    """The statistics of players."""

    def __init__(
        self,
        tally_store: TallyStore,
        catalog: RulesetCatalog,
        changes: MatchChanges,
        linked: LinkedMatches,
        store: MatchStore,
        memory: RecordMemory,
    ) -> None:
        self._tallies = tally_store
        self._catalog = catalog
        self._changes = changes
        self._linked = linked
        self._store = store
        self._memory = memory

    async def record(self, reader_id: UUID, player_id: UUID, wanted: StatisticsQuery) -> Record:
        """What the matches of a player add up to that the reader is in as well."""
        asked = Question(reader_id, player_id, await self._filter(reader_id, wanted))
        # Before anything is added up: whatever changes from here on changes the stamp as well.
        stamp = await self._tallies.load_stamp(reader_id)
        known = self._memory.get(asked, stamp)
        if known is None:
            known = await self._record(asked)
            self._memory.put(asked, stamp, known)
        return known

    async def _record(self, asked: Question) -> Record:
        # What was changed or brought is counted when it is first asked for, the last few before all
        # is added up; once more if it is changed again meanwhile, for what is kept of it is older
        # than the question then.
        await self._count_all(
            asked, await self._tallies.list_uncounted_of_device(asked.reader_id, _BEFORE)
        )
        found = await self._sum(asked)
        for _ in range(_ATTEMPTS):
            if not found.uncounted:
                break
            await self._count_all(asked, found.uncounted)
            found = await self._sum(asked)
        return Record(
            player_id=asked.player_id,
            matches=found.matches,
            total=packing.unpack(int(found.packed), found.places),
            won=found.won,
            met=found.met,
            rating=self._rating(asked.player_id, found),
        )

    async def _count_all(self, asked: Question, match_ids: Iterable[UUID]) -> None:
        for match_id in match_ids:
            await self._count(asked.reader_id, match_id)

    async def _sum(self, asked: Question) -> Sum:
        return await self._tallies.sum_tallies(
            asked.reader_id, asked.player_id, asked.among, MOST_MET, MOST_RATED
        )

    def _rating(self, player_id: UUID, found: Sum) -> Rating | None:
        """A player's rating by who sat in the last matches; a hand that ends none changes none."""
        known, sat = self._memory.ratings, (player_id, hashlib.sha256(found.sitters).digest())
        if sat not in known:
            known[sat] = rate_players(_sides(found.list_sitters())).get(player_id)
        return known[sat]

    async def seats(self, match_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[SeatTally]]:
        """What was counted of every seat in some matches, whoever is in them."""
        uncounted = await self._tallies.list_uncounted(match_ids)
        # Whoever asks need not be in a match, so it is read as one of its members sees it.
        for match_id, watched in (await self._store.watch_matches(uncounted)).items():
            for member_id in sorted(watched.members)[:1]:
                await self._count(member_id, match_id)
        return await self._tallies.load_seats(match_ids)

    async def _filter(self, reader_id: UUID, wanted: StatisticsQuery) -> MatchFilter:
        """What is asked for, as the store of tallies knows it."""
        ruleset_hash = linked = None
        if wanted.ruleset_id is not None:
            ruleset = await self._catalog.load(wanted.ruleset_id)
            ruleset_hash = hash_ruleset(ruleset)
        if wanted.league_id is not None:
            linked = tuple(await self._linked(reader_id, wanted.league_id))
        return MatchFilter(
            since=wanted.since,
            until=wanted.until,
            among=linked,
            ruleset_hash=ruleset_hash,
            partner_id=wanted.partner_id,
        )

    async def _count(self, reader_id: UUID, match_id: UUID) -> None:
        """Count a match as it is now, unless the reader has just left it."""
        try:
            state = await self._changes.read(reader_id, match_id)
        except MatchNotFound:
            return
        await self._tallies.save(match_id, state.tallies, state.version)


def _sides(
    sitters: Iterable[Sitter],
) -> Iterable[tuple[tuple[tuple[UUID | str, ...], ...], int]]:
    """The players of each match by side and who won; all guests of one name are one player."""
    for _, sitting in groupby(sitters, key=attrgetter("match_id")):
        by_side = [list(side) for _, side in groupby(sitting, key=attrgetter("side"))]
        winner = next(place for place, side in enumerate(by_side) if side[0].wins)
        yield tuple(tuple(each.device_id or each.name for each in side) for side in by_side), winner
