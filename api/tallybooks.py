"""The tally book: PostgreSQL behind the few verbs that statistics need."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from api.database import Connections, queries
from api.kept import Counted
from domain.tallies import SeatTally, Tally


class Met(msgspec.Struct, frozen=True):
    """Somebody whom a player met, and how the matches ended for the player."""

    player_id: UUID
    name: str
    is_partner: bool
    matches: int
    wins: int
    losses: int


class Sum(msgspec.Struct, frozen=True):
    """What the tallies of a player add up to, and how the matches ended, the last one first."""

    matches: int
    total: Tally
    finished: tuple[UUID, ...]
    """The last matches that ended, as many as were asked for."""
    won: tuple[bool, ...]
    """For every match that ended, whether the player won."""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody on a side of a match that ended."""

    match_id: UUID
    side: int
    name: str
    device_id: UUID | None
    wins: int


class Tallybook:
    """The tallies that are kept of matches."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def between(self, device_id: UUID, first: UUID, end: UUID) -> Sequence[UUID]:
        """The matches of a device from one id on and before another."""
        return await self._ids(queries().list_matches_between, device_id, first, end)

    async def by_rules(self, match_ids: Sequence[UUID], ruleset_hash: str) -> Sequence[UUID]:
        """Those of some matches that are played by a rule set."""
        return await self._ids(queries().list_matches_by_rules, match_ids, ruleset_hash)

    async def uncounted(self, match_ids: Sequence[UUID]) -> Sequence[UUID]:
        """Those of some matches whose tallies are still to be made."""
        rows = await self._connections.fetch(queries().list_uncounted, match_ids)
        return [row["match_id"] for row in rows]

    async def keep(self, match_id: UUID, counted: Sequence[Counted], version: int) -> None:
        """Keep the tallies of a match that had none, unless it has moved on since that version."""
        tallies = msgspec.json.encode(counted)
        await self._connections.execute(queries().keep_tallies, match_id, tallies, version)

    async def total(
        self, player_id: UUID, match_ids: Sequence[UUID], partner_id: UUID | None, most: int
    ) -> Sum:
        """The sums over some matches of a player, beside a partner if one is given."""
        row = await self._connections.fetchrow(
            queries().add_up, player_id, match_ids, partner_id, most
        )
        sums: dict[str, Any] = dict(row or {})
        return Sum(
            matches=sums.pop("matches"),
            finished=tuple(sums.pop("finished")),
            won=tuple(sums.pop("won")),
            total=Tally(**{name: number or 0 for name, number in sums.items()}),
        )

    async def met(
        self, player_id: UUID, match_ids: Sequence[UUID], partner_id: UUID | None, most: int
    ) -> Sequence[Met]:
        """Whom a player met most often, as partners and as opponents."""
        rows = await self._connections.fetch(
            queries().list_met, player_id, match_ids, partner_id, most
        )
        return [Met(**dict(row)) for row in rows]

    async def sitters(self, match_ids: Sequence[UUID]) -> Sequence[Sitter]:
        """Who sat where in some matches, match by match and side by side."""
        rows = await self._connections.fetch(queries().list_sides, match_ids)
        return [Sitter(*row) for row in rows]

    async def seats(self, match_ids: Sequence[UUID]) -> dict[UUID, list[SeatTally]]:
        """The tallies of every seat of some matches, in the order of the seats."""
        rows = await self._connections.fetch(queries().list_seats, match_ids)
        seats: dict[UUID, list[SeatTally]] = {}
        for row in rows:
            counted = {name: row[name] for name in SeatTally.__struct_fields__}
            seats.setdefault(row["match_id"], []).append(SeatTally(**counted))
        return seats

    async def _ids(self, query: str, *arguments: object) -> Sequence[UUID]:
        found: Sequence[UUID] = await self._connections.fetchval(query, *arguments)
        return found
