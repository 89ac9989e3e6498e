"""The store of invites: PostgreSQL behind the few verbs that they need."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import asyncpg

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.invites import Invite, InviteRole
from pitchkeeper.database.pool import Connections, queries

NOWHERE: Final = UUID(int=0)
"""The id of nothing."""


class InviteStore:
    """What is kept of invites, and of who came in by them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add(self, invite: Invite) -> bool:
        """Keep an invite, once; false if another one has its code.

        A code belongs to neither a match nor a league, so it is written by a statement of its own.
        """
        try:
            async with self._connections.transaction() as connection:
                coded = await connection.fetchval(
                    queries().add_code,
                    invite.code,
                    invite.aggregate_id,
                    invite.invite_id,
                    invite.expires_at,
                )
                if coded is not None:
                    await connection.execute(
                        queries().add_invite,
                        invite.aggregate_id,
                        invite.invite_id,
                        invite.code,
                        invite.role,
                        invite.seat,
                        invite.made_at,
                        invite.expires_at,
                        invite.uses,
                        invite.kind,
                    )
        except asyncpg.UniqueViolationError:
            # A copy of the command, for the id of the invite is made of the command's. By its kind
            # alone: Citus does not tell which constraint it was.
            return True
        return coded is not None

    async def load(self, aggregate_id: UUID, invite_id: UUID) -> Invite | None:
        """An invite into a match or a league."""
        row = await self._connections.fetchrow(queries().load_invite, aggregate_id, invite_id)
        return None if row is None else _invite(row)

    async def newest(self, aggregate_id: UUID, before: UUID, limit: int) -> Sequence[Invite]:
        """The newest invites into a match or a league, older than `before`."""
        rows = await self._connections.fetch(queries().list_invites, aggregate_id, before, limit)
        return [_invite(row) for row in rows]

    async def count_live(self, aggregate_id: UUID, now: datetime) -> int:
        """How many invites into a match or a league can still be used."""
        return int(
            await self._connections.fetchval(queries().count_live_invites, aggregate_id, now)
        )

    async def revoke(self, aggregate_id: UUID, invite_id: UUID, at: datetime) -> Invite | None:
        """Revoke an invite: what it is then, which says since when; None if there is none."""
        row = await self._connections.fetchrow(queries().revoke_invite, aggregate_id, invite_id, at)
        return None if row is None else _invite(row)

    async def find(self, code: str) -> Invite | None:
        """The invite that a code is of, whether or not it can still be used."""
        row = await self._connections.fetchrow(queries().find_code, code)
        # Looked for even where there is none, so that nobody is told by how long it takes.
        where = (NOWHERE, NOWHERE) if row is None else (row["aggregate_id"], row["invite_id"])
        found = await self.load(*where)
        return found if found is not None and found.code == code else None

    async def use(self, invite: Invite, device_id: UUID, at: datetime) -> bool:
        """Use an invite, once a device; false if it has expired, was revoked or is used up."""
        try:
            used = await self._connections.fetchval(
                queries().use_invite, invite.aggregate_id, invite.invite_id, device_id, at
            )
        except asyncpg.CheckViolationError:
            # The table counts the uses: of two phones that look at once each would see one left.
            # Of its checks only that one is of what is written here.
            return False
        return used is not None

    async def has_entered(self, invite: Invite | None, device_id: UUID) -> bool:
        """Whether a device has used an invite; none was used by nobody."""
        where = (NOWHERE, NOWHERE) if invite is None else (invite.aggregate_id, invite.invite_id)
        return bool(await self._connections.fetchval(queries().has_entered, *where, device_id))


def _invite(row: asyncpg.Record) -> Invite:
    kinds = {"kind": AggregateKind(row["kind"]), "role": InviteRole(row["role"])}
    return Invite(**dict(row) | kinds)
