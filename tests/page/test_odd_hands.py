"""The screen of a hand that is odd or unfinished leads to the screen on which that is changed."""

from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.support.browsers import Phone
from tests.support.evenings import HAND, TABLE, THREE, open_match, shows

TRICK: Final = {"leader": 0, "cards": ["AS", "2S", "3S", "4S"]}


async def test_a_hand_without_a_bid_leads_to_who_won_it(ann: Phone) -> None:
    """Another client wrote down that all passed, which a dealer who is stuck cannot do."""
    place = await open_match(ann, hands=[{"calls": ["pass"] * 4}])
    await ann.visit(f"#{place}/hand/1")
    await ann.reads("can't pass here")
    await ann.tap(ann.page.locator("a.main"))
    await ann.tap("Ann bid 3", exact=True)
    await ann.tap("Ann & Tom", exact=True)
    await ann.tap("Save hand 1", exact=True)
    await ann.page.wait_for_url(TABLE)
    await shows(ann, "4", "0")


ODD: Final = {
    "a bid that nobody can make": ({"contract": {"pitcher": 0, "bid": "eleven"}}, "bid"),
    "a trick with five cards": (
        {"contract": THREE, "tricks": [{"leader": 0, "cards": ["AS", "2S", "3S", "4S", "5S"]}]},
        "tricks",
    ),
    "a trick led wrongly, by who wrote points too": (
        HAND | {"tricks": [TRICK | {"leader": 2}]},
        "tricks",
    ),
    "more points than there are": (
        {"contract": THREE, "claims": {"taken": [4, 4]}},
        "points",
    ),
    "a card twice": (
        {"contract": THREE, "trump": "S", "piles": [{"side": 0, "cards": ["AS", "AS"]}]},
        "cards",
    ),
}


@pytest.mark.parametrize(("record", "screen"), ODD.values(), ids=ODD.keys())
async def test_change_leads_to_the_screen_that_shows_what_is_odd(
    ann: Phone, record: dict[str, Any], screen: str
) -> None:
    place = await open_match(ann, hands=[record])
    await ann.visit(f"#{place}/hand/1")
    await expect(ann.page.locator(".top a.quiet")).to_have_attribute(
        "href", f"#{place}/hand/1/{screen}"
    )


async def test_what_no_screen_shows_can_be_taken_out(ann: Phone) -> None:
    place = await open_match(ann, hands=[HAND | {"tricksWon": [4, 4]}])
    await ann.visit(f"#{place}/hand/1")
    await ann.tap("Take that out", exact=True)
    await ann.page.get_by_role("heading", name="Made.").wait_for()


async def test_what_is_decided_later_is_said_once(ann: Phone) -> None:
    claims = {"points": [{"point": "high", "side": 0}]}
    place = await open_match(ann, hands=[{"contract": THREE, "claims": claims}])
    await ann.visit(f"#{place}/hand/1")
    await ann.tap("Nobody is sure: decide later", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.reads("Who won the bid?")
    await expect(ann.named("Nobody is sure: decide later", exact=True)).to_have_count(0)
