"""The reference on a phone: operations at once, everything else when it is opened."""

from typing import Final

from playwright.async_api import Browser, expect

from tests.support.browsers import Phone, holding, slowed

MOST_BYTES: Final = 15_000
# The page, its style and its script.
MOST_REQUESTS: Final = 3


async def test_the_first_operation_needs_few_bytes(browser: Browser, address: str) -> None:
    async with holding(browser, address) as phone:
        arrived = await slowed(phone)
        await phone.visit("docs")
        await phone.reads("Sign in a device")
        await phone.page.wait_for_load_state("networkidle")
        assert 0 < sum(arrived) <= MOST_BYTES
        assert len(arrived) <= MOST_REQUESTS


async def test_an_operation_and_its_models_open_in_their_places(ann: Phone) -> None:
    await ann.visit("docs")
    operation = ann.page.locator("#recordHand")
    await operation.locator("summary").first.tap()
    await expect(operation.get_by_text("Every field is optional.")).to_be_visible()
    await expect(operation.get_by_text("Idempotency-Key")).to_be_visible()
    body = operation.locator("details", has_text="HandRecord").first
    await expect(
        body.get_by_text("The pile of each side, as far as its cards are known.")
    ).to_have_count(0)
    await body.locator("summary").first.tap()
    await expect(
        body.get_by_text("The pile of each side, as far as its cards are known.")
    ).to_be_visible()
    pile = body.locator(
        "dd", has_text="The pile of each side, as far as its cards are known."
    ).locator("details")
    await pile.locator("summary").tap()
    await expect(pile.get_by_text("The number of trumps in the side")).to_be_visible()


async def test_errors_are_loaded_once_they_are_asked_for(ann: Phone) -> None:
    await ann.visit("docs")
    await expect(ann.page.get_by_text("stale_match")).to_have_count(0)
    await ann.tap(ann.page.get_by_text("Errors, retrying, working offline"))
    await expect(ann.page.get_by_text("stale_match")).to_be_visible()


async def test_a_filter_leaves_what_has_all_its_words(ann: Phone) -> None:
    await ann.visit("docs")
    shown = ann.page.locator(".operation:visible")
    await ann.page.get_by_label("Filter operations").fill("PUT piles")
    await expect(shown).to_have_count(1)
    await expect(ann.page.locator("h2:visible", has_text="Leagues")).to_have_count(0)
    await ann.page.get_by_label("Filter operations").fill("no such thing")
    await expect(shown).to_have_count(0)
    await ann.page.get_by_label("Filter operations").fill("")
    assert await shown.count() > 100


async def test_an_address_opens_its_operation(ann: Phone) -> None:
    for place in ("docs#getMatch", "docs#/Matches/getMatch"):
        await ann.visit()
        await ann.visit(place)
        opened = ann.page.locator("#getMatch")
        await expect(
            opened.get_by_text("The sheet follows from the hands as they")
        ).to_be_in_viewport()


async def test_an_operation_is_tried(ann: Phone) -> None:
    await ann.visit("docs/operations/getLiveness")
    await ann.tap("Try it")
    await ann.tap(ann.page.get_by_role("button", name="Try it out"))
    await ann.tap(ann.page.get_by_role("button", name="Execute"))
    answer = ann.page.locator(".live-responses-table .microlight")
    await expect(answer.first).to_contain_text('"status": "ok"')
    assert await ann.page.locator(".opblock").count() == 1
