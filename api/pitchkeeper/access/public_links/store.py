"""The store of public links."""

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
    """The stored public links."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def put(self, link: PublicLink, secret_hash: bytes) -> PublicLink | None:
        """Store a link, or another secret of a stored one; return None if it was revoked."""
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
        """Return the links to a match or a league that still work, newest first."""
        rows = await self._connections.fetch(queries().list_public_links, aggregate_id)
        return [_link(row) for row in rows]

    async def load(self, aggregate_id: UUID, link_id: UUID) -> PublicLink | None:
        """Return a link to a match or a league, even if it was revoked."""
        row = await self._connections.fetchrow(queries().load_public_link, aggregate_id, link_id)
        return None if row is None else _link(row)

    async def find(self, secret_hash: bytes) -> PublicLink | None:
        """Return the link with a secret; None if it no longer works."""
        row = await self._connections.fetchrow(queries().find_public_link, secret_hash)
        return None if row is None else _link(row)

    async def revoke(self, aggregate_id: UUID, link_id: UUID, at: datetime) -> None:
        """Revoke a link."""
        await self._connections.execute(queries().revoke_public_link, aggregate_id, link_id, at)


def _link(row: asyncpg.Record) -> PublicLink:
    return PublicLink(**dict(row) | {"kind": AggregateKind(row["kind"])})
