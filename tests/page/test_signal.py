"""Without signal the table keeps its score, and nothing is asked twice."""

import asyncio
import re

from playwright.async_api import Route, expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import (
    HAND,
    SHORT,
    bid,
    join_table,
    open_match,
    play_hand,
    request,
    sent,
    shows,
)


async def test_two_hands_without_signal_come_in_afterwards(ann: Phone) -> None:
    await open_match(ann, hands=[HAND])
    await ann.offline(True)
    await play_hand(ann, 2, bidder="Tom")
    await ann.reads("No signal")
    await ann.reads(re.compile("wait on this phone. They are sent by themselves."))
    await shows(ann, "6", "2")
    await play_hand(ann, 3, bidder="Ann")
    await shows(ann, "9", "3")
    await ann.offline(False)
    await ann.reads("Live")
    await expect(ann.page.locator(".last")).to_contain_text("Hand 3")
    await expect(ann.page.locator(".wait")).to_have_count(0)
    await shows(ann, "9", "3")
    await sent(ann)


async def test_the_page_opens_without_signal_once_it_was_open(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await open_match(ann, hands=[HAND])
        await ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        await ann.offline(True)
        await ann.page.reload()
        await shows(ann, "3", "1")
        # What was entered before the page was closed in the cellar is still there, and still goes.
        await play_hand(ann, 2, bidder="Tom")
        await shows(ann, "6", "2")
        # The phone has written it down a moment after it shows it.
        while not await ann.store("waiting"):
            await ann.page.wait_for_timeout(50)
        await ann.page.reload()
        await shows(ann, "6", "2")
        await ann.offline(False)
        await ann.reads("Live")
        await shows(ann, "6", "2")
        await sent(ann)


async def test_a_hand_is_no_conflict_with_its_own_bid_where_sheets_come_late(ann: Phone) -> None:
    place = await open_match(ann)
    on_time = asyncio.Event()

    async def held_up(route: Route) -> None:
        await on_time.wait()
        await route.continue_()

    await ann.page.route(f"**/v1/matches{place.removeprefix('/m')}", held_up)
    await bid(ann, "Ann", 3)
    await sent(ann)
    await ann.tap("Ann & Tom", exact=True)
    await ann.tap("Game: Ray & Dolores", exact=True)
    await ann.tap("Save hand 1", exact=True)
    await sent(ann)
    on_time.set()
    await shows(ann, "3", "1")
    assert await ann.store("refused") == []


async def test_a_table_is_opened_without_signal(another: Holding) -> None:
    async with another() as ann:
        await ann.visit("#/new")
        await ann.reads("MB Lounge Pitch League")
        await ann.offline(True)
        await ann.tap("Start", exact=True)
        await ann.reads("Who won the bid?")
        await ann.reads("No signal")
        await ann.offline(False)
        await ann.reads("Live")
        await sent(ann)


async def test_a_table_played_again_is_asked_for_once_the_server_has_it(ann: Phone) -> None:
    """The way is open again, but what waits has not come in yet."""
    missing: list[str] = []
    ann.page.on(
        "response", lambda answer: missing.append(answer.url) if answer.status == 404 else None
    )
    first = await open_match(ann, hands=[HAND], options=SHORT)
    # Without its rules a phone asks for no bid.
    while not await ann.store("rulesets"):
        await ann.page.wait_for_timeout(50)
    await ann.visit()
    await ann.page.get_by_role("button", name="Play again", exact=True).wait_for()
    await ann.offline(True)
    await ann.tap("Play again", exact=True)
    await shows(ann, "0", "0")
    assert first not in ann.page.url
    await play_hand(ann, 1)
    await ann.page.route("**/v1/commands", lambda route: route.abort())
    await ann.offline(False)
    await shows(ann, "3", "1")
    # Long enough for every screen and stream to ask again.
    await ann.page.wait_for_timeout(3000)
    await ann.page.unroute("**/v1/commands")
    await sent(ann)
    await ann.reads("Live")
    await shows(ann, "3", "1")
    assert not missing


async def test_a_table_played_again_before_its_rules_came_has_the_same_sides(ann: Phone) -> None:
    await ann.page.route("**/v1/rulesets/*", lambda route: route.fulfill(status=503))
    await open_match(ann, hands=[HAND], options=SHORT)
    await ann.visit()
    await ann.page.get_by_role("button", name="Play again", exact=True).wait_for()
    await ann.offline(True)
    await ann.tap("Play again", exact=True)
    await shows(ann, "0", "0")
    await ann.page.unroute("**/v1/rulesets/*")
    await ann.offline(False)
    await ann.reads("Who won the bid?")
    await sent(ann)
    await shows(ann, "0", "0")


async def test_a_bid_of_another_phone_stays_without_signal(ann: Phone, another: Holding) -> None:
    place = await open_match(ann)
    async with another() as ray:
        await join_table(ann, ray, place)
        await bid(ann, "Ann", 3)
        await ray.reads("Who took what?")
        await ray.offline(True)
        await ray.tap("Who took what?", exact=True)
        await ray.tap("Ann & Tom", exact=True)
        await ray.tap("Game: Ray & Dolores", exact=True)
        await ray.reads("Ann & Tom took 3 of 3.")
        await ray.tap("Save hand 1", exact=True)
        await ray.offline(False)
        await sent(ray)
        await shows(ray, "3", "1")
        hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")
        assert hand["record"]["contract"]["bid"] == "three"
