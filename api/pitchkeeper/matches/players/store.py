"""The store of tallies: PostgreSQL behind the few verbs that statistics need.

One statement picks the matches of a page and what was counted of them, so that all of it is true at
one moment. It adds up tallies packed into one number each: to take them apart costs far more.
`uncounted` lists matches whose tallies are made when they are first asked for: whoever changes what
is counted empties `tallies` and lists all matches there.
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
    sitters: msgspec.Raw
    """Who sat in the last matches that ended, match by match and side by side, as JSON."""
    uncounted: tuple[UUID, ...]
    """Matches that nothing is counted of yet."""

    def list_sitters(self) -> tuple[Sitter, ...]:
        """Who sat in the last matches that ended."""
        return _SITTERS.decode(self.sitters)


class MatchFilter(msgspec.Struct, frozen=True):
    """Which matches are added up: opened from a time on and before another, and among some."""

    since: datetime | None = None
    until: datetime | None = None
    among: tuple[UUID, ...] | None = None
    ruleset_hash: str | None = None
    partner_id: UUID | None = None


class _Row(msgspec.Struct, frozen=True):
    """A tally as it is written."""

    tally: PlayerTally
    packed: str
    """As text: a number of more digits than JSON has."""


class TallyStore:
    """The tallies that are kept of matches."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._places: dict[str, int] = {}

    async def list_uncounted(self, match_ids: Sequence[UUID]) -> Sequence[UUID]:
        """Those of some matches whose tallies are still to be made."""
        rows = await self._connections.fetch(queries().list_uncounted, match_ids)
        return [row["match_id"] for row in rows]

    async def list_uncounted_of_device(self, device_id: UUID, limit: int) -> Sequence[UUID]:
        """Matches on the list of a device whose tallies are still to be made, up to so many."""
        rows = await self._connections.fetch(queries().list_uncounted_of_list, device_id, limit)
        return [row["match_id"] for row in rows]

    async def save(self, match_id: UUID, counted: Sequence[PlayerTally], version: int) -> None:
        """Keep the tallies of a match that had none, unless it has moved on since that version."""
        places = await self._ensure_places({name for each in counted for name in each.counted})
        rows = [_Row(each, str(packing.pack(each.counted, places))) for each in counted]
        tallies = codecs.kept(rows)
        await self._connections.execute(queries().keep_tallies, match_id, tallies, version)

    async def _ensure_places(self, names: Set[str]) -> Mapping[str, int]:
        """The places of all counters, of which these have one from now on."""
        while not names <= self._places.keys():
            # Another server may take the same places first; what got none then gets one next time.
            await self._connections.execute(queries().place_counters, sorted(names))
            rows = await self._connections.fetch(queries().list_counters)
            self._places = {row["name"]: row["place"] for row in rows}
        return self._places

    async def load_stamp(self, device_id: UUID) -> str:
        """What is another one after any change of any match that is on the list of a device."""
        return str(await self._connections.fetchval(queries().stamp_list, device_id))

    async def sum_tallies(
        self, reader_id: UUID, player_id: UUID, among: MatchFilter, most_met: int, most_rated: int
    ) -> Sum:
        """What a player's tallies add up to in the matches that the reader is in as well."""
        found = await self._connections.fetchval(
            queries().list_counted,
            reader_id,
            player_id,
            # The fields of a filter stand in the order in which the statement takes them.
            *msgspec.structs.astuple(among),
            most_met,
            most_rated,
        )
        return _SUM.decode(found)

    async def load_seats(self, match_ids: Sequence[UUID]) -> dict[UUID, list[SeatTally]]:
        """The tallies of every seat of some matches, in the order of the seats."""
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
_SUM = codecs.decoder(Sum)
_SITTERS = codecs.decoder(tuple[Sitter, ...])
