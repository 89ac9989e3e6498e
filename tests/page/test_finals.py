"""Knock-outs and evenings by score on the page, and on the TV."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import WIDE, Phone
from tests.support.evenings import NIGHT, TEAMS, founded, linked, request
from tests.support.looks import faults

PHONES: Final = ((360, 780), (390, 844))


async def enter(phone: Phone, matchup: str) -> None:
    """Enter that the first side of a matchup won all, by taps."""
    await phone.tap(phone.page.locator("a.matchup", has_text=matchup).first)
    await phone.tap(phone.page.locator(".endings button").first)
    await phone.tap("Save", exact=True)
    await phone.page.wait_for_url(NIGHT)


async def test_a_knock_out_is_played_by_taps(ann: Phone) -> None:
    await founded(ann, pairing="knock_out", nights=1)
    bracket = ann.page.locator("section", has=ann.page.get_by_role("heading", name="Semi-finals"))
    await expect(bracket.locator("a.matchup")).to_have_count(2)
    final = ann.page.locator(
        "section", has=ann.page.get_by_role("heading", name="Final", exact=True)
    )
    await expect(final).to_contain_text("winner of")
    await enter(ann, TEAMS[0][0])
    await expect(final).to_contain_text(TEAMS[0][0])
    await enter(ann, TEAMS[1][0])
    await expect(final.locator("a.matchup")).to_have_count(1)
    assert await faults(ann, "knock-out", PHONES) == []


async def test_an_evening_by_score_goes_on_with_a_tap(ann: Phone) -> None:
    await founded(ann, pairing="swiss", nights=1, fixturesANight=3)
    assert await ann.page.get_by_text("Pair round 2").count() == 0
    for team in (TEAMS[0][0], TEAMS[1][0]):
        await enter(ann, team)
    await ann.tap("Pair round 2", exact=True)
    await ann.tap("Plan it that way", exact=True)
    await ann.page.wait_for_url(NIGHT)
    await ann.reads("Round 2")


@pytest.mark.parametrize("language", ["en-US", "es-MX"])
async def test_the_wall_shows_the_whole_knock_out(
    ann: Phone, another: Holding, language: str
) -> None:
    place = await founded(ann, pairing="knock_out", nights=1)
    league = place.replace("/league/", "/leagues/")
    for number in range(5, 15):
        team = {"name": f"Team number {number}", "players": ["Lou", "Lee"], "fromNight": 1}
        await request(ann, "POST", f"{league}/entrants", team)
    await request(ann, "POST", f"{league}/bracket")
    drawn = await request(ann, "GET", f"{league}/bracket")
    for fixture in drawn["rounds"][0]["fixtures"][:4]:
        if fixture["state"] == "planned":
            path = f"{league}/fixtures/{fixture['number']}/result"
            await request(ann, "PUT", path, {"wins": [2, 1]}, {"If-None-Match": "*"})
    tv = await linked(ann, f"{place}/teams")
    async with another(size=WIDE, language=language) as wall:
        await wall.visit(f"#{tv}")
        await wall.page.locator(".tv-tree li:not(.bye)").first.wait_for()
        assert await wall.page.locator(".tv-tree section").count() == 4
        assert await faults(wall, f"tv-knock-out-{language}", (WIDE,)) == []
    async with another(size=PHONES[0], language=language) as phone:
        await phone.visit(f"#{tv}")
        await phone.page.locator(".tv-tree li:not(.bye)").first.wait_for()
