"""Purge: remove matches and leagues for good, with all their rows."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Final
from uuid import UUID

from pitchkeeper.database.pool import Connection, Connections, queries

FEW: Final = 20
"""Ids per query of the aggregates to remove."""
_FIRST: Final = UUID(int=0)
_Remove = Callable[[Connection, UUID], Awaitable[None]]


def deleted_matches(connections: Connections) -> AsyncIterator[int]:
    """Remove matches that were deleted long ago, one at a time."""
    remove = partial(_remove_in_transaction, connections, remove_match)
    return remove_listed(connections, queries().list_deleted_matches, remove)


def deleted_leagues(connections: Connections) -> AsyncIterator[int]:
    """Remove leagues that were deleted long ago, one at a time."""
    remove = partial(_remove_in_transaction, connections, remove_league)
    return remove_listed(connections, queries().list_deleted_leagues, remove)


async def remove_listed(
    connections: Connections, listing: str, remove: Callable[[UUID], Awaitable[None]]
) -> AsyncIterator[int]:
    """Remove each id that a statement lists, one at a time, and yield 1 after each.

    A failure does not stop the others; the first one is raised at the end.
    """
    failure: Exception | None = None
    last = _FIRST
    while ids := [row[0] for row in await connections.fetch(listing, last, FEW)]:
        for row_id in ids:
            try:
                await remove(row_id)
            except Exception as failed:
                failure = failure or failed
            else:
                yield 1
        last = ids[-1]
    if failure is not None:
        raise failure


async def _remove_in_transaction(connections: Connections, remove: _Remove, row_id: UUID) -> None:
    async with connections.transaction() as connection:
        await remove(connection, row_id)


async def remove_match(connection: Connection, match_id: UUID) -> None:
    """Remove a match, also from the lists of devices, which are theirs, its invites and links."""
    devices = await connection.fetch(queries().list_devices_ever, match_id)
    await connection.execute(
        queries().forget_matches, match_id, [row["device_id"] for row in devices]
    )
    await _remove_invites(connection, match_id)
    await connection.execute(queries().remove_public_links, match_id)
    await connection.execute(queries().remove_match, match_id)


async def remove_league(connection: Connection, league_id: UUID) -> None:
    """Remove a league, also from the lists of devices, its invites and links; its matches stay."""
    devices = await connection.fetch(queries().list_league_devices_ever, league_id)
    await connection.execute(
        queries().forget_leagues, league_id, [row["device_id"] for row in devices]
    )
    await _remove_invites(connection, league_id)
    await connection.execute(queries().remove_public_links, league_id)
    await connection.execute(queries().remove_league, league_id)


async def _remove_invites(connection: Connection, aggregate_id: UUID) -> None:
    """Remove the invites into a match or a league, and let their codes be drawn again.

    In statements of their own, for a code belongs to nobody.
    """
    codes = await connection.fetch(queries().list_codes, aggregate_id)
    await connection.execute(queries().remove_codes, [row["code"] for row in codes], aggregate_id)
    await connection.execute(queries().remove_invites, aggregate_id)
