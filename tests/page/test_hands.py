"""Hands as a table enters them; taps are counted, for cards are in the other hand."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import MINUS, SMALL, Phone
from tests.support.evenings import HAND, SHORT, TABLE, TOMS, bid, open_match, shows

# A deal of four in which every one of the 24 cards can score.
PILES = {
    "Ann & Tom": "ace king queen jack 10 9 8 2 of spades, ace king queen jack of hearts",
    "Ray & Dolores": "7 of spades, 10 of hearts, king queen jack 10 ace of clubs, "
    "ace king queen jack 10 of diamonds",
}


def cards(pile: str) -> list[str]:
    """The cards of a pile, each as it is read out."""
    suits = [part.split(" of ") for part in pile.split(", ")]
    return [f"{rank} of {suit}" for ranks, suit in suits for rank in ranks.split()]


async def test_a_table_is_opened_in_four_taps(ann: Phone) -> None:
    await ann.visit()
    await ann.tap("New table")
    await ann.tap("Start", exact=True)
    await ann.reads("Who won the bid?")
    assert ann.taps <= 4


async def test_the_same_table_is_opened_again_in_one_tap(ann: Phone) -> None:
    first = await open_match(ann, hands=[HAND], options=SHORT)
    await ann.visit()
    ann.taps = 0
    await ann.tap("Play again", exact=True)
    await shows(ann, "0", "0")
    assert ann.taps == 1
    assert first not in ann.page.url
    # The deal goes on to the left of who dealt last.
    await expect(ann.page.get_by_role("group", name="Ann", exact=True)).to_contain_text("deals")


async def test_a_hand_by_points_takes_six_taps(ann: Phone) -> None:
    await open_match(ann)
    ann.taps = 0
    await bid(ann, "Ann", 3)
    for point in ("High: Ann & Tom", "Low: Ray & Dolores", "Jack: Ann & Tom", "Game: Ann & Tom"):
        await ann.tap(point, exact=True)
    await ann.tap("Save hand 1", exact=True)
    await shows(ann, "3", "1")
    assert ann.taps <= 6


async def test_a_hand_by_cards_takes_thirty_taps_where_every_card_scores(
    another: Holding,
) -> None:
    async with another(size=SMALL) as ann:
        await open_match(ann)
        ann.taps = 0
        await bid(ann, "Ann", 3)
        await ann.tap("By cards", exact=True)
        await ann.tap("spades", exact=True)
        # The side that bid is the one whose cards are asked for first.
        ours, theirs = map(cards, PILES.values())
        for card in ours:
            await ann.tap(ann.page.get_by_role("button", name=card))
        await ann.tap(ann.page.get_by_role("radio", name="Ray & Dolores"))
        for card in theirs:
            await ann.tap(ann.page.get_by_role("button", name=card))
        await ann.tap("Done", exact=True)
        await ann.page.wait_for_url(TABLE)
        await shows(ann, "3", "1")
        assert ann.taps <= 30


async def test_a_bid_that_is_not_made_is_seen_before_it_is_saved(ann: Phone) -> None:
    await open_match(ann)
    await bid(ann, "Ann", 3)
    await ann.tap("Ray & Dolores", exact=True)
    await ann.tap("High: Ann & Tom", exact=True)
    await ann.reads("Ann & Tom took 1 of 3.")
    await ann.tap("Save hand 1", exact=True)
    await shows(ann, f"{MINUS}3", "3")


async def test_what_a_correction_does_is_shown_before_it_is_done(ann: Phone) -> None:
    await open_match(ann, hands=[HAND, TOMS])
    ann.taps = 0
    await ann.tap("Hands", exact=True)
    await ann.tap("Hand 1")
    await ann.tap("Change", exact=True)
    await ann.tap("Jack: Ray & Dolores", exact=True)
    await ann.tap("Save hand 1", exact=True)
    # Ann & Tom took two of three, so all that came after comes out lower.
    await ann.reads("Nothing is changed yet")
    await ann.reads("0 : 3")
    await ann.tap("Change hand 1", exact=True)
    assert ann.taps <= 6
    await shows(ann, "0", "3")
    ann.taps = 0
    await ann.tap("Undo", exact=True)
    await shows(ann, "6", "2")
    assert ann.taps == 1


async def test_what_two_piles_share_is_asked_as_a_question(ann: Phone) -> None:
    await open_match(ann)
    await bid(ann, "Ann", 3)
    await ann.tap("Low: Ann & Tom", exact=True)
    await ann.tap("Save hand 1", exact=True)
    await ann.page.get_by_role("heading", level=2).filter(has_text="?").first.wait_for()
    await ann.tap("Nobody is sure: decide later", exact=True)
    # What is open stays on the table, and the next hand can be dealt meanwhile.
    await ann.page.wait_for_url(TABLE)
    await ann.reads("Hand 1")


async def test_points_of_many_sides_are_one_stop_of_tab(ann: Phone) -> None:
    names = ("Ann", "Ray", "Tom", "Dolores", "Cid", "Evelyn")
    place = await open_match(ann, names, ruleset="rules-guru")
    await ann.visit(f"#{place}/hand/1/points")
    first, second = (ann.named(name, exact=True) for name in ("High: Ann", "Low: Ann"))
    keys = ann.page.keyboard
    await first.focus()
    for key, name in {
        "ArrowRight": "Low: Ann",
        "ArrowDown": "Low: Ray",
        "ArrowLeft": "High: Ray",
        "ArrowUp": "High: Ann",
    }.items():
        await keys.press(key)
        await expect(ann.named(name, exact=True)).to_be_focused()
    # From a side without others above it one goes round, past who cannot have the point.
    await keys.press("ArrowUp")
    await keys.press("ArrowUp")
    await expect(ann.named("High: Cid", exact=True)).to_be_focused()
    await keys.press("Tab")
    assert not await ann.page.evaluate("document.activeElement.closest('.ptable')")
    await keys.press("Shift+Tab")
    await expect(ann.named("High: Cid", exact=True)).to_be_focused()
    await keys.press("Space")
    await expect(ann.named("High: Cid", exact=True)).to_have_attribute("aria-pressed", "true")
    assert await first.get_attribute("tabindex") == await second.get_attribute("tabindex") == "-1"


async def test_a_hand_is_entered_with_keys_alone(ann: Phone) -> None:
    await open_match(ann)
    keys = ann.page.keyboard

    async def reach(name: str) -> int:
        """Press Tab until a control has the focus, which is seen on each on the way; how often."""
        for stops in range(1, 40):
            await keys.press("Tab")
            here = ann.page.locator(":focus")
            assert await here.evaluate("it => getComputedStyle(it).outlineWidth") == "3px"
            if await here.and_(ann.named(name, exact=True)).count():
                return stops
        raise AssertionError(name)

    await ann.reads("Who won the bid?")
    # The bids are one stop, at the first of the first bidder.
    await reach("Ann bid 3")
    await keys.press("ArrowDown")
    await expect(ann.named("Ray bid 3", exact=True)).to_be_focused()
    await keys.press("ArrowUp")
    await keys.press("Enter")
    await ann.reads("Who took what?")
    await reach("Ann & Tom")
    await keys.press("Enter")
    # A group of choices is one stop, at what is chosen: past the other side there are four.
    assert await reach("Game: Ann & Tom") == 5
    await keys.press("ArrowRight")
    await expect(ann.named("Game: Ray & Dolores", exact=True)).to_be_focused()
    await keys.press("Space")
    await expect(ann.named("Game: Ray & Dolores", exact=True)).to_be_checked()
    assert await reach("Save hand 1") == 1
    await keys.press("Enter")
    await ann.page.wait_for_url(TABLE)
    await shows(ann, "3", "1")
    await ann.visit(ann.page.url.partition("/#")[2].replace("/m/", "#/m/") + "/hand/1")
    await ann.page.get_by_role("heading", name="Made.").wait_for()
    await keys.press("Escape")
    await ann.page.wait_for_url(TABLE)
    assert ann.taps == 0


async def test_nobody_can_pass_for_a_dealer_who_is_stuck(ann: Phone) -> None:
    await open_match(ann)
    await ann.reads("Who won the bid?")
    await expect(ann.named("All passed", exact=True)).to_have_count(0)
