"""The table screen between hands: the score for both sides, pending entries, and old tables."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import HAND, begun, played, sent


async def test_a_phone_laid_down_shows_the_score_to_both_sides(ann: Phone) -> None:
    await begun(ann, hands=[HAND])
    await ann.tap("Put the phone on the table", exact=False)
    await expect(ann.page.locator(".half .figure")).to_have_text(["3", "1", "3", "1"])
    await ann.tap("Take the phone up again", exact=True)
    await expect(ann.page.locator(".half")).to_have_count(0)


async def test_what_waits_is_listed_in_its_order(ann: Phone) -> None:
    await begun(ann)
    await ann.offline(True)
    await played(ann, 1)
    await ann.tap(ann.page.locator(".waits summary"))
    await expect(ann.page.locator(".waits li")).to_have_text(
        ["The bid of hand 1", "Entered hand 1"]
    )
    await ann.offline(False)
    await sent(ann)


async def test_a_table_goes_to_another_phone_as_a_file(ann: Phone, another: Holding) -> None:
    await begun(ann, hands=[HAND])
    await ann.tap("Hands", exact=True)
    async with ann.page.expect_download() as saving:
        await ann.tap("File", exact=True)
    taken = await (await saving.value).path()
    async with another() as other:
        await other.visit("#/earlier")
        await other.page.locator("input[type=file]").set_input_files(
            {"name": "table.json", "mimeType": "application/json", "buffer": taken.read_bytes()}
        )
        await other.reads("1 table came in.")
        row = other.page.locator("main .lines .row")
        await expect(row).to_contain_text("Ann & Tom vs. Ray & Dolores")
        await expect(row).to_contain_text("3 : 1")
        await other.page.locator("input[type=file]").set_input_files(
            {"name": "table.json", "mimeType": "application/json", "buffer": b"no table"}
        )
        await other.reads("There is no table in this file.")
