"""The reference on a phone: operations at once, everything else when it is opened."""

from typing import Final

from playwright.async_api import Browser, expect

from tests.support.browsers import Phone, holding, slow_down

MOST_BYTES: Final = 15_000
# The page, its style and its script.
MOST_REQUESTS: Final = 3


async def test_the_first_operation_needs_few_bytes(browser: Browser, address: str) -> None:
    async with holding(browser, address, is_new=True) as phone:
        arrived = await slow_down(phone)
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
    await expect(operation.get_by_text("Idempotency-Key", exact=True)).to_be_visible()
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


async def test_a_search_leaves_what_has_all_its_words(ann: Phone) -> None:
    await ann.visit("docs")
    shown = ann.page.locator(".operation:visible")
    await ann.page.get_by_label("Search").fill("PUT piles")
    await expect(shown).to_have_count(1)
    await expect(ann.page.locator("h2:visible", has_text="Leagues")).to_have_count(0)
    await ann.page.get_by_label("Search").fill("no such thing")
    await expect(shown).to_have_count(0)
    await ann.page.get_by_label("Search").fill("")
    assert await shown.count() > 100


async def test_an_address_opens_its_operation(ann: Phone) -> None:
    for place in ("docs#getMatch", "docs#/Matches/getMatch"):
        await ann.visit()
        await ann.visit(place)
        opened = ann.page.locator("#getMatch")
        await expect(
            opened.get_by_text("The sheet follows from the hands as they")
        ).to_be_in_viewport()


async def test_a_search_finds_codes_fields_and_guides(ann: Phone) -> None:
    await ann.visit("docs")
    found = ann.page.locator("#found a")
    await ann.page.get_by_label("Search").fill("card_twice")
    await ann.tap(found.first)
    await ann.page.wait_for_url("**/docs/problems/card_twice")
    await ann.visit("docs")
    await ann.page.get_by_label("Search").fill("isProven")
    await expect(found.filter(has_text="Verdict")).not_to_have_count(0)
    await ann.page.get_by_label("Search").fill("ten-point Pedro kin")
    await expect(found.filter(has_text="The wider family")).not_to_have_count(0)


async def test_an_operation_is_tried_with_what_is_filled_in(ann: Phone) -> None:
    await ann.visit("docs/operations/createDevice")
    answer = ann.page.locator(".answer")
    await ann.tap(ann.page.get_by_text("Try it"))
    await ann.tap("Send")
    await expect(answer).to_contain_text('"token":')
    await ann.visit("docs/operations/getMatch")
    await ann.tap(ann.page.get_by_text("Try it"))
    await ann.page.get_by_label("matchId").fill("01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21")
    await ann.tap("Send")
    await expect(answer).to_contain_text("401")
    # The token of the device that has signed in is a suggestion.
    await ann.tap(ann.page.get_by_label("token"))
    await ann.tap("Send")
    await expect(answer).to_contain_text('"code": "match_not_found"')
    await ann.visit("docs/operations/getRulebookPdf")
    await ann.tap(ann.page.get_by_text("Try it"))
    await ann.page.get_by_label("rulesetId").fill("mb-lounge")
    await ann.tap("Send")
    await expect(answer.get_by_role("link", name="Save the file")).to_be_visible()
