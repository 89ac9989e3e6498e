"""Undo on the table, and going back in the journal."""

import asyncio
from typing import Final

from playwright.async_api import Route, expect

from tests.page.conftest import Holding
from tests.support.browsers import PATIENCE, Phone
from tests.support.evenings import HAND, bid, enter_hand, join_table, open_match, request, shows

TRICK: Final = {"leader": 0, "cards": ["AS", "2S", "3S", "4S"]}


async def test_undo_is_one_tap_on_the_table_and_says_what_it_took_back(ann: Phone) -> None:
    place = await open_match(ann, hands=[HAND, HAND])
    await enter_hand(ann, place, 2, HAND | {"trump": "S", "tricks": [TRICK]})
    await shows(ann, "6", "2")
    # It is no matter of any one hand.
    await ann.tap("Hand 2")
    await ann.page.get_by_role("heading", name="Made.").wait_for()
    await expect(ann.named("Undo", exact=True)).to_have_count(0)
    # Looked at, and thus on this phone's screen as it was.
    await ann.tap("Change", exact=True)
    await ann.tap("Back", exact=True)
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await ann.reads("Undone: hand 2, tricks")
    await ann.visit(f"#{place}/hand/2/tricks")
    await expect(ann.named("Start over", exact=True)).to_be_disabled()
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await ann.reads("Undone: hand 2, points")
    await expect(ann.page.locator(".undone .figure")).to_have_text("6 : 23 : 1")
    await shows(ann, "3", "1")
    # One more tap undoes no more than was meant, and one puts all of it back.
    await ann.page.locator("html:not(.guarded)").wait_for()
    await ann.tap("Put it back", exact=True)
    await shows(ann, "6", "2")
    await expect(ann.page.locator(".undone")).to_have_count(0)


async def test_an_undo_takes_back_what_is_shown_and_nothing_newer(
    ann: Phone, another: Holding
) -> None:
    place = await open_match(ann, hands=[HAND])
    async with another() as ray:
        await join_table(ann, ray, place)
        # Another phone writes, which this one has not heard of when it is tapped.
        held: list[Route] = []

        async def hold(route: Route) -> None:
            held.append(route)

        await ann.page.route("**/undo", hold)
        await ann.tap("Undo", exact=True)
        await expect(ann.page.locator(".last")).to_contain_text("Hand 1")
        await enter_hand(ray, place, 2, HAND)
        async with asyncio.timeout(PATIENCE / 1000):
            while not held:
                await ann.page.wait_for_timeout(50)
        await held[0].continue_()
        await ann.page.get_by_role("alert").wait_for()
        await shows(ann, "6", "2")
        assert len((await request(ann, "GET", place.replace("/m/", "/matches/")))["lines"]) == 2


async def test_an_undo_takes_the_draft_of_its_hand_with_it(ann: Phone) -> None:
    place = await open_match(ann, hands=[HAND])
    await ann.visit(f"#{place}/hand/1/points")
    await ann.tap("Jack: Ray & Dolores", exact=True)
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await shows(ann, "0", "0")
    await bid(ann, "Tom", 3)
    await expect(ann.page.locator("[aria-checked=true]")).to_have_count(0)
    assert list(await ann.store("drafts")) == [f"{place.removeprefix('/m/')}/1"]


async def test_going_back_in_the_journal_takes_drafts_with_it(ann: Phone) -> None:
    place = await open_match(ann, hands=[HAND])
    await ann.visit(f"#{place}/hand/1/points")
    await ann.tap("Jack: Ray & Dolores", exact=True)
    await enter_hand(ann, place, 1, HAND | {"trump": "S"})
    await ann.visit(f"#{place}/journal")
    await expect(ann.named("Back to here")).to_have_count(0)
    await ann.tap(ann.page.locator("summary").last)
    await ann.tap(ann.named("Back to here").last)
    await ann.tap(ann.page.locator(".journal .box .plain").first)
    await ann.reads("Hand 1")
    await ann.reads("It is as it was then.")
    assert await ann.store("drafts") == {}
