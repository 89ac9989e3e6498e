"""Several phones at one table."""

from uuid import UUID

import asyncpg

from tests.support.phones import Device, Json

TOUCHED = "UPDATE matches SET updated_at = now() WHERE match_id = $1"
"""Has to follow whatever changes a match behind the server's back, for it remembers matches."""


async def device_id(phone: Device) -> str:
    """The id of a device."""
    me: Json = (await phone.get("/v1/devices/me")).json()
    return str(me["deviceId"])


async def seat_device(
    database_url: str, match: Json, phone: Device, role: str, seat: int | None = None
) -> None:
    """Let a device take part in a match, or change the part that it takes."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "INSERT INTO members (match_id, device_id, role, joined_at, seat) "
        "VALUES ($1, $2, $3, now(), $4) ON CONFLICT (match_id, device_id) "
        "DO UPDATE SET role = excluded.role, seat = excluded.seat",
        UUID(match["matchId"]),
        UUID(await device_id(phone)),
        role,
        seat,
    )
    await connection.execute(TOUCHED, UUID(match["matchId"]))
    await connection.close()


def path(match: Json, number: int | None = None, part: str = "") -> str:
    """Return the path of a match, of one of its hands, or of a part of a hand."""
    base = f"/v1/matches/{match['matchId']}"
    return base + (f"/hands/{number}" if number else "") + (f"/{part}" if part else "")
