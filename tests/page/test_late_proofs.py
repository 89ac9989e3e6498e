"""A hand that is not checked yet says so, until the phone hears that it is."""

from uuid import UUID

import asyncpg
from playwright.async_api import expect

from tests.support.browsers import Phone
from tests.support.evenings import HAND, begun

UNCHECKED = """
WITH claimed AS (
    INSERT INTO checks VALUES ($1, 'infinity', 0)
),
unproven AS (
    UPDATE hands SET proof = NULL WHERE match_id = $1
),
moved AS (
    UPDATE matches SET version = version + 1, updated_at = now() WHERE match_id = $1
    RETURNING version
)
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT $1, version, now(), '00000000-0000-0000-0000-000000000000', '{"action": "hands_checked"}'
FROM moved
"""
"""As if nothing could have been proven, with another worker at it."""


async def test_a_phone_hears_that_a_hand_is_checked(ann: Phone, shared_url: str) -> None:
    place = await begun(ann, hands=[HAND])
    connection = await asyncpg.connect(shared_url)
    match_id = UUID(place.rpartition("/")[2])
    await connection.execute(UNCHECKED, match_id)
    await ann.visit(f"#{place}/hands")
    await ann.reads("not checked yet")
    await ann.visit(f"#{place}/hand/1")
    await ann.reads("Not checked yet: this may still change.")
    await connection.execute("UPDATE checks SET claimed_until = now()")
    await connection.close()
    await expect(ann.page.get_by_text("Not checked yet")).to_have_count(0, timeout=30_000)
    await ann.visit(f"#{place}/journal")
    await ann.reads("Hands were checked")
