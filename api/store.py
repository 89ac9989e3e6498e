"""The store: PostgreSQL behind a few verbs. All SQL stands in `api/sql`."""

from collections.abc import Callable, Sequence
from uuid import UUID

import asyncpg
import msgspec

from api.database import queries
from api.kept import (
    Change,
    Device,
    Entry,
    Followed,
    Head,
    Listed,
    Noted,
    Stored,
    Summary,
    Watched,
)
from domain import matches as fold
from domain import rulesets
from domain.matches import Adjustment, Hand
from domain.rulesets import RuleSet

Connections = asyncpg.Pool


class Store:
    """Everything that is kept, by the verbs that keep and read it."""

    def __init__(self, pool: Connections, announce: Callable[[UUID], None]) -> None:
        """`announce` is told the id of every match that has been changed."""
        self._pool = pool
        self._announce = announce

    async def ping(self) -> None:
        """Ask the database for an answer."""
        await self._pool.fetchval(queries().ping)

    async def add_device(self, device: Device) -> None:
        """Keep a new device."""
        await self._pool.execute(
            queries().add_device, device.device_id, device.token_hash, device.created_at
        )

    async def load_device(self, device_id: UUID) -> Device | None:
        """A device by its id."""
        row = await self._pool.fetchrow(queries().load_device, device_id)
        return None if row is None else Device(*row)

    async def add_ruleset(self, ruleset: RuleSet) -> None:
        """Keep a rule set under the hash of its content."""
        await self._pool.execute(
            queries().add_ruleset, rulesets.content_hash(ruleset), msgspec.json.encode(ruleset)
        )

    async def load_ruleset(self, content_hash: str) -> RuleSet | None:
        """A rule set by the hash of its content."""
        content = await self._pool.fetchval(queries().load_ruleset, content_hash)
        return None if content is None else _RULESET.decode(content)

    async def add_match(self, opened: Stored, owner: UUID, summary: Summary, entry: Entry) -> None:
        """Keep a new match with its owner and the first line of its journal."""
        ruleset = opened.match.ruleset
        head = Head(seating=opened.match.seating, first_dealer=opened.match.first_dealer)
        await self._pool.execute(
            queries().add_match,
            opened.match_id,
            rulesets.content_hash(ruleset),
            msgspec.json.encode(ruleset),
            msgspec.json.encode(head),
            msgspec.json.encode(summary),
            owner,
            opened.created_at,
            msgspec.json.encode(entry),
        )

    async def load_match(self, match_id: UUID, device_id: UUID) -> Stored | None:
        """A match with its hands and adjustments; None for a device that is not in it."""
        row = await self._pool.fetchrow(queries().load_match, match_id, device_id)
        if row is None:
            return None
        head = _HEAD.decode(row["head"])
        return Stored(
            match_id=match_id,
            version=row["version"],
            match=fold.Match(_RULESET.decode(row["ruleset"]), head.seating, head.first_dealer),
            hands=_HANDS.decode(row["hands"]),
            adjustments=_ADJUSTMENTS.decode(row["adjustments"]),
            created_at=row["created_at"],
            updated_at=row["updated_at"],
        )

    async def save_hands(self, change: Change, hands: Sequence[Hand]) -> bool:
        """Enter or replace hands; false if the match has moved on since it was read."""
        return await self._save(queries().save_hands, change, msgspec.json.encode(hands))

    async def save_adjustment(self, change: Change, number: int, adjustment: Adjustment) -> bool:
        """Add an adjustment; false if the match has moved on since it was read."""
        return await self._save(
            queries().save_adjustment,
            change,
            number,
            adjustment.side,
            adjustment.points,
            adjustment.reason,
            adjustment.after_hand,
        )

    async def list_matches(self, device_id: UUID, before: UUID, limit: int) -> Sequence[Listed]:
        """The newest matches of a device, older than `before`."""
        ids = await self._pool.fetch(queries().list_device_matches, device_id, before, limit)
        rows = await self._pool.fetch(queries().list_matches, [row["match_id"] for row in ids])
        return [
            Listed(
                match_id=row["match_id"],
                version=row["version"],
                summary=_SUMMARY.decode(row["summary"]),
                created_at=row["created_at"],
                updated_at=row["updated_at"],
            )
            for row in rows
        ]

    async def list_journal(
        self, match_id: UUID, device_id: UUID, after: int, limit: int
    ) -> Sequence[Noted] | None:
        """The journal after a version; None for a device that is not in the match."""
        rows = await self._pool.fetch(queries().list_journal, match_id, device_id, after, limit)
        if not rows:
            return None
        return [
            Noted(row["version"], row["noted_at"], row["device_id"], _ENTRY.decode(row["entry"]))
            for row in rows
            if row["version"] is not None
        ]

    async def watch_matches(self, match_ids: Sequence[UUID]) -> dict[UUID, Watched]:
        """How far some matches are, and who is in them."""
        rows = await self._pool.fetch(queries().watch_matches, match_ids)
        return {row["match_id"]: Watched(row["version"], frozenset(row["members"])) for row in rows}

    async def follow_match(self, match_id: UUID, after: int, upto: int) -> Followed:
        """A match's journal after one version and up to another, and who is in the match."""
        row = await self._pool.fetchrow(queries().follow_match, match_id, after, upto)
        if row is None:
            return Followed((), frozenset())
        return Followed(_NOTED.decode(row["noted"]), frozenset(row["members"]))

    async def _save(self, statement: str, change: Change, *more: object) -> bool:
        """Move a match on and announce it; false if it has moved on since it was read."""
        moved = await self._pool.fetchval(statement, *_moving(change), *more)
        if moved is not None:
            self._announce(change.match_id)
        return moved is not None


def _moving(change: Change) -> tuple[object, ...]:
    return (
        change.match_id,
        change.version,
        change.at,
        msgspec.json.encode(change.summary),
        change.device_id,
        msgspec.json.encode(change.entry),
    )


_RULESET = msgspec.json.Decoder(RuleSet)
_HEAD = msgspec.json.Decoder(Head)
_HANDS = msgspec.json.Decoder(tuple[Hand, ...])
_ADJUSTMENTS = msgspec.json.Decoder(tuple[Adjustment, ...])
_SUMMARY = msgspec.json.Decoder(Summary)
_ENTRY = msgspec.json.Decoder(Entry)
_NOTED = msgspec.json.Decoder(tuple[Noted, ...])
