"""Player statistics: sums over the matches that a player and the reader were both in."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch.match import Rating, SeatTally, track_rating
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.players import packing
from pitchkeeper.matches.players.memory import Question, Record, RecordMemory
from pitchkeeper.matches.players.store import MatchFilter, Sitter, Sum, TallyStore
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rulings.rulesets import RulesetCatalog

MOST_MET: Final = 50
"""Partners, and opponents, that a page names."""
MOST_RATED: Final = 200
"""Matches that a rating rests on."""
MOST_FORM: Final = 50
"""Matches that ended, which a page has one by one."""
_BEFORE: Final = 20
"""Matches that are counted before anything is added up, as many as change in an evening."""
_ATTEMPTS: Final = 10
"""Rounds of counting for one page, if matches change all the time."""

LinkedMatches = Callable[[UUID, UUID], Awaitable[Sequence[UUID]]]
"""Return the matches of a league's fixtures to a device; refuses a device that is not in it."""


class StatisticsQuery(Struct, frozen=True):
    """A filter of a player's matches, as clients state it."""

    since: datetime | None = None
    until: datetime | None = None
    ruleset_id: str | None = None
    partner_id: UUID | None = None
    league_id: UUID | None = None


class PlayerTallies:
    """The use cases of players' statistics."""

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

    async def record(self, reader_id: UUID, player_id: UUID, query: StatisticsQuery) -> Record:
        """Return the sums over the matches of a player that the reader is in as well."""
        question = Question(reader_id, player_id, await self._filter(reader_id, query))
        # Read before anything is added up: every later change changes the stamp as well.
        stamp = await self._tallies.load_stamp(reader_id)
        record = self._memory.get(question, stamp)
        if record is None:
            record = await self._record(question)
            self._memory.put(question, stamp, record)
        return record

    async def _record(self, question: Question) -> Record:
        # Changed and imported matches are counted when their tallies are first read: a few before
        # the sum, and others, or those that have changed meanwhile, if the sum lacks them.
        await self._count_all(
            question, await self._tallies.list_uncounted_of_device(question.reader_id, _BEFORE)
        )
        total = await self._sum(question)
        for _ in range(_ATTEMPTS):
            if not total.uncounted:
                break
            await self._count_all(question, total.uncounted)
            total = await self._sum(question)
        return Record(
            player_id=question.player_id,
            matches=total.matches,
            total=packing.unpack(int(total.packed), total.places),
            won=total.won,
            met=tuple(
                (player, packing.unpack(int(player.packed), total.places)) for player in total.met
            ),
            form=total.form,
            ratings=self._ratings(question.player_id, total),
        )

    async def _count_all(self, question: Question, match_ids: Iterable[UUID]) -> None:
        for match_id in match_ids:
            await self._count(question.reader_id, match_id)

    async def _sum(self, question: Question) -> Sum:
        return await self._tallies.sum_tallies(
            question.reader_id, question.player_id, question.among, MOST_MET, MOST_RATED, MOST_FORM
        )

    def _ratings(self, player_id: UUID, total: Sum) -> tuple[Rating, ...]:
        """Return a player's rating after each of the latest matches, cached by their players."""
        ratings, key = self._memory.ratings, (player_id, hashlib.sha256(total.sitters).digest())
        if key not in ratings:
            ratings[key] = track_rating(_sides(total.list_sitters()), player_id)
        return ratings[key]

    async def seats(self, match_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[SeatTally]]:
        """Return the tallies of every seat in some matches, for any reader."""
        uncounted = await self._tallies.list_uncounted(match_ids)
        # The reader need not be in a match, so it is read on behalf of one of its members.
        for match_id, progress in (await self._store.watch_matches(uncounted)).items():
            for member_id in sorted(progress.members)[:1]:
                await self._count(member_id, match_id)
        return await self._tallies.load_seats(match_ids)

    async def _filter(self, reader_id: UUID, query: StatisticsQuery) -> MatchFilter:
        """Return a query as a filter of the store."""
        ruleset_hash = linked = None
        if query.ruleset_id is not None:
            ruleset = await self._catalog.load(query.ruleset_id)
            ruleset_hash = ruleset.hash
        if query.league_id is not None:
            linked = tuple(await self._linked(reader_id, query.league_id))
        return MatchFilter(
            since=query.since,
            until=query.until,
            among=linked,
            ruleset_hash=ruleset_hash,
            partner_id=query.partner_id,
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
    """Yield the players of each match by side, and the side that won; guests count by name."""
    for _, sitting in groupby(sitters, key=attrgetter("match_id")):
        by_side = [list(side) for _, side in groupby(sitting, key=attrgetter("side"))]
        winner = next(index for index, side in enumerate(by_side) if side[0].wins)
        players = (tuple(sitter.device_id or sitter.name for sitter in side) for side in by_side)
        yield tuple(players), winner
