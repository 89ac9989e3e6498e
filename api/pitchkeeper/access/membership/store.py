"""The store of invites."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import asyncpg

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.invites import Invite, InviteRole
from pitchkeeper.database.pool import Connections, queries

NOWHERE: Final = UUID(int=0)
"""An id that nothing has."""


class InviteStore:
    """The stored invites, and the devices that joined by them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add(self, invite: Invite) -> bool:
        """Add an invite, once; return False if another invite has its code.

        Codes are unique over all matches and leagues, so they are stored in a table of their own.
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
                        invite.made_by,
                    )
        except asyncpg.UniqueViolationError:
            # A copy of the command, because the id of the invite is that of the command. The name
            # of the constraint is not checked: Citus does not report it.
            return True
        return coded is not None

    async def load(self, aggregate_id: UUID, invite_id: UUID) -> Invite | None:
        """Return an invite to a match or a league; None if there is none."""
        row = await self._connections.fetchrow(queries().load_invite, aggregate_id, invite_id)
        return None if row is None else _invite(row)

    async def newest(self, aggregate_id: UUID, before: UUID, limit: int) -> Sequence[Invite]:
        """Return the newest invites to a match or a league, older than `before`."""
        rows = await self._connections.fetch(queries().list_invites, aggregate_id, before, limit)
        return [_invite(row) for row in rows]

    async def makers(self, aggregate_id: UUID, now: datetime) -> Sequence[UUID | None]:
        """Return who made each of the open invites to a match or a league."""
        rows = await self._connections.fetch(queries().list_makers, aggregate_id, now)
        return [row["made_by"] for row in rows]

    async def revoke(self, aggregate_id: UUID, invite_id: UUID, at: datetime) -> Invite | None:
        """Revoke an invite and return it with the time of its revocation; None if there is none."""
        row = await self._connections.fetchrow(queries().revoke_invite, aggregate_id, invite_id, at)
        return None if row is None else _invite(row)

    async def find(self, code: str) -> Invite | None:
        """Return the invite of a code, usable or not; None if there is none."""
        row = await self._connections.fetchrow(queries().find_code, code)
        # Queried even for an unknown code, so that the time taken tells nothing.
        where = (NOWHERE, NOWHERE) if row is None else (row["aggregate_id"], row["invite_id"])
        invite = await self.load(*where)
        return invite if invite is not None and invite.code == code else None

    async def use(self, invite: Invite, device_id: UUID, at: datetime) -> bool:
        """Use an invite, once a device; return False if it is expired, revoked or used up."""
        try:
            is_used: bool = await self._connections.fetchval(
                queries().use_invite, invite.aggregate_id, invite.invite_id, device_id, at
            )
        except asyncpg.CheckViolationError:
            # The check of the table limits the uses, because two phones at once could each see one
            # left. It is the only check on the columns that are written here.
            return False
        return is_used

    async def has_entered(self, invite: Invite | None, device_id: UUID) -> bool:
        """Return whether a device has used an invite; False for None."""
        where = (NOWHERE, NOWHERE) if invite is None else (invite.aggregate_id, invite.invite_id)
        return bool(await self._connections.fetchval(queries().has_entered, *where, device_id))


def _invite(row: asyncpg.Record) -> Invite:
    kinds = {"kind": AggregateKind(row["kind"]), "role": InviteRole(row["role"])}
    return Invite(**dict(row) | kinds)
