"""Rules are chosen by what they are like, and lists of names are pasted."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import SMALL, Phone, take_picture
from tests.support.evenings import TABLE, open_league, request, sent
from tests.support.looks import faults

PASTE = """([field, text]) => {
    const data = new DataTransfer();
    data.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
}"""


async def test_games_are_found_by_what_they_are_like(another: Holding) -> None:
    async with another(size=SMALL) as ann:
        await ann.visit("#/new")
        await ann.tap("Other rules", exact=True)
        heads = ann.page.locator(".rulesets .lab")
        groups = ["Four points a hand", "Ten points a hand", "A called partner", "Other games"]
        await expect(heads).to_have_text(groups)
        games = ann.page.locator(".rulesets [role=radio]")
        # The club's own game is not what a stranger sees first.
        await expect(games.first).to_contain_text("Game Rules Guru Pitch")
        await expect(games.first).to_contain_text("Auction pitch for two to eight")
        await take_picture(ann, "rule-sets")
        await ann.tap(ann.page.locator("summary", has_text="Filter"))
        await ann.tap("5", exact=True)
        await ann.tap(ann.page.get_by_role("radio", name="A called partner", exact=True))
        await expect(games).to_have_count(2)
        assert await faults(ann, "rule-sets", (SMALL,)) == []
        await ann.tap("Up to 11", exact=True)
        await ann.reads("No game fits.")
        await ann.tap(ann.page.get_by_role("radio", name="Any", exact=True).nth(1))
        await ann.tap("More than 31", exact=True)
        await ann.tap("Pawnee, call-your-partner pitch")
        await ann.tap("Take these", exact=True)
        await ann.reads("10 points a hand, to 42")


async def test_a_rulebook_is_read_without_a_signal_and_typed_names_stay(ann: Phone) -> None:
    await ann.visit("#/new")
    await ann.tap(ann.page.locator(".round .seat").first)
    await ann.page.locator(".naming input").fill("Ann")
    await ann.named("Read them", exact=True).wait_for()
    # The page keeps its code by its worker, which phones of tests do without.
    await ann.tap("Read them", exact=True)
    await ann.page.get_by_role("heading", name="Bidding").wait_for()
    await ann.tap("Back", exact=True)
    await ann.offline(True)
    await ann.tap("Read them", exact=True)
    await ann.page.get_by_role("heading", name="Bidding").wait_for()
    await ann.tap("Back", exact=True)
    await expect(ann.page.locator(".round .seat").first).to_contain_text("Ann")


async def test_names_that_are_pasted_sit_down_one_after_the_other(ann: Phone) -> None:
    await ann.visit("#/new")
    await ann.tap(ann.page.locator(".round .seat").first)
    field = ann.page.locator(".naming input")
    await ann.page.evaluate(PASTE, [await field.element_handle(), "Ann, Ray, Tom & Dolores"])
    seats = ann.page.locator(".round .seat b")
    await expect(seats).to_have_text(["Ann", "Ray", "Tom", "Dolores"])


async def test_who_opens_a_table_says_once_who_that_is(ann: Phone) -> None:
    mine = ann.page.locator(".seat", has_text="that\u2019s me")
    for taps in (2, 1):
        await ann.visit("#/new")
        ann.taps = 0
        await ann.tap(ann.page.locator(".round .seat").nth(2))
        await ann.page.locator(".naming input").fill("Tom")
        if taps > 1:
            await ann.tap("That\u2019s me", exact=True)
        await expect(mine).to_contain_text("Tom")
        assert ann.taps == taps
        await ann.tap("Start", exact=True)
        await ann.page.wait_for_url(TABLE)
        await sent(ann)
        match = await request(
            ann, "GET", ann.page.url.partition("/#/m/")[2].join(("/matches/", ""))
        )
        assert [player["isMine"] for player in match["players"]] == [False, False, True, False]


LIST = """1. Aces: Ann, Tom
Ray & Dolores
Cutters\tCid\tDot
Eve"""


async def test_teams_come_in_by_a_pasted_list(another: Holding) -> None:
    async with another(size=SMALL) as ann:
        await ann.visit("#/league/new")
        await ann.tap(ann.page.locator("summary", has_text="Paste a list"))
        field = ann.page.get_by_label("A team a line")
        await field.fill(LIST)
        understood = ann.page.get_by_role("list", name="What was understood").locator("li")
        await expect(understood).to_have_count(4)
        await expect(understood.nth(2)).to_contain_text("Cutters")
        await expect(understood.nth(3)).to_have_text("Line 4: Eve1 name here, 2 are needed")
        await expect(ann.named("Add all 3")).to_be_disabled()
        await ann.reads("One line is not right yet.")
        await take_picture(ann, "pasted")
        assert await faults(ann, "pasted", (SMALL,)) == []
        await field.fill(f"{LIST} & Fay")
        await ann.tap("Add all 4", exact=True)
        await expect(ann.page.get_by_role("button", name="is not in it")).to_have_count(4)
        await expect(field).to_have_value("")


async def test_teams_are_pasted_into_a_league_that_goes_on(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/teams")
    await ann.tap(ann.page.locator("summary", has_text="Paste a list"))
    field = ann.page.get_by_label("A team a line")
    await field.fill("Aces: Gus, Hal")
    await ann.reads("this name is in already")
    await field.fill("Eagles: Gus, Hal\nFoxes: Ida, Jo")
    await ann.tap("Add all 2", exact=True)
    await expect(ann.page.get_by_role("button", name="Foxes")).to_be_visible()
    await expect(field).to_have_value("")
