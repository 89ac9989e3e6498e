"""Taps and keys right after a change of screen, which mean the screen before or the one after."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import TABLE, bid, open_match, request, sent, shows


async def hold_time(phone: Phone) -> None:
    """Let time stand still, so that taps stay guarded however slow the machine is.

    The clock has to be taken before the page is opened: a timer that was set before that goes off.
    """
    await phone.page.clock.pause_at(await phone.page.evaluate("Date.now() + 1000"))


async def test_all_may_pass_where_the_cards_are_thrown_in(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        place = await open_match(ann, ruleset="setback")
        await ann.named("All passed", exact=True).tap(trial=True)
        passed = await ann.named("All passed", exact=True).bounding_box()
        assert passed
        x, y = passed["x"] + passed["width"] / 2, passed["y"] + passed["height"] / 2
        # The second tap of a double tap is no second hand.
        await hold_time(ann)
        await ann.page.touchscreen.tap(x, y)
        await ann.reads("Hand 2 · to")
        await ann.page.touchscreen.tap(x, y)
        await ann.page.clock.resume()
        await expect(ann.page.locator(".last")).to_contain_text("Hand 1")
        await sent(ann)
        assert len((await request(ann, "GET", place.replace("/m/", "/matches/")))["lines"]) == 1
        # The next question takes the focus from the answer to the one before.
        await ann.named("All passed", exact=True).press("Enter")
        await ann.reads("Hand 3 · to")
        await expect(ann.page.get_by_role("heading", name="Who won the bid?")).to_be_focused()


async def test_a_double_tap_on_save_bids_for_nobody(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        place = await open_match(ann)
        await bid(ann, "Ann", 3)
        await ann.tap("Ann & Tom", exact=True)
        await ann.named("Save hand 1", exact=True).tap(trial=True)
        save = await ann.named("Save hand 1", exact=True).bounding_box()
        assert save
        x, y = save["x"] + save["width"] * 0.8, save["y"] + save["height"] / 2
        await hold_time(ann)
        await ann.page.touchscreen.tap(x, y)
        await ann.page.wait_for_url(TABLE)
        # Whatever lies under the thumb now: the tabs, or a bid.
        for height in (y, y - 60, y - 120):
            await ann.page.touchscreen.tap(x, height)
        await ann.page.clock.resume()
        await shows(ann, "4", "0")
        await expect(ann.page).to_have_url(TABLE)
        await sent(ann)
        match = await request(ann, "GET", place.replace("/m/", "/matches/"))
        assert len(match["lines"]) == 1


async def test_keys_press_also_right_after_a_change_of_screen(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        await open_match(ann)
        await hold_time(ann)
        await ann.named("Hands", exact=True).focus()
        await ann.page.keyboard.press("Enter")
        await ann.page.wait_for_url("**/hands")
        await expect(ann.page.locator("h1")).to_be_focused()
        assert await ann.page.locator("html.guarded").count() == 1
        await ann.named("Phones", exact=True).focus()
        await ann.page.keyboard.press("Enter")
        await ann.page.wait_for_url("**/phones")


async def test_start_is_one_table_however_often_it_is_tapped(ann: Phone) -> None:
    await ann.visit("#/new")
    start = ann.named("Start", exact=True)
    await expect(start).to_be_enabled()
    await start.evaluate("button => { button.click(); button.click(); }")
    await ann.page.wait_for_url(TABLE)
    await sent(ann)
    assert len((await request(ann, "GET", "/matches"))["items"]) == 1
