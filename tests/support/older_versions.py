"""Databases as older versions left them, and a match in one."""

from datetime import UTC, datetime
from pathlib import Path
from shutil import copy
from typing import Any

import asyncpg
import msgspec

from pitch.rules import rulesets
from pitch.seats import Arrangement, Seating, Table
from pitchkeeper.database.migrator import migrate
from pitchkeeper.settings import MIGRATIONS

LOUNGE = rulesets.preset("mb-lounge")
AT = datetime(2026, 1, 2, tzinfo=UTC)
FIRST = {"contract": {"pitcher": 0, "bid": "four"}}
SECOND = {"contract": {"pitcher": 1, "bid": "three"}}
PENALTY = {"side": 1, "points": -1, "reason": "Talk", "afterHand": 0}
LINES: list[dict[str, Any]] = [
    {"action": "match_opened"},
    {"action": "hand_entered", "hand": 1, "after": FIRST},
    {"action": "adjustment_made", "adjustment": PENALTY},
    {"action": "hand_changed", "hand": 1, "before": FIRST, "after": SECOND},
    {"action": "hand_voided", "hand": 1, "before": SECOND, "after": SECOND},
    {"action": "hand_changed", "hand": 1, "before": SECOND, "after": SECOND, "wasVoid": True},
    {"action": "adjustment_made", "adjustment": {**PENALTY, "points": 2}},
]
"""What its journal says."""


async def upgrade(url: str, folder: Path, migrations: int) -> None:
    """Make a database as so many migrations leave it."""
    for name in sorted(MIGRATIONS.glob("00*.sql"))[:migrations]:
        copy(name, folder)
    await migrate(url, folder)


async def keep_as_before(
    pool: "asyncpg.Pool[asyncpg.Record]", match_id: object, owner: object
) -> None:
    """Write a match as the version before kept it."""
    encode = msgspec.json.encode
    table = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
    seating = Seating(table=table, names=("Ann", "Bob", "Cid", "Dee"))
    head = {"seating": msgspec.to_builtins(seating), "firstDealer": 3}
    await pool.execute("INSERT INTO rulesets VALUES ($1, $2)", LOUNGE.hash, encode(LOUNGE))
    await pool.execute(
        "INSERT INTO matches VALUES ($1, 7, $2, $3, '{}', $4, $4)",
        match_id,
        LOUNGE.hash,
        encode(head),
        AT,
    )
    await pool.execute("INSERT INTO members VALUES ($1, $2, 'owner')", match_id, owner)
    await pool.execute("INSERT INTO hands VALUES ($1, 1, $2, false)", match_id, encode(SECOND))
    for number, points in ((1, -1), (2, 2)):
        await pool.execute(
            "INSERT INTO adjustments VALUES ($1, $2, 1, $3, 'Talk', 0)", match_id, number, points
        )
    for version, line in enumerate(LINES, start=1):
        await pool.execute(
            "INSERT INTO journal VALUES ($1, $2, $3, $4, $5)",
            match_id,
            version,
            AT,
            owner,
            encode(line),
        )
