"""Hands that the other side has still to agree to, and rules that were chosen wrongly."""

import asyncio
import re
from typing import Final

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import MINUS, PATIENCE, Phone
from tests.support.evenings import (
    HAND,
    TOMS,
    enter_hand,
    join_table,
    open_match,
    play_hand,
    request,
    shows,
)

QUOTE: Final = "\u2019"


async def test_one_tap_says_yes_to_all_hands_that_wait(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, hands=[HAND, TOMS], policy="both_sides")
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
    place = await open_match(ann, hands=[HAND], policy="both_sides")
    async with another(is_guarded=True) as ray:
        await join_table(ann, ray, place)
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
    place = await open_match(ann, hands=[HAND, TOMS])
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


async def test_a_disputed_hand_is_said_on_every_table_and_changed_from_its_ruling(
    ann: Phone, another: Holding
) -> None:
    place = await open_match(ann, hands=[HAND], policy="both_sides")
    async with another() as ray:
        await join_table(ann, ray, place)
        await ray.tap("Hand 1")
        await ray.tap("Not right", exact=True)
        await ray.tap("Jack", exact=True)
        await ann.visit(f"#{place}")
        ann.taps = 0
        await ann.tap("Hand 1 is disputed.", exact=True)
        await ann.reads("“Jack”")
        assert ann.taps == 1
        await ann.tap("Change hand 1", exact=True)
        await ann.tap("Jack: Ray & Dolores", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await ann.tap("Change hand 1", exact=True)
        await shows(ann, f"{MINUS}3", "2")
        await expect(ann.page.get_by_text("is disputed")).to_have_count(0)
        assert await ann.store("refused") in (None, [])
        # The other side is asked for its yes, and whoever changed it is not.
        await ray.visit(f"#{place}")
        await ray.reads("Hand 1 waits for your yes.")
        await expect(ann.page.get_by_text("waits for your yes")).to_have_count(0)


async def test_who_agrees_to_a_hand_did_not_save_it(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, hands=[HAND], policy="both_sides")
    hand = f"{place.replace('/m/', '/matches/')}/hands/1"
    async with another() as ray:
        await join_table(ann, ray, place)
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="High: Ann & Tom")).to_be_checked()
        version = (await request(ray, "GET", hand))["matchVersion"]
        agreed = await request(
            ray, "POST", f"{hand}/confirmations", {}, {"If-Match": f'"{version}"'}
        )
        async with asyncio.timeout(PATIENCE / 1000):
            sheets = await ann.store("sheets")
            while sheets[place.removeprefix("/m/")]["version"] < agreed["matchVersion"]:
                sheets = await ann.store("sheets")
        await ann.page.wait_for_timeout(100)
        await expect(ann.page.locator(".meanwhile")).to_have_count(0)
        await enter_hand(ray, place, 1, HAND | {"trump": "S"})
        await ann.reads(f"Ray{QUOTE}s phone saved hand 1.")


async def test_only_who_may_settle_a_dispute_is_asked_to(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, hands=[HAND], policy="both_sides")
    await request(
        ann, "POST", f"{place.replace('/m/', '/matches/')}/hands/1/disputes", {"reason": "Low"}
    )
    async with another() as ray:
        await join_table(ann, ray, place)
        await ray.visit(f"#{place}/hand/1")
        await ray.tap("What the rules say", exact=True)
        await ray.reads("Whoever said no to it, or opened the table, settles this.")
        await expect(ray.named("Accept it", exact=True)).to_have_count(0)


async def test_whoever_enters_a_hand_is_not_asked_for_a_yes(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, policy="both_sides")
    async with another() as ray:
        await join_table(ann, ray, place)
        await play_hand(ann, 1)
        await ray.reads("Hand 1 waits for your yes.")
        await expect(ann.page.get_by_text("waits for your yes")).to_have_count(0)
        hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")
        assert hand["agreement"]["missing"] == [1]
        await ray.tap("Hand 1 waits for your yes.", exact=True)
        await ray.tap(f"That{QUOTE}s right", exact=True)
        await expect(ray.named(f"That{QUOTE}s right", exact=True)).to_have_count(0)
        # What a phone says goes through its queue, and may come a moment later.
        while hand["agreement"]["state"] != "confirmed":
            hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")
