"""A hand by cards: what cannot be is faded, and what is asked next stands out."""

from playwright.async_api import expect

from tests.support.browsers import Phone
from tests.support.evenings import bid, laid, open_match


async def picking(phone: Phone) -> None:
    """Spades are trump, and the ace is in the pile of who bid."""
    await phone.tap("By cards", exact=True)
    await phone.tap("spades", exact=True)
    await laid(phone, "AS")


async def test_what_brings_the_next_point_is_asked_for(ann: Phone) -> None:
    await open_match(ann)
    await bid(ann, "Ann", 3)
    await picking(ann)
    await ann.reads("Who took the jack of spades?")
    await expect(ann.page.locator(".pick.next")).to_have_attribute(
        "aria-label", "jack of spades, asked for"
    )
    await ann.tap("Not dealt", exact=True)
    await ann.reads("Who took the lowest trump?")
    await laid(ann, "2S")
    # High and Low are told, so only what counts for Game is left to ask for.
    await ann.reads("Now the other cards that count for Game.")
    await ann.reads("If nothing else counts:")


async def test_what_cannot_be_is_faded_and_a_tap_says_why(ann: Phone) -> None:
    await open_match(ann)
    await bid(ann, "Ann", 3)
    await ann.tap("Not dealt", exact=True)
    await picking(ann)
    jack = ann.named("jack of spades, cannot be", exact=True)
    await ann.tap(jack)
    await expect(ann.page.locator(".hint.why")).to_contain_text("jack of spades")
    await expect(jack).to_have_attribute("aria-pressed", "false")
    # Something else may be wrong: who taps it again wants it so.
    await ann.tap(jack)
    await ann.named("jack of spades, Ann & Tom", exact=True).wait_for()


async def test_without_signal_nothing_is_faded(ann: Phone) -> None:
    await open_match(ann)
    await bid(ann, "Ann", 3)
    await ann.tap("Not dealt", exact=True)
    await ann.offline(True)
    await picking(ann)
    await ann.page.wait_for_timeout(1500)
    await expect(ann.page.locator(".pick.no")).to_have_count(0)
    await laid(ann, "JS")
    await ann.named("jack of spades, Ann & Tom", exact=True).wait_for()
