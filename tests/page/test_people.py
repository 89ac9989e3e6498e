"""Tables have names and are found again; what one has played is plotted."""

from playwright.async_api import expect

from tests.support.browsers import SMALL, Phone, take_picture
from tests.support.evenings import HAND, SHORT, open_match, request
from tests.support.looks import faults
from tests.support.player_pages import LOST, WON
from tests.support.sheet_entries import hand

SET = hand(0, "four", 1, 0, 0, 0)
EVENINGS = (WON, LOST, [SET, *WON[:2], SET, *WON], [*LOST[:1], *WON], LOST)


async def open_table(phone: Phone, *names: str) -> str:
    """Open another table on the first seat of this phone: its id."""
    players = [{"name": name} for name in names]
    body = {"ruleset": "mb-lounge", "players": players, "firstDealer": 3, "seat": 0}
    return str((await request(phone, "POST", "/matches", body))["matchId"])


async def test_a_table_is_named_and_found_by_its_name(ann: Phone) -> None:
    place = await open_match(ann)
    await open_table(ann, "Eve", "Cid", "Dot", "Fay")
    await ann.visit(f"#{place}/hands")
    field = ann.page.get_by_label("Name of the table")
    await field.fill("Kitchen")
    await field.press("Tab")
    await ann.reads("Kitchen")
    await ann.visit("#/earlier")
    rows = ann.page.locator(".lines a.row", has_text="vs.")
    await expect(rows).to_have_count(2)
    await ann.page.get_by_label("Search").fill("kitch")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("Kitchen: Ann & Tom vs. Ray & Dolores")
    await ann.page.get_by_label("Search").fill("fay")
    await expect(rows).to_contain_text("Eve & Dot vs. Cid & Fay")
    await ann.page.get_by_label("Search").fill("")
    await ann.page.get_by_label("To", exact=True).fill("2001-01-01")
    await ann.reads("No table fits.")
    await expect(rows).to_have_count(0)


async def test_what_the_tables_came_to_is_added_up_and_a_file_is_taken_in(ann: Phone) -> None:
    await open_match(ann, hands=[HAND], options=SHORT)
    await open_table(ann, "Eve", "Cid", "Dot", "Fay")
    await ann.visit("#/earlier")
    await ann.reads("You played 1 match: 1 won, 0 lost, 1 hand")
    # Nothing of the browser's own button for files is to be seen.
    await expect(ann.page.locator("input[type=file]")).to_have_css("opacity", "0")
    box = await ann.page.locator(".file").bounding_box()
    assert box
    assert box["height"] >= 48
    assert await faults(ann, "earlier-totals", (SMALL,)) == []
    await ann.page.get_by_label("To", exact=True).fill("2001-01-01")
    await ann.reads("No table fits.")
    await expect(ann.page.get_by_text("You played")).to_have_count(0)


async def test_what_one_has_played_is_plotted(ann: Phone) -> None:
    await ann.visit("#/mine")
    await ann.reads("what you play is counted here")
    await open_match(ann)
    for hands in EVENINGS:
        match_id = await open_table(ann, "Ann", "Ray", "Tom", "Dolores")
        for number, record in enumerate(hands, 1):
            await request(ann, "PUT", f"/matches/{match_id}/hands/{number}", record)
    await ann.visit("#/mine")
    await ann.page.get_by_role("region", name="3 won, 2 lost").wait_for()
    plots = ann.page.get_by_role("img")
    await expect(plots).to_have_count(2)
    # Ann made 3 bids in the first, 5 in the third and 3 in the fourth match, and was set twice.
    await expect(plots.first).to_have_attribute(
        "aria-label", "5 matches: 3 won, 11 bids made, 2 set."
    )
    await expect(ann.page.locator(".plot rect.made")).to_have_count(11)
    assert await faults(ann, "mine", (SMALL,)) == []
    await take_picture(ann, "mine")
