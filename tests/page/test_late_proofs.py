"""A hand that is not checked yet says so, until the phone hears that it is."""

from uuid import UUID

import asyncpg
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import WIDE, Phone, take_picture
from tests.support.evenings import HAND, enter_hand, open_league, open_match, request, share_link

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


async def test_a_phone_hears_that_a_hand_is_checked(
    ann: Phone, another: Holding, shared_url: str
) -> None:
    """Also a screen on the wall, in its own language."""
    place = await open_match(ann, hands=[HAND])
    link = await share_link(ann, f"{place}/phones")
    connection = await asyncpg.connect(shared_url)
    match_id = UUID(place.rpartition("/")[2])
    await connection.execute(UNCHECKED, match_id)
    await ann.visit(f"#{place}/hands")
    await ann.reads("not checked yet")
    await ann.visit(f"#{place}/hand/1")
    await ann.reads("Not checked yet: this may still change.")
    async with another(size=WIDE, language="es") as tv:
        await tv.visit(f"#{link}")
        await tv.reads("Aún sin comprobar: todavía puede cambiar.")
        await take_picture(tv, "tv-not-checked")
    await connection.execute("UPDATE checks SET claimed_until = now()")
    await connection.close()
    await expect(ann.page.get_by_text("Not checked yet")).to_have_count(0)
    await ann.visit(f"#{place}/journal")
    await ann.reads("Hands were checked")


async def test_a_league_says_that_a_result_is_not_checked(
    ann: Phone, another: Holding, shared_url: str
) -> None:
    place = await open_league(ann)
    league = place.replace("/league/", "/leagues/")
    number = (await request(ann, "GET", f"{league}/schedule"))["nights"][0]["fixtures"][0]["number"]
    match = await request(ann, "POST", f"{league}/fixtures/{number}/matches", {})
    await enter_hand(ann, f"/m/{match['matchId']}", 1, HAND)
    link = await share_link(ann, f"{place}/teams")
    connection = await asyncpg.connect(shared_url)
    await connection.execute(UNCHECKED, UUID(match["matchId"]))
    await ann.visit(f"#{place}")
    await ann.page.reload()
    await expect(ann.page.locator(".matchup", has_text="not checked yet")).to_have_count(1)
    await take_picture(ann, "league-not-checked")
    for part in (f"/fixture/{number}", "/standings"):
        await ann.visit(f"#{place}{part}")
        await ann.reads("Not checked yet: this may still change.")
    async with another(size=WIDE) as tv:
        await tv.visit(f"#{link}")
        await tv.reads("Not checked yet: this may still change.")
        await take_picture(tv, "tv-league-not-checked")
    await connection.execute("UPDATE checks SET claimed_until = now()")
    await connection.close()
    await expect(ann.page.get_by_text("Not checked yet")).to_have_count(0)
