"""A lost phone is no lost table, and a name that was typed wrong is put right."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone, take_picture
from tests.support.evenings import HAND, open_match, shows


async def test_who_wrote_the_code_down_has_the_tables_on_another_phone(
    ann: Phone, another: Holding
) -> None:
    place = await open_match(ann, hands=[HAND])
    await ann.visit("#/phone")
    await ann.tap("Show me a code", exact=True)
    code = await ann.page.locator(".keeping .code").inner_text()
    async with another() as found:
        await found.visit("#/recover")
        # As people type: in any case, without what stands between the groups.
        await found.page.locator("input").fill(code.lower().replace(" ", ""))
        await found.tap("Bring my tables here", exact=True)
        # It was good this once, and the next one is shown before anything else.
        await found.reads("The old code is used up.")
        following = await found.page.locator(".keeping .code").inner_text()
        assert len(following) == len(code)
        assert following != code
        await found.tap("Done", exact=True)
        await found.reads("Ann & Tom vs. Ray & Dolores")
        await found.visit(f"#{place}")
        await shows(found, "3", "1")
        # Whoever has the tables sees that somebody came by the code.
        await found.visit("#/phone")
        await found.reads("The last code was used on")
        async with another() as third:
            await third.visit("#/recover")
            await third.page.locator("input").fill(code)
            await third.tap("Bring my tables here", exact=True)
            await expect(third.page.get_by_role("alert")).to_be_visible()
            await third.page.locator("input").fill(following)
            await third.tap("Bring my tables here", exact=True)
            await third.reads("The old code is used up.")
            await take_picture(third, "recovery-next")
            last = await third.page.locator(".keeping .code").inner_text()
            # A code that is made anew takes the place of the one that was written down.
            await third.visit("#/phone")
            await third.tap("Show me a code", exact=True)
            await expect(third.page.locator(".keeping .code")).not_to_have_text(last)
            await take_picture(third, "recovery")


async def test_a_phone_that_was_left_behind_has_two_ways_on(ann: Phone, another: Holding) -> None:
    """Its owner brings the tables back to it, or starts anew on it."""
    await open_match(ann, hands=[HAND])
    await ann.visit("#/phone")
    await ann.tap("Show me a code", exact=True)
    code = await ann.page.locator(".keeping .code").inner_text()
    async with another() as found:
        await found.visit("#/recover")
        await found.page.locator("input").fill(code)
        await found.tap("Bring my tables here", exact=True)
        following = await found.page.locator(".keeping .code").inner_text()
    await ann.visit("#/")
    await ann.reads("This phone was left behind")
    await ann.tap("I have a code from another phone", exact=True)
    await ann.page.locator("input").fill(following)
    await ann.tap("Bring my tables here", exact=True)
    last = await ann.page.locator(".keeping .code").inner_text()
    await ann.tap("Done", exact=True)
    await ann.reads("Ann & Tom vs. Ray & Dolores")
    async with another() as found:
        await found.visit("#/recover")
        await found.page.locator("input").fill(last)
        await found.tap("Bring my tables here", exact=True)
        await found.reads("The old code is used up.")
    await ann.page.reload()
    await ann.tap("Start anew on this phone", exact=True)
    await ann.tap(ann.page.get_by_role("group").get_by_role("button").first)
    await expect(ann.named("New table", exact=True)).to_be_visible()
    await expect(ann.page.get_by_text("Ann & Tom vs. Ray & Dolores")).to_have_count(0)


async def test_a_table_moves_to_a_new_phone_by_its_picture(ann: Phone, another: Holding) -> None:
    await open_match(ann)
    await ann.visit("#/phone")
    await ann.tap("Move to a new phone", exact=True)
    await expect(ann.page.locator(".paper img")).to_be_visible()
    code = await ann.page.locator(".keeping .code").inner_text()
    async with another() as new:
        await new.visit(f"#/transfer/{code.replace(' ', '-')}")
        await new.reads("Ann & Tom vs. Ray & Dolores")


async def test_a_player_is_renamed_and_the_journal_says_so(ann: Phone) -> None:
    place = await open_match(ann)
    await ann.visit(f"#{place}/phones")
    await ann.tap(ann.page.locator(".round .seat").first)
    name = ann.page.locator(".naming input")
    old = await name.input_value()
    await name.fill("Annabel")
    await name.press("Tab")
    await ann.visit(f"#{place}")
    await ann.reads("Annabel")
    await ann.visit(f"#{place}/journal")
    await ann.reads("Changed a name")
    assert old == "Ann"
