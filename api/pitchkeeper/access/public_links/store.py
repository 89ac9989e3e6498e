"""The store of public links: PostgreSQL behind the few verbs that they need."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import asyncpg
from msgspec import Struct

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.database.pool import Connections, queries


class PublicLink(Struct, frozen=True):
    """A link to the scoreboard of a match or a league, without its secret."""

    kind: AggregateKind
    aggregate_id: UUID
    link_id: UUID
    made_at: datetime
    revoked_at: datetime | None = None


class LinkStore:
    """What is kept of public links."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def put(self, link: PublicLink, secret_hash: bytes) -> PublicLink | None:
        """Keep a link, or give one that is kept another secret; None if it was revoked."""
        row = await self._connections.fetchrow(
            queries().put_public_link,
            link.aggregate_id,
            link.link_id,
            link.kind,
            secret_hash,
            link.made_at,
        )
        return None if row is None else _link(row)

    async def live(self, aggregate_id: UUID) -> Sequence[PublicLink]:
        """The links to a match or a league that still work, newest first."""
        rows = await self._connections.fetch(queries().list_public_links, aggregate_id)
        return [_link(row) for row in rows]

    async def load(self, aggregate_id: UUID, link_id: UUID) -> PublicLink | None:
        """A link to a match or a league, also one that was revoked."""
        row = await self._connections.fetchrow(queries().load_public_link, aggregate_id, link_id)
        return None if row is None else _link(row)

    async def find(self, secret_hash: bytes) -> PublicLink | None:
        """The link that has a secret, if it still works."""
        row = await self._connections.fetchrow(queries().find_public_link, secret_hash)
        return None if row is None else _link(row)

    async def revoke(self, aggregate_id: UUID, link_id: UUID, at: datetime) -> None:
        """Let a link lead nowhere."""
        await self._connections.execute(queries().revoke_public_link, aggregate_id, link_id, at)


def _link(row: asyncpg.Record) -> PublicLink:
    return PublicLink(**dict(row) | {"kind": AggregateKind(row["kind"])})
