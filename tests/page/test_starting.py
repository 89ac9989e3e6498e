"""The start and what leads there: new tables, their rules, addresses and invites."""

from typing import Final
from urllib.parse import quote

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import open_match, request

QUOTE: Final = "\u2019"


async def test_rules_are_read_inside_the_page_and_no_name_is_lost(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await ann.visit("#/new")
        await ann.tap(ann.page.locator(".round .seat").first)
        await ann.page.locator(".naming input").fill("Zebulon")
        await ann.tap("Read them", exact=True)
        await ann.page.get_by_role("heading", name="Scoring the hand").wait_for()
        await ann.tap("Back", exact=True)
        await ann.reads("Zebulon")
        await ann.offline(True)
        await ann.tap("Read them", exact=True)
        await ann.page.get_by_role("heading", name="Scoring the hand").wait_for()
        await ann.visit("#/rulebook/setback/new")
        await ann.reads("These rules are not on this phone yet")


async def test_a_phone_that_was_only_opened_starts_a_table_without_signal(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await ann.visit()
        await ann.page.wait_for_load_state("networkidle")
        await ann.page.evaluate("navigator.serviceWorker.ready")
        await ann.offline(True)
        await ann.page.reload()
        await ann.tap("New table", exact=True)
        await ann.tap("Start", exact=True)
        await ann.reads("Who won the bid?")


@pytest.mark.parametrize("cut_off", ["#/%", "#/m/%E0%A4%A"])
async def test_an_address_that_is_cut_off_leads_to_the_start(ann: Phone, cut_off: str) -> None:
    await ann.visit(cut_off)
    await ann.named("New table", exact=True).wait_for()
    await ann.visit("#/new")
    await ann.named("Start", exact=True).wait_for()


async def test_an_invite_that_another_app_shared_opens_its_table(
    ann: Phone, another: Holding
) -> None:
    match = (await open_match(ann)).replace("/m/", "/matches/")
    invite = await request(ann, "POST", f"{match}/invites", {"role": "scorer"})
    async with another() as ray:
        await ray.visit(f"?text=Come+in%21+{quote(invite['link'])}")
        await ray.tap("Ray free", exact=True)
        await ray.named("Join as Ray", exact=True).wait_for()


async def test_the_owner_is_asked_for_a_seat_on_the_table(ann: Phone, another: Holding) -> None:
    place = await open_match(ann)
    match = place.replace("/m/", "/matches/")
    invite = await request(ann, "POST", f"{match}/invites", {"role": "scorer"})
    async with another() as ray:
        await ray.visit(f"#/join/{invite['code']}")
        await ray.tap("Ray free", exact=True)
        await ray.tap("Join as Ray", exact=True)
        await ann.reads(f"Is it Ray{QUOTE}s?")
        await ann.tap("Yes", exact=True)
        await expect(ann.page.get_by_text(f"Is it Ray{QUOTE}s?")).to_have_count(0)
        seats = (await request(ray, "GET", match))["players"]
        assert [player["isMine"] for player in seats] == [False, True, False, False]
