"""The store of tallies in PostgreSQL.

One statement selects the matches of a page and adds up their tallies, so that the page is
consistent. Each tally is packed into one number, because adding up separate counters is far slower.
The table `uncounted` lists matches that are counted when their tallies are first read: a migration
that changes the counters empties `tallies` and lists all matches there.
"""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from uuid import UUID

import msgspec

from pitch.match import SeatTally, Tally
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.matches.players import packing
from pitchkeeper.matches.state import PlayerTally
from pitchkeeper.messages import codecs


class Acquaintance(msgspec.Struct, frozen=True):
    """Somebody whom a player met, and how the matches ended for the player."""

    player_id: UUID
    name: str
    is_partner: bool
    matches: int
    wins: int
    losses: int
    packed: str
    """What was counted of the player in the matches with them, added up and packed."""


class EndedMatch(msgspec.Struct, frozen=True):
    """A match that ended, and what was counted of the player in it."""

    match_id: UUID
    wins: int
    counted: Tally


class Sitter(msgspec.Struct, frozen=True):
    """Somebody on a side of a match that ended."""

    match_id: UUID
    side: int
    name: str
    device_id: UUID | None
    wins: int


class Sum(msgspec.Struct, frozen=True):
    """What was counted of a player in some matches."""

    matches: int
    packed: str
    """All of them added up, still packed; a number of more digits than JSON has."""
    places: dict[str, int]
    """Where in that number each counter stands."""
    won: tuple[bool, ...]
    """For every match that ended, the last one first, whether the player won."""
    met: tuple[Acquaintance, ...]
    """Whom the player met most often, as partners and as opponents."""
    form: tuple[EndedMatch, ...]
    """The last matches that ended, the last one last."""
    sitters: msgspec.Raw
    """Who sat in the last matches that ended, match by match and side by side, as JSON."""
    uncounted: tuple[UUID, ...]
    """Matches that nothing is counted of yet."""

    def list_sitters(self) -> tuple[Sitter, ...]:
        """Return the players of the latest matches that ended."""
        return _SITTERS.decode(self.sitters)


class MatchFilter(msgspec.Struct, frozen=True):
    """The matches to add up, by the time at which they were opened and other conditions."""

    since: datetime | None = None
    until: datetime | None = None
    among: tuple[UUID, ...] | None = None
    ruleset_hash: str | None = None
    partner_id: UUID | None = None


class _Row(msgspec.Struct, frozen=True):
    """A tally as it is stored."""

    tally: PlayerTally
    packed: str
    """As text: a number of more digits than JSON has."""


class TallyStore:
    """Loads, adds up and saves the tallies of matches."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._places: dict[str, int] = {}

    async def list_uncounted(self, match_ids: Sequence[UUID]) -> Sequence[UUID]:
        """Return which of some matches are not counted yet."""
        rows = await self._connections.fetch(queries().list_uncounted, match_ids)
        return [row["match_id"] for row in rows]

    async def list_uncounted_of_device(self, device_id: UUID, limit: int) -> Sequence[UUID]:
        """Return matches on the list of a device that are not counted yet."""
        rows = await self._connections.fetch(queries().list_uncounted_of_list, device_id, limit)
        return [row["match_id"] for row in rows]

    async def save(self, match_id: UUID, tallies: Sequence[PlayerTally], version: int) -> None:
        """Save the tallies of a match without tallies, unless its version has changed."""
        places = await self._ensure_places({name for tally in tallies for name in tally.counted})
        rows = [_Row(tally, str(packing.pack(tally.counted, places))) for tally in tallies]
        content = codecs.encode_stored(rows)
        await self._connections.execute(queries().keep_tallies, match_id, content, version)

    async def _ensure_places(self, names: Set[str]) -> Mapping[str, int]:
        """Return the places of all counters, with new places for counters that have none."""
        while not names <= self._places.keys():
            # If another server takes the same places first, the next round finds other places.
            await self._connections.execute(queries().place_counters, sorted(names))
            rows = await self._connections.fetch(queries().list_counters)
            self._places = {row["name"]: row["place"] for row in rows}
        return self._places

    async def load_stamp(self, device_id: UUID) -> str:
        """Return a stamp that changes with every match on the list of a device."""
        return str(await self._connections.fetchval(queries().stamp_list, device_id))

    async def sum_tallies(
        self, reader_id: UUID, player_id: UUID, among: MatchFilter, *most: int
    ) -> Sum:
        """Return the sums over the matches of a player that the reader is in as well.

        `most` are the most players met, matches rated, and matches of the form.
        """
        content = await self._connections.fetchval(
            queries().list_counted,
            reader_id,
            player_id,
            # The statement takes the fields of a filter in their order.
            *msgspec.structs.astuple(among),
            *most,
        )
        return _SUM.decode(content)

    async def load_seats(self, match_ids: Sequence[UUID]) -> dict[UUID, list[SeatTally]]:
        """Return the tallies of every seat of some matches, in the order of the seats."""
        rows = await self._connections.fetch(queries().list_seats, match_ids)
        seats: dict[UUID, list[SeatTally]] = {}
        for row in rows:
            seat = SeatTally(
                seat=row["seat"],
                side=row["side"],
                name=row["name"],
                counted=_TALLY.decode(row["counted"]),
            )
            seats.setdefault(row["match_id"], []).append(seat)
        return seats


_TALLY = msgspec.json.Decoder(Tally)
_SUM = codecs.StoredDecoder(Sum)
_SITTERS = codecs.StoredDecoder(tuple[Sitter, ...])
