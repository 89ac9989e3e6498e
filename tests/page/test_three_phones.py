"""Three phones keep one evening, two of them without signal: nothing is lost, little is asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import MINUS, ORDINARY, SMALL, Phone, take_picture
from tests.support.evenings import (
    TABLE,
    enter_hand,
    join_table,
    open_match,
    play_hand,
    request,
    sent,
    shows,
)
from tests.support.looks import faults

Three = tuple[Phone, Phone, Phone]
BID = {"contract": {"pitcher": 0, "bid": "three"}}
PILE = {"side": 0, "cards": ["AS", "JS"], "listed": "some"}


@pytest.fixture
async def three(ann: Phone, another: Holding) -> AsyncIterator[Three]:
    """Ann's table, with Ray and Tom at it."""
    async with AsyncExitStack() as stack:
        ray, tom = [await stack.enter_async_context(another()) for _ in range(2)]
        place = await open_match(ann)
        for phone, seat in ((ray, 1), (tom, 2)):
            await join_table(ann, phone, place, seat)
        yield ann, ray, tom


async def all_show(phones: Three, *scores: str) -> None:
    await asyncio.gather(*(shows(phone, *scores) for phone in phones))


async def test_two_phones_without_signal_and_one_with_it_wrote_one_evening(three: Three) -> None:
    """The bid was the same on all of them, and one phone has other points."""
    ann, ray, tom = three
    for phone in (ray, tom):
        await phone.offline(True)
    await play_hand(ray, 1)
    await play_hand(ray, 2, bidder="Tom")
    await play_hand(tom, 1, lost=("Low", "Game"))
    await play_hand(tom, 2, bidder="Tom")
    await play_hand(ann, 1)
    await ray.offline(False)
    await sent(ray)
    await shows(ann, "6", "2")
    await tom.offline(False)
    await sent(tom)
    # What Tom has of hand 1 is his word against theirs, though he bid as they did.
    await all_show(three, "6", "2")
    assert await ray.store("refused") == []
    await tom.tap(tom.page.locator("a.box[href*=refused]"))
    await tom.reads("Two phones wrote hand 1 differently.")
    await expect(tom.page.locator(".rows .lab")).to_have_text(["Low"])
    await take_picture(tom, "conflict-points")
    await tom.tap("This phone: Ray & Dolores", exact=True)
    await tom.tap("Keep these", exact=True)
    await tom.page.wait_for_url(TABLE)
    await all_show(three, "0", "3")
    assert await tom.store("refused") == []


async def test_points_without_signal_leave_the_pile_of_another_phone(three: Three) -> None:
    """And a bid and points that another phone has otherwise are one question."""
    ann, ray, tom = three
    place = ann.page.url.partition("/#")[2]
    match = f"/matches/{place.rpartition('/')[2]}"
    await enter_hand(ann, place, 1, BID)
    for phone in (ray, tom):
        await phone.reads("Who took what?")
    await tom.offline(True)
    # To Tom it was another bid, and other points.
    await tom.visit(f"#{place}/hand/1/bid")
    await tom.tap("Ann bid 4", exact=True)
    await tom.tap("Ann & Tom", exact=True)
    await tom.tap("Save hand 1", exact=True)
    await enter_hand(ann, place, 1, BID | {"trump": "S", "piles": [PILE]})
    # Ray has the sheet with the pile on it, and never read the hand.
    version = (await request(ann, "GET", match))["version"]
    while (await ray.store("sheets"))[match.rpartition("/")[2]]["version"] < version:
        await ray.page.wait_for_timeout(50)
    await ray.offline(True)
    await ray.visit(f"#{place}/hand/1/points")
    await ray.tap("Ann & Tom", exact=True)
    await ray.tap("Game: Ray & Dolores", exact=True)
    await ray.tap("Save hand 1", exact=True)
    await ray.offline(False)
    await sent(ray)
    await shows(ann, "3", "1")
    record = (await request(ann, "GET", f"{match}/hands/1"))["record"]
    assert [pile["cards"] for pile in record["piles"]] == [["AS", "JS"]]
    await tom.offline(False)
    await sent(tom)
    await expect(tom.page.locator("a.box[href*=refused]")).to_have_count(1)
    await tom.tap(tom.page.locator("a.box[href*=refused]"))
    asked_rows = tom.page.locator(".rows .lab").filter(visible=True)
    await expect(asked_rows).to_have_text(["The bid", "Game"])
    await take_picture(tom, "conflict-bid-and-points")
    assert await faults(tom, "two-refusals", (SMALL, ORDINARY)) == []
    await tom.tap("This phone: 4", exact=True)
    await tom.tap(tom.page.get_by_role("radio", name="Ray & Dolores"))
    await tom.tap("Keep these", exact=True)
    await tom.page.wait_for_url(TABLE)
    await all_show(three, f"{MINUS}4", "1")
    assert await tom.store("refused") == []
