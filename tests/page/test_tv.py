"""The bar's screen: what everybody may see, without signing in."""

import re

from playwright.async_api import Locator, expect

from tests.page.conftest import Holding
from tests.support.browsers import WIDE, Phone
from tests.support.evenings import (
    HAND,
    NIGHT,
    open_league,
    open_match,
    play_hand,
    request,
    share_link,
    shows,
)

SMALLEST = 40.0
"""What can be read from six metres, of 1080."""


async def sizes(texts: Locator) -> list[float]:
    """How big letters are, of those that are shown."""
    found: list[float] = await texts.evaluate_all(
        """all => all
            .filter(one => one.checkVisibility() && one.getClientRects().length)
            .filter(one => [...one.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
            .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    )
    return found


async def test_a_league_night_is_seen_as_it_goes(ann: Phone, another: Holding) -> None:
    place = await open_league(ann)
    link = await share_link(ann, f"{place}/teams")
    async with another(size=WIDE) as tv:
        await tv.visit(f"#{link}")
        await tv.reads("Night 1 of 5")
        assert min(await sizes(tv.page.locator(".tv *"))) >= SMALLEST
        # It drifts, so that nothing burns in.
        assert await tv.page.locator(".tv-drift").evaluate("it => it.getAnimations().length") == 1
        # Of a night that nobody has played yet chances say nothing.
        await expect(tv.page.get_by_text("to be first")).to_have_count(0)
        await ann.visit(f"#{place}")
        await ann.tap(ann.page.locator(".matchup").first)
        await ann.tap(ann.page.locator(".endings button").first)
        await ann.tap("Save", exact=True)
        await ann.page.wait_for_url(NIGHT)
        # What has changed is lit for a moment.
        await expect(tv.page.locator(".now li.lit").first).to_be_visible()
        await expect(tv.page.locator(".now li").first).to_contain_text("final")
        await expect(tv.page.locator(".lit")).to_have_count(0)
        league = place.replace("/league/", "/leagues/")
        schedule = await request(ann, "GET", f"{league}/schedule")
        second = next(night for night in schedule["nights"] if night["night"] == 2)
        path = f"{league}/fixtures/{second['fixtures'][0]['number']}/result"
        await request(ann, "PUT", path, {"wins": [2, 1]})
        await tv.reads(re.compile(r"about \d+% to be first"))


async def test_a_match_says_how_likely_each_side_is_to_win(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, name="Friday at Joe's")
    link = await share_link(ann, f"{place}/phones")
    async with another(size=WIDE) as tv:
        await tv.visit(f"#{link}")
        await tv.page.get_by_role("heading", name="Friday at Joe's").wait_for()
        chances = tv.page.locator(".chance")
        await expect(chances).to_have_count(2)
        before = [int(re.sub(r"\D", "", each)) for each in await chances.all_inner_texts()]
        assert sum(before) == 100
        # Below the names, which in long words of another language would not fit beside them.
        name = await tv.page.locator(".tv-name h2").first.bounding_box()
        chance = await chances.first.bounding_box()
        assert name
        assert chance
        assert chance["y"] >= name["y"] + name["height"]
        assert min(await sizes(tv.page.locator(".tv *"))) >= SMALLEST
        assert await tv.page.locator(".tv :is(button, a)").count() == 0
        await ann.visit(f"#{place}")
        await play_hand(ann, 1)
        await shows(ann, "3", "1")
        await expect(chances.first).not_to_contain_text(f"{before[0]}%")
        after = [int(re.sub(r"\D", "", each)) for each in await chances.all_inner_texts()]
        assert after[0] > before[0]
        assert sum(after) == 100


async def test_a_screen_that_is_cut_off_says_since_when(ann: Phone, another: Holding) -> None:
    link = await share_link(ann, f"{await open_match(ann)}/phones")
    async with another(size=WIDE) as tv:
        await tv.visit(f"#{link}")
        await tv.reads("Ann & Tom")
        await tv.offline(True)
        await tv.reads(re.compile(r"As of \d+:\d\d"))
        await tv.offline(False)
        await expect(tv.page.locator(".cut-off")).to_have_count(0)


async def test_a_link_that_was_withdrawn_shows_nothing(ann: Phone, another: Holding) -> None:
    place = await open_match(ann, hands=[HAND])
    link = await share_link(ann, f"{place}/phones")
    # Whoever comes back later finds the link, which is told by the server only once.
    await ann.visit(f"#{place}")
    await shows(ann, "3", "1")
    await ann.visit(f"#{place}/phones")
    await ann.tap("Show", exact=True)
    await expect(ann.page.locator(".tv-links img")).to_be_visible()
    async with another() as looks:
        await looks.visit(f"#{link}")
        await looks.reads("Ann & Tom")
        for _ in range(2):  # It asks once more.
            await ann.tap("Withdraw this link", exact=True)
        await expect(ann.named("Make a link", exact=True)).to_be_visible()
        await looks.reads("This link no longer works. Ask for a new one.")
