"""An evening of four phones at one table, and a screen on the wall for everybody else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import ORDINARY, SMALL, WIDE, Phone
from tests.support.evenings import (
    NAMES,
    SHORT,
    TABLE,
    bid,
    join_table,
    on_the_wall,
    open_match,
    open_table,
    play_hand,
    sent,
    shows,
    wall_shows,
)
from tests.support.looks import faults

Four = tuple[Phone, Phone, Phone, Phone]
Two = tuple[Phone, Phone]


async def came_in(phone: Phone, code: str, name: str) -> None:
    """Come in by the code that is read aloud, and take a seat."""
    await phone.visit()
    await phone.tap("Join", exact=True)
    await phone.page.locator("input.code").fill(code.lower())
    await phone.tap(f"{name} free", exact=True)
    await phone.tap(f"Join as {name}", exact=True)
    await phone.reads("Who won the bid?")


@pytest.fixture
async def four(another: Holding) -> AsyncIterator[Four]:
    """Ann opened a table where every side says yes; the others came in by her code."""
    async with AsyncExitStack() as stack:
        ann, ray, tom, dolores = [await stack.enter_async_context(another()) for _ in NAMES]
        await ann.visit("#/new")
        await ann.tap(ann.page.locator("summary").filter(has_text="House rules"))
        await ann.tap("Every side", exact=True)
        table = await open_table(ann)
        await ann.visit(f"#{table}/invite")
        code = await ann.page.locator(".code").inner_text()
        others = zip((ray, tom, dolores), NAMES[1:], strict=True)
        await asyncio.gather(*(came_in(phone, code, name) for phone, name in others))
        await ann.visit(f"#{table}")
        yield ann, ray, tom, dolores


@pytest.fixture
async def two(ann: Phone, another: Holding) -> AsyncIterator[Two]:
    """Ann and Ray at a table where every side says yes."""
    place = await open_match(ann, policy="both_sides")
    async with another() as ray:
        await join_table(ann, ray, place)
        yield ann, ray


async def all_show(phones: tuple[Phone, ...], *scores: str) -> None:
    """Wait until every phone shows these scores."""
    await asyncio.gather(*(shows(phone, *scores) for phone in phones))


async def test_an_evening_of_four_phones(four: Four, another: Holding) -> None:
    ann, ray, tom, dolores = four
    async with another(size=WIDE) as screen:
        await on_the_wall(ann, screen)
        await wall_shows(screen, "0", "0")
        # Tom writes down the bid while it is made; who has a hand free says the rest.
        await bid(tom, "Tom", 3)
        await ann.tap("Who took what?", exact=True)
        await ann.tap("Ann & Tom", exact=True)
        await ann.tap("Game: Ray & Dolores", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await tom.tap("Back", exact=True)
        await all_show(four, "3", "1")
        await wall_shows(screen, "3", "1")

        await without_signal(dolores)
        await all_show(four, "9", "3")
        await wall_shows(screen, "9", "3")

        await disputed(ray)
        await all_show(four, "9", "3")
        await corrected(tom)
        await all_show(four, "3", "4")
        await wall_shows(screen, "3", "4")
        assert await faults(screen, "tv", (ORDINARY, WIDE)) == []
    assert not any([await phone.store("waiting") for phone in four])


async def without_signal(dolores: Phone) -> None:
    """Two hands in a cellar; they come in by themselves."""
    await dolores.offline(True)
    await play_hand(dolores, 2, bidder="Tom")
    await play_hand(dolores, 3, bidder="Ann")
    await shows(dolores, "9", "3")
    await dolores.offline(False)
    await sent(dolores)


async def disputed(ray: Phone) -> None:
    """What Ray says against hand 3, and what the rules say of it."""
    await ray.tap("Hand 3")
    await ray.tap("Not right", exact=True)
    await ray.tap("Game", exact=True)
    await ray.reads("“Game”")
    assert await faults(ray, "objection", (SMALL, ORDINARY)) == []
    await ray.tap("Accept it", exact=True)
    await ray.page.get_by_role("heading", name="Made.").wait_for()
    await ray.tap("Back", exact=True)


async def corrected(tom: Phone) -> None:
    """Hand 3 was entered wrongly, and what that changes is seen before it is done."""
    await tom.tap("Hands", exact=True)
    await tom.tap("Hand 3")
    await tom.tap("Change", exact=True)
    await tom.tap("Jack: Ray & Dolores", exact=True)
    await tom.tap("Save hand 3", exact=True)
    await tom.reads("Nothing is changed yet")
    await expect(tom.named("Change hand 3", exact=True)).to_be_enabled()
    assert await faults(tom, "correction", (SMALL, ORDINARY)) == []
    await tom.tap("Change hand 3", exact=True)


async def test_the_table_plays_again_without_a_code(ann: Phone, another: Holding) -> None:
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann, options=SHORT))
        # What is not finished goes on.
        await ray.visit()
        await ray.named("Go on", exact=True).wait_for()
        await expect(ray.named("Play again")).to_have_count(0)
        await play_hand(ann, 1)
        await ann.visit()
        await ann.tap("Play again", exact=True)
        await ann.page.wait_for_url(TABLE)
        await shows(ann, "0", "0")
        await ray.page.reload()
        await ray.tap("Play again", exact=True)
        await ray.page.wait_for_url(ann.page.url.replace("http://", "*://"))
        await all_show((ann, ray), "0", "0")
        await bid(ray, "Tom", 3)
        await expect(ann.page.locator(".ask")).to_contain_text("Tom bid 3")


async def test_two_phones_that_disagree_are_asked_which_is_right(two: Two) -> None:
    ann, ray = two
    await ray.offline(True)
    await play_hand(ray, 1)
    await play_hand(ann, 1, number=4)
    await ray.offline(False)
    await sent(ray)
    await ray.tap(ray.page.locator("a.box[href*=refused]"))
    await ray.reads("Two phones wrote hand 1 differently.")
    assert await faults(ray, "disagreement", (SMALL, ORDINARY)) == []
    await ray.tap("This phone", exact=True)
    await ray.tap("Keep these", exact=True)
    await ray.page.wait_for_url(TABLE)
    await all_show((ann, ray), "3", "1")
