"""Disputes about a hand, and arguments about no hand at all."""

import zipfile

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support import lrat
from tests.support.browsers import MINUS, SMALL, Phone, take_picture
from tests.support.evenings import HAND, TABLE, THREE, laid, open_match, shows


async def test_a_hand_is_disputed_and_the_ruling_accepted(ann: Phone) -> None:
    await open_match(ann, hands=[HAND], policy="both_sides")
    await ann.tap("Hand 1")
    ann.taps = 0
    await ann.tap("Not right", exact=True)
    await ann.tap("Jack", exact=True)
    assert ann.taps == 2
    # What the rules say stands beside what was said.
    await ann.reads("“Jack”")
    await ann.tap("Accept it", exact=True)
    await ann.page.get_by_role("heading", name="Made.").wait_for()


async def test_a_table_agrees_otherwise_than_the_rules(ann: Phone) -> None:
    await open_match(ann, hands=[HAND])
    await ann.tap("Settle", exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    await ann.tap("We settled it ourselves", exact=True)
    await ann.page.locator(".agreed input").first.wait_for()
    ours, theirs, why = await ann.page.locator(".agreed input").all()
    await ours.fill("2")
    await theirs.fill("2")
    await why.fill("Two jacks were on the floor")
    await ann.tap("Write it that way", exact=True)
    await ann.page.wait_for_url("**/hand/1")
    await ann.tap("Back", exact=True)
    await shows(ann, "2", "2")


async def test_an_argument_is_settled_without_a_match(ann: Phone) -> None:
    await ann.visit()
    await ann.tap("Settle an argument", exact=True)
    await ann.tap("“That bid is not allowed!”", exact=True)
    for call in ("3", "2"):
        await ann.tap(call, exact=True)
    await ann.tap("May Player 2 say 2?", exact=True)
    await ann.page.get_by_role("heading", name="No.").wait_for()
    await ann.page.locator("blockquote").wait_for()


async def test_nothing_is_asked_after_everybody_has_spoken(ann: Phone) -> None:
    await ann.visit("#/settle/call")
    for call in ("pass", "2", "3"):
        await ann.tap(call, exact=True)
    await ann.reads("What did Player 4 say?")
    await ann.tap("pass", exact=True)
    await ann.named("May Player 4 say pass?", exact=True).wait_for()
    await expect(ann.page.get_by_text("What did")).to_have_count(0)
    await expect(ann.named("2", exact=True)).to_have_count(0)
    await ann.tap("Undo", exact=True)
    await ann.reads("What did Player 4 say?")


async def test_who_had_to_follow_is_settled_by_the_cards(ann: Phone) -> None:
    await ann.visit("#/settle/play")
    await ann.tap("spades", exact=True)
    await ann.tap("ace of hearts", exact=True)
    await ann.tap("2 of clubs", exact=True)
    await ann.tap("Player 2 also had", exact=True)
    await ann.tap("king of hearts", exact=True)
    await ann.tap("May Player 2 play the 2 of clubs?", exact=True)
    await ann.page.get_by_role("heading", name="No.").wait_for()


async def test_an_argument_names_only_cards_of_its_pack(ann: Phone) -> None:
    await ann.visit("#/settle")
    await ann.tap("Other rules", exact=True)
    await ann.tap("Prairie")
    await ann.tap("Take these", exact=True)
    await ann.tap("“You had to follow!”", exact=True)
    await ann.page.locator(".pack").wait_for()
    # Four players have six cards each; the eights and lower are stripped from their pack.
    assert await ann.named("9 of clubs", exact=True).count() == 1
    assert await ann.named("8 of clubs", exact=True).count() == 0


async def test_who_gets_the_points_is_settled_by_what_was_taken(ann: Phone) -> None:
    await ann.visit()
    await ann.tap("Settle an argument", exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    await ann.tap("Player 1 bid 3", exact=True)
    await ann.tap("Player 1 & Player 3", exact=True)
    await ann.tap("Low: Player 2 & Player 4", exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    lines = ann.page.locator(".told .row")
    await expect(lines).to_have_count(4)
    await expect(lines.filter(has_text="Low")).to_contain_text("Player 2 & Player 4")
    # What was told stays told, to be changed and asked again.
    await ann.tap("Change", exact=True)
    await expect(ann.page.get_by_role("radio", name="Low: Player 2 & Player 4")).to_be_checked()


async def test_who_gets_the_points_is_settled_by_the_cards(another: Holding) -> None:
    async with another(size=SMALL) as ann:
        await ann.visit("#/settle/points")
        await ann.tap("Player 2 bid 3", exact=True)
        await ann.tap("By cards", exact=True)
        await ann.tap("spades", exact=True)
        for card in ("ace of spades", "jack of spades", "10 of hearts", "2 of spades"):
            if card == "2 of spades":
                await ann.tap(ann.page.get_by_role("radio", name="Player 1 & Player 3"))
            await ann.tap(ann.page.get_by_role("button", name=card))
        await ann.tap("“Who gets the points?”", exact=True)
        lines = ann.page.locator(".told .row")
        await expect(lines).to_have_count(4)
        await expect(lines.filter(has_text="Jack")).to_contain_text("Player 2 & Player 4")
        await expect(lines.filter(has_text="Low")).to_contain_text("Player 1 & Player 3")


async def test_who_gets_the_points_is_settled_by_the_tricks(another: Holding) -> None:
    async with another(size=SMALL) as ann:
        await ann.visit("#/settle/points")
        await ann.tap("Player 1 bid 3", exact=True)
        await ann.tap("Trick by trick", exact=True)
        for card in ("ace of spades", "king of spades", "10 of spades", "2 of spades"):
            await ann.tap(ann.page.get_by_role("button", name=card))
        await ann.tap("“Who gets the points?”", exact=True)
        high = ann.page.locator(".told .row", has_text="High")
        await expect(high).to_contain_text("Player 1 & Player 3")


async def test_other_rules_are_looked_up_beside_ones_own(ann: Phone) -> None:
    await ann.visit("#/settle")
    await ann.tap("Look it up", exact=True)
    book = ann.page.get_by_role("link", name="Read the rulebook")
    await expect(book).to_have_attribute("href", "#/rulebook/mb-lounge/settle/look-up")
    await ann.tap("Where do other rules differ?", exact=True)
    await ann.tap("Setback")
    await ann.tap("Take these", exact=True)
    differences = ann.page.locator(".differ li")
    await expect(differences.first).to_contain_text("MB Lounge Pitch League")
    # Each is told once by either, or is nothing that the other speaks of.
    count = await differences.count()
    await ann.reads(f"{count} differences")
    assert await ann.page.locator(".differ p").count() == 2 * count


async def test_an_argument_that_is_open_asks_and_says_what_each_answer_pays(ann: Phone) -> None:
    await ann.visit("#/settle/points")
    await ann.tap("Player 1 bid 3", exact=True)
    for told in ("High: Player 1 & Player 3", "Low: Player 2 & Player 4"):
        await ann.tap(told, exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    answers = ann.page.locator(".ask .answer")
    await ann.reads("Who took the jack of trumps, or was it not in play?")
    await expect(answers).to_have_count(3)
    await expect(answers.first).to_contain_text("Not settled yet.")
    await ann.tap("Change", exact=True)
    await ann.tap("Game: Player 1 & Player 3", exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    await expect(answers.first).to_contain_text("+3 : +1")
    await expect(answers.nth(1)).to_contain_text(f"{MINUS}3 : +2")
    await expect(answers.nth(2)).to_contain_text(f"{MINUS}3 : +1")
    await ann.tap(answers.first)
    await expect(answers).to_have_count(0)
    jack = ann.page.locator(".told .row", has_text="Jack")
    await expect(jack).to_contain_text("Player 1 & Player 3")


async def test_numbers_that_an_argument_turns_on_are_asked_for(ann: Phone) -> None:
    await ann.visit("#/settle/points")
    await ann.tap("Player 1 bid 3", exact=True)
    for told in ("High", "Low", "Jack"):
        await ann.tap(f"{told}: Player 1 & Player 3", exact=True)
    await ann.tap("“Who gets the points?”", exact=True)
    await ann.reads("What did each side count for Game?")
    await expect(ann.page.locator(".ask input")).to_have_count(2)


async def test_an_argument_about_what_cannot_be_says_how_it_can_have_been(ann: Phone) -> None:
    await ann.visit("#/settle/points")
    await ann.tap("Player 1 bid 3", exact=True)
    await ann.tap("Trick by trick", exact=True)
    first = ("ace of spades", "2 of clubs", "10 of spades", "2 of spades")
    for card in (*first, "king of spades", "queen of spades", "3 of spades", "4 of spades"):
        await ann.tap(ann.page.get_by_role("button", name=card))
    await ann.tap("“Who gets the points?”", exact=True)
    await ann.reads("It was something else")
    repairs = ann.page.locator(".ask .answer")
    await ann.tap(repairs.filter(has_text="make the queen of spades the queen of clubs"))
    await expect(repairs.filter(has_text="queen of clubs")).to_have_count(0)
    await expect(ann.page.locator(".told .row", has_text="High")).to_contain_text("Player 1")


async def test_the_server_says_which_card_to_ask_for_in_an_argument_too(ann: Phone) -> None:
    await ann.visit("#/settle/points")
    await ann.tap("Player 1 bid 3", exact=True)
    await ann.tap("By cards", exact=True)
    await ann.tap("spades", exact=True)
    async with ann.page.expect_response("**/v1/rulings/hand") as answered:
        await laid(ann, "AS JS 2S")
    told = await (await answered.value).json()
    assert told["cardsToAsk"]
    # High, Low and the jack are told: what counts most for Game is worth asking for.
    await ann.reads("Now the other cards that count for Game.")


async def test_a_house_is_told_what_it_plays_otherwise(ann: Phone) -> None:
    await ann.visit("#/new")
    await ann.tap(ann.page.locator("summary").filter(has_text="House rules"))
    # Two changes, one right after the other: both are meant.
    await ann.tap("Dealer is set", exact=True)
    await ann.tap("was dealt it", exact=True)
    await ann.tap("Start", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.tap("Settle", exact=True)
    await ann.tap("Look it up", exact=True)
    # Beside the document that the house started from, before anything is chosen.
    compared = ann.page.get_by_role("region", name="Where do other rules differ?")
    await expect(compared).to_contain_text("MB Lounge Pitch League")
    differences = ann.page.locator(".differ li")
    await expect(differences.first).to_contain_text("our way")
    await expect(differences).to_have_count(2)
    ours, theirs = await differences.first.locator("p").all_inner_texts()
    assert ours != theirs
    await ann.tap("Other rules", exact=True)
    await ann.tap("Setback")
    await ann.tap("Take these", exact=True)
    await expect(compared).to_contain_text("Setback")
    await expect(differences.nth(2)).to_be_visible()


async def test_the_proof_of_an_impossible_hand_is_shown_and_saved(ann: Phone) -> None:
    tricks = [{"leader": 0, "cards": ["7H"]}]
    place = await open_match(ann, hands=[{"contract": THREE, "trump": "S", "tricks": tricks}])
    await ann.visit(f"#{place}/hand/1")
    await ann.tap(ann.page.locator("summary").filter(has_text="Show the proof"))
    await ann.reads("These entries can't all be true")
    await ann.reads("The 7 of hearts was led to trick 1.")
    await ann.reads("The suit of the first card that the pitcher leads is trump for the hand.")
    await ann.named("Save the proof").scroll_into_view_if_needed()
    await take_picture(ann, "proof")
    async with ann.page.expect_download() as saving:
        await ann.tap("Save the proof", exact=True)
    saved = await saving.value
    assert saved.suggested_filename == "pitch-proof-1.zip"
    with zipfile.ZipFile(await saved.path()) as archive:
        lrat.check(archive.read("formula.cnf").decode(), archive.read("proof.lrat").decode())
