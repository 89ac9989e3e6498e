"""Responses to requests from before a change do not revert it when they arrive late."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Request, Route, expect

from tests.support.browsers import Phone
from tests.support.evenings import NIGHT, open_league, open_match


@asynccontextmanager
async def late(phone: Phone, asked: str, place: str) -> AsyncIterator[None]:
    """Go to a place that asks for something, whose answer is the last to arrive.

    It is made at once; what is asked for in the block is answered before it.
    """
    on_time, made = asyncio.Event(), asyncio.Event()
    on_the_way: set[Request] = set()

    async def hold_up(route: Route) -> None:
        answer = await route.fetch()
        made.set()
        await on_time.wait()
        await route.fulfill(response=answer)

    def begun(request: Request) -> None:
        if request.url.endswith(asked):
            on_the_way.add(request)

    def ended(request: Request) -> None:
        on_the_way.discard(request)

    # Whoever is there already would not ask again.
    await phone.visit("#/")
    await expect(phone.named("New table", exact=True)).to_be_visible()
    await phone.page.route(f"**{asked}", hold_up, times=1)
    phone.page.on("request", begun)
    phone.page.on("requestfinished", ended)
    await phone.visit(f"#{place}")
    await made.wait()
    yield
    while len(on_the_way) > 1:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    async with phone.page.expect_event("requestfinished"):
        on_time.set()
    await phone.page.wait_for_timeout(100)


async def test_a_result_stays(ann: Phone) -> None:
    place = await open_league(ann)
    wins = ann.page.locator(".matchup").first.locator(".wins span")
    async with late(ann, "/schedule", place):
        await ann.tap(ann.page.locator(".matchup").first)
        await ann.tap(ann.page.locator(".endings button").first)
        await ann.tap("Save", exact=True)
        await ann.page.wait_for_url(NIGHT)
        await expect(wins).to_have_text(["3", "0"])
    await expect(wins).to_have_text(["3", "0"])


async def test_a_link_stays(ann: Phone) -> None:
    place = await open_match(ann)
    async with late(ann, "/public-links", f"{place}/phones"):
        await ann.tap("Make a link", exact=True)
        await expect(ann.page.locator(".link a")).to_be_visible()
    await expect(ann.page.locator(".link a")).to_be_visible()


async def test_a_seat_stays(ann: Phone) -> None:
    place = await open_match(ann)
    seat = ann.page.locator(".round .seat", has_text="Tom")
    async with late(ann, "/members", f"{place}/phones"):
        await ann.tap(seat)
        await ann.tap(ann.page.locator(".naming .main"))
        await expect(seat).to_contain_text("s me")
    await expect(seat).to_contain_text("s me")
