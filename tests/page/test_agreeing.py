"""Hands that the other side has still to agree to, and rules that were chosen wrongly."""

import re

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import HAND, TOMS, begun, joined


async def test_one_tap_says_yes_to_all_hands_that_wait(ann: Phone, another: Holding) -> None:
    place = await begun(ann, hands=[HAND, TOMS], policy="both_sides")
    await ann.visit(f"#{place}/invite")
    code = await ann.page.locator(".code").inner_text()
    async with another() as ray:
        await ray.visit(f"#/join/{code.replace(' ', '')}")
        await ray.tap(ray.page.get_by_role("radio", name="Ray"))
        await ray.tap("Join as Ray", exact=True)
        await ann.visit(f"#{place}/phones")
        await ann.tap("Yes", exact=True)
        await ray.visit(f"#{place}")
        await ray.reads("Hands 1, 2 wait for your yes.")
        ray.taps = 0
        await ray.tap("Yes to all 2", exact=True)
        await expect(ray.page.get_by_text("wait for your yes")).to_have_count(0)
        assert ray.taps == 1


async def test_a_double_tap_on_a_yes_changes_nothing(ann: Phone, another: Holding) -> None:
    place = await begun(ann, hands=[HAND], policy="both_sides")
    async with another(is_guarded=True) as ray:
        await joined(ann, ray, place)
        await ray.visit(f"#{place}/hand/1")
        yes = ray.named("That\u2019s right", exact=True)
        await yes.tap(trial=True)
        box = await yes.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await ray.page.touchscreen.tap(x, y)
        # The button to change the hand has come under the finger.
        await expect(yes).to_have_count(0)
        await ray.page.touchscreen.tap(x, y)
        await ray.page.locator("html:not(.guarded)").wait_for()
        await expect(ray.page).to_have_url(re.compile("/hand/1$"))


async def test_other_rules_are_shown_on_every_hand_before_they_hold(ann: Phone) -> None:
    place = await begun(ann, hands=[HAND, TOMS])
    await ann.tap("Hands", exact=True)
    await ann.tap("Change the rules", exact=True)
    await expect(ann.named("Change the rules", exact=True)).to_be_disabled()
    await ann.tap(ann.page.locator("summary").filter(has_text="House rules"))
    await ann.tap(ann.page.get_by_role("radiogroup", name="To how many").get_by_text("15"))
    rows = ann.page.locator("tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_contain_text("same points")
    await ann.tap(ann.page.get_by_role("button", name="Change the rules"))
    await ann.page.wait_for_url(f"**{place}")
    await ann.reads("Hand 3 · to 15")
