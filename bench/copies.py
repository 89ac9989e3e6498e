"""Copies: a database with many matches, copied in SQL from a few that were played."""

from collections.abc import Sequence
from uuid import UUID

from tests.support import databases

_COPIES = """
WITH copies AS MATERIALIZED (
    SELECT uuidv7() AS match_id FROM generate_series(1, $2::int)
),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    SELECT c.match_id, m.version, m.ruleset_hash, m.head, m.summary, m.created_at, m.updated_at
    FROM matches AS m CROSS JOIN copies AS c
    WHERE m.match_id = $1
),
owned AS (
    INSERT INTO members (match_id, device_id, role, joined_at, seat)
    SELECT c.match_id, t.device_id, t.role, t.joined_at, t.seat
    FROM members AS t CROSS JOIN copies AS c
    WHERE t.match_id = $1
),
listed AS (
    INSERT INTO device_matches (device_id, match_id)
    SELECT t.device_id, c.match_id FROM members AS t CROSS JOIN copies AS c WHERE t.match_id = $1
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT c.match_id, h.number, h.record, h.is_void, h.overruled, h.proof, h.agreement
    FROM hands AS h CROSS JOIN copies AS c
    WHERE h.match_id = $1
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry)
    SELECT c.match_id, j.version, j.noted_at, j.device_id, j.entry
    FROM journal AS j CROSS JOIN copies AS c
    WHERE j.match_id = $1
)
SELECT match_id FROM copies
"""


async def copy_match(url: str, match_id: UUID, many: int) -> Sequence[UUID]:
    """Copy a match a number of times and return the ids of the copies."""
    rows = await databases.fetch(url, _COPIES, match_id, many)
    await databases.fetch(url, "ANALYZE")
    return [row["match_id"] for row in rows]
