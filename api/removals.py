"""Removals: matches and leagues removed for good, with every row that is kept of them."""

from uuid import UUID

from api.database import Connection, Connections, queries


async def deleted_matches(connections: Connections, limit: int) -> int:
    """Remove up to `limit` matches that were deleted long ago: how many there were."""
    rows = await connections.fetch(queries().list_deleted_matches, limit)
    for row in rows:
        async with connections.transaction() as connection:
            await remove_match(connection, row["match_id"])
    return len(rows)


async def deleted_leagues(connections: Connections, limit: int) -> int:
    """Remove up to `limit` leagues that were deleted long ago: how many there were."""
    rows = await connections.fetch(queries().list_deleted_leagues, limit)
    for row in rows:
        async with connections.transaction() as connection:
            await remove_league(connection, row["league_id"])
    return len(rows)


async def remove_match(connection: Connection, match_id: UUID) -> None:
    """Remove a match, also from the lists of devices, which are theirs, and its invites."""
    devices = await connection.fetch(queries().list_devices_ever, match_id)
    await connection.execute(
        queries().forget_matches, match_id, [row["device_id"] for row in devices]
    )
    await _remove_invites(connection, match_id)
    await connection.execute(queries().remove_match, match_id)


async def remove_league(connection: Connection, league_id: UUID) -> None:
    """Remove a league, also from the lists of devices, and its invites; its matches stay."""
    devices = await connection.fetch(queries().list_league_devices_ever, league_id)
    await connection.execute(
        queries().forget_leagues, league_id, [row["device_id"] for row in devices]
    )
    await _remove_invites(connection, league_id)
    await connection.execute(queries().remove_league, league_id)


async def _remove_invites(connection: Connection, venue_id: UUID) -> None:
    """Remove the invites into a match or a league, and let their codes be drawn again.

    In statements of their own, for a code belongs to nobody.
    """
    codes = await connection.fetch(queries().list_codes, venue_id)
    await connection.execute(queries().remove_codes, [row["code"] for row in codes], venue_id)
    await connection.execute(queries().remove_invites, venue_id)
