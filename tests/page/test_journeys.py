"""Ways through the page that used to lead nowhere, or elsewhere than whoever tapped meant."""

import asyncio
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.async_api import Route, expect

from tests.page.conftest import Holding
from tests.support.browsers import MINUS, PATIENCE, Phone
from tests.support.evenings import (
    HAND,
    TABLE,
    THREE,
    WON,
    begun,
    bid,
    entered,
    joined,
    played,
    request,
    sent,
    shows,
)

QUOTE: Final = "\u2019"
TRICK: Final = {"leader": 0, "cards": ["AS", "2S", "3S", "4S"]}


async def hold_time(phone: Phone) -> None:
    """Let time stand still, so that taps stay guarded however slow the machine is.

    The clock has to be taken before the page is opened: a timer that was set before that goes off.
    """
    await phone.page.clock.pause_at(await phone.page.evaluate("Date.now() + 1000"))


async def test_nobody_can_pass_for_a_dealer_who_is_stuck(ann: Phone) -> None:
    await begun(ann)
    await ann.reads("Who won the bid?")
    await expect(ann.named("All passed", exact=True)).to_have_count(0)


async def test_all_may_pass_where_the_cards_are_thrown_in(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        place = await begun(ann, ruleset="setback")
        await ann.named("All passed", exact=True).tap(trial=True)
        passed = await ann.named("All passed", exact=True).bounding_box()
        assert passed
        x, y = passed["x"] + passed["width"] / 2, passed["y"] + passed["height"] / 2
        # The second tap of a double tap is no second hand.
        await hold_time(ann)
        await ann.page.touchscreen.tap(x, y)
        await ann.reads("Hand 2 · to")
        await ann.page.touchscreen.tap(x, y)
        await ann.page.clock.resume()
        await expect(ann.page.locator(".last")).to_contain_text("Hand 1")
        await sent(ann)
        assert len((await request(ann, "GET", place.replace("/m/", "/matches/")))["lines"]) == 1
        # The next question takes the focus from the answer to the one before.
        await ann.named("All passed", exact=True).press("Enter")
        await ann.reads("Hand 3 · to")
        await expect(ann.page.get_by_role("heading", name="Who won the bid?")).to_be_focused()


async def test_a_hand_without_a_bid_leads_to_who_won_it(ann: Phone) -> None:
    """Another client wrote down that all passed, which a dealer who is stuck cannot do."""
    place = await begun(ann, hands=[{"calls": ["pass"] * 4}])
    await ann.visit(f"#{place}/hand/1")
    await ann.reads("can't pass here")
    await ann.tap(ann.page.locator("a.main"))
    await ann.tap("Ann bid 3", exact=True)
    await ann.tap("Ann & Tom", exact=True)
    await ann.tap("Save hand 1", exact=True)
    await ann.page.wait_for_url(TABLE)
    await shows(ann, "4", "0")


ODD: Final = {
    "a bid that nobody can make": ({"contract": {"pitcher": 0, "bid": "eleven"}}, "bid"),
    "a trick with five cards": (
        {"contract": THREE, "tricks": [{"leader": 0, "cards": ["AS", "2S", "3S", "4S", "5S"]}]},
        "tricks",
    ),
    "a trick led wrongly, by who wrote points too": (
        HAND | {"tricks": [TRICK | {"leader": 2}]},
        "tricks",
    ),
    "more points than there are": (
        {"contract": THREE, "claims": {"taken": [4, 4]}},
        "points",
    ),
    "a card twice": (
        {"contract": THREE, "trump": "S", "piles": [{"side": 0, "cards": ["AS", "AS"]}]},
        "cards",
    ),
}


@pytest.mark.parametrize(("record", "screen"), ODD.values(), ids=ODD.keys())
async def test_change_leads_to_the_screen_that_shows_what_is_odd(
    ann: Phone, record: dict[str, Any], screen: str
) -> None:
    place = await begun(ann, hands=[record])
    await ann.visit(f"#{place}/hand/1")
    await expect(ann.page.locator(".top a.quiet")).to_have_attribute(
        "href", f"#{place}/hand/1/{screen}"
    )


async def test_what_no_screen_shows_can_be_taken_out(ann: Phone) -> None:
    place = await begun(ann, hands=[HAND | {"tricksWon": [4, 4]}])
    await ann.visit(f"#{place}/hand/1")
    await ann.tap("Take that out", exact=True)
    await ann.page.get_by_role("heading", name="Made.").wait_for()


async def test_a_double_tap_on_save_bids_for_nobody(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        place = await begun(ann)
        await bid(ann, "Ann", 3)
        await ann.tap("Ann & Tom", exact=True)
        await ann.named("Save hand 1", exact=True).tap(trial=True)
        save = await ann.named("Save hand 1", exact=True).bounding_box()
        assert save
        x, y = save["x"] + save["width"] * 0.8, save["y"] + save["height"] / 2
        await hold_time(ann)
        await ann.page.touchscreen.tap(x, y)
        await ann.page.wait_for_url(TABLE)
        # Whatever lies under the thumb now: the tabs, or a bid.
        for height in (y, y - 60, y - 120):
            await ann.page.touchscreen.tap(x, height)
        await ann.page.clock.resume()
        await shows(ann, "4", "0")
        await expect(ann.page).to_have_url(TABLE)
        await sent(ann)
        match = await request(ann, "GET", place.replace("/m/", "/matches/"))
        assert len(match["lines"]) == 1


async def test_keys_press_also_right_after_a_change_of_screen(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        await ann.page.clock.install()
        await begun(ann)
        await hold_time(ann)
        await ann.named("Hands", exact=True).focus()
        await ann.page.keyboard.press("Enter")
        await ann.page.wait_for_url("**/hands")
        await expect(ann.page.locator("h1")).to_be_focused()
        assert await ann.page.locator("html.guarded").count() == 1
        await ann.named("Phones", exact=True).focus()
        await ann.page.keyboard.press("Enter")
        await ann.page.wait_for_url("**/phones")


async def test_start_is_one_table_however_often_it_is_tapped(ann: Phone) -> None:
    await ann.visit("#/new")
    start = ann.named("Start", exact=True)
    await expect(start).to_be_enabled()
    await start.evaluate("button => { button.click(); button.click(); }")
    await ann.page.wait_for_url(TABLE)
    await sent(ann)
    assert len((await request(ann, "GET", "/matches"))["items"]) == 1


async def test_a_disputed_hand_is_said_on_every_table_and_changed_from_its_ruling(
    ann: Phone, another: Holding
) -> None:
    place = await begun(ann, hands=[HAND], policy="both_sides")
    async with another() as ray:
        await joined(ann, ray, place)
        await ray.tap("Hand 1")
        await ray.tap("Not right", exact=True)
        await ray.tap("Jack", exact=True)
        await ann.visit(f"#{place}")
        ann.taps = 0
        await ann.tap("Hand 1 is disputed.", exact=True)
        await ann.reads("“Jack”")
        assert ann.taps == 1
        await ann.tap("Change hand 1", exact=True)
        await ann.tap("Jack: Ray & Dolores", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await ann.tap("Change hand 1", exact=True)
        await shows(ann, f"{MINUS}3", "2")
        await expect(ann.page.get_by_text("is disputed")).to_have_count(0)
        assert await ann.store("refused") in (None, [])
        # The other side is asked for its yes, and whoever changed it is not.
        await ray.visit(f"#{place}")
        await ray.reads("Hand 1 waits for your yes.")
        await expect(ann.page.get_by_text("waits for your yes")).to_have_count(0)


async def test_who_agrees_to_a_hand_did_not_save_it(ann: Phone, another: Holding) -> None:
    place = await begun(ann, hands=[HAND], policy="both_sides")
    hand = f"{place.replace('/m/', '/matches/')}/hands/1"
    async with another() as ray:
        await joined(ann, ray, place)
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="High: Ann & Tom")).to_be_checked()
        version = (await request(ray, "GET", hand))["matchVersion"]
        agreed = await request(
            ray, "POST", f"{hand}/confirmations", {}, {"If-Match": f'"{version}"'}
        )
        async with asyncio.timeout(PATIENCE / 1000):
            sheets = await ann.store("sheets")
            while sheets[place.removeprefix("/m/")]["version"] < agreed["matchVersion"]:
                sheets = await ann.store("sheets")
        await ann.page.wait_for_timeout(100)
        await expect(ann.page.locator(".meanwhile")).to_have_count(0)
        await entered(ray, place, 1, HAND | {"trump": "S"})
        await ann.reads(f"Ray{QUOTE}s phone saved hand 1.")


async def test_who_changed_nothing_is_asked_nothing(ann: Phone, another: Holding) -> None:
    """Saved as it was, and left where the change would have been shown."""
    place = await begun(ann, hands=[HAND])
    async with another() as ray:
        await joined(ann, ray, place)
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="Jack: Ann & Tom")).to_be_checked()
        await ann.tap("Save hand 1", exact=True)
        await ann.page.wait_for_url("**/change")
        await ann.tap("Back", exact=True)
        points = [{"point": point, "side": 1} for point in WON]
        await entered(ray, place, 1, {"contract": THREE, "claims": {"points": points}})
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="Jack: Ray & Dolores")).to_be_checked()
        await expect(ann.page.get_by_text("saved hand 1 differently")).to_have_count(0)


async def test_a_bid_of_another_phone_stays_without_signal(ann: Phone, another: Holding) -> None:
    place = await begun(ann)
    async with another() as ray:
        await joined(ann, ray, place)
        await bid(ann, "Ann", 3)
        await ray.reads("Who took what?")
        await ray.offline(True)
        await ray.tap("Who took what?", exact=True)
        await ray.tap("Ann & Tom", exact=True)
        await ray.tap("Game: Ray & Dolores", exact=True)
        await ray.reads("Ann & Tom took 3 of 3.")
        await ray.tap("Save hand 1", exact=True)
        await ray.offline(False)
        await sent(ray)
        await shows(ray, "3", "1")
        hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")
        assert hand["record"]["contract"]["bid"] == "three"


async def test_only_who_may_settle_a_dispute_is_asked_to(ann: Phone, another: Holding) -> None:
    place = await begun(ann, hands=[HAND], policy="both_sides")
    await request(
        ann, "POST", f"{place.replace('/m/', '/matches/')}/hands/1/disputes", {"reason": "Low"}
    )
    async with another() as ray:
        await joined(ann, ray, place)
        await ray.visit(f"#{place}/hand/1")
        await ray.tap("What the rules say", exact=True)
        await ray.reads("Whoever said no to it, or opened the table, settles this.")
        await expect(ray.named("Accept it", exact=True)).to_have_count(0)


async def test_undo_is_one_tap_on_the_table_and_says_what_it_took_back(ann: Phone) -> None:
    place = await begun(ann, hands=[HAND, HAND])
    await entered(ann, place, 2, HAND | {"trump": "S", "tricks": [TRICK]})
    await shows(ann, "6", "2")
    # It is no matter of any one hand.
    await ann.tap("Hand 2")
    await ann.page.get_by_role("heading", name="Made.").wait_for()
    await expect(ann.named("Undo", exact=True)).to_have_count(0)
    # Looked at, and thus on this phone's screen as it was.
    await ann.tap("Change", exact=True)
    await ann.tap("Back", exact=True)
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await ann.reads("Undone: hand 2, tricks")
    await ann.visit(f"#{place}/hand/2/tricks")
    await expect(ann.named("Start over", exact=True)).to_be_disabled()
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await ann.reads("Undone: hand 2, points")
    await expect(ann.page.locator(".undone .figure")).to_have_text("6 : 23 : 1")
    await shows(ann, "3", "1")
    # One more tap undoes no more than was meant, and one puts all of it back.
    await ann.page.locator("html:not(.guarded)").wait_for()
    await ann.tap("Put it back", exact=True)
    await shows(ann, "6", "2")
    await expect(ann.page.locator(".undone")).to_have_count(0)


async def test_an_undo_takes_back_what_is_shown_and_nothing_newer(
    ann: Phone, another: Holding
) -> None:
    place = await begun(ann, hands=[HAND])
    async with another() as ray:
        await joined(ann, ray, place)
        # Another phone writes, which this one has not heard of when it is tapped.
        held: list[Route] = []

        async def hold(route: Route) -> None:
            held.append(route)

        await ann.page.route("**/undo", hold)
        await ann.tap("Undo", exact=True)
        await expect(ann.page.locator(".last")).to_contain_text("Hand 1")
        await entered(ray, place, 2, HAND)
        async with asyncio.timeout(PATIENCE / 1000):
            while not held:
                await ann.page.wait_for_timeout(50)
        await held[0].continue_()
        await ann.page.get_by_role("alert").wait_for()
        await shows(ann, "6", "2")
        assert len((await request(ann, "GET", place.replace("/m/", "/matches/")))["lines"]) == 2


async def test_an_undo_takes_the_draft_of_its_hand_with_it(ann: Phone) -> None:
    place = await begun(ann, hands=[HAND])
    await ann.visit(f"#{place}/hand/1/points")
    await ann.tap("Jack: Ray & Dolores", exact=True)
    await ann.visit(f"#{place}")
    await ann.tap("Undo", exact=True)
    await shows(ann, "0", "0")
    await bid(ann, "Tom", 3)
    await expect(ann.page.locator("[aria-checked=true]")).to_have_count(0)
    assert list(await ann.store("drafts")) == [f"{place.removeprefix('/m/')}/1"]


async def test_going_back_in_the_journal_takes_drafts_with_it(ann: Phone) -> None:
    place = await begun(ann, hands=[HAND])
    await ann.visit(f"#{place}/hand/1/points")
    await ann.tap("Jack: Ray & Dolores", exact=True)
    await entered(ann, place, 1, HAND | {"trump": "S"})
    await ann.visit(f"#{place}/journal")
    await expect(ann.named("Back to here")).to_have_count(0)
    await ann.tap(ann.page.locator("summary").last)
    await ann.tap(ann.named("Back to here").last)
    await ann.tap(ann.page.locator(".journal .box .plain").first)
    await ann.reads("Hand 1")
    await ann.reads("It is as it was then.")
    assert await ann.store("drafts") == {}


async def test_rules_are_read_inside_the_page_and_no_name_is_lost(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await ann.visit("#/new")
        await ann.tap(ann.page.locator(".round .seat").first)
        await ann.page.locator(".naming input").fill("Zebulon")
        await ann.tap("Read them", exact=True)
        await ann.page.get_by_role("heading", name="Scoring the hand").wait_for()
        await ann.tap("Back", exact=True)
        await ann.reads("Zebulon")
        await ann.offline(True)
        await ann.tap("Read them", exact=True)
        await ann.page.get_by_role("heading", name="Scoring the hand").wait_for()
        await ann.visit("#/rulebook/setback/new")
        await ann.reads("These rules are not on this phone yet")


async def test_a_phone_that_was_only_opened_starts_a_table_without_signal(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await ann.visit()
        await ann.page.wait_for_load_state("networkidle")
        await ann.page.evaluate("navigator.serviceWorker.ready")
        await ann.offline(True)
        await ann.page.reload()
        await ann.tap("New table", exact=True)
        await ann.tap("Start", exact=True)
        await ann.reads("Who won the bid?")


async def test_whoever_enters_a_hand_is_not_asked_for_a_yes(ann: Phone, another: Holding) -> None:
    place = await begun(ann, policy="both_sides")
    async with another() as ray:
        await joined(ann, ray, place)
        await played(ann, 1)
        await ray.reads("Hand 1 waits for your yes.")
        await expect(ann.page.get_by_text("waits for your yes")).to_have_count(0)
        hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")
        assert hand["agreement"]["missing"] == [1]
        await ray.tap("Hand 1 waits for your yes.", exact=True)
        await ray.tap(f"That{QUOTE}s right", exact=True)
        await expect(ray.named(f"That{QUOTE}s right", exact=True)).to_have_count(0)
        # What a phone says goes through its queue, and may come a moment later.
        while hand["agreement"]["state"] != "confirmed":
            hand = await request(ann, "GET", f"{place.replace('/m/', '/matches/')}/hands/1")


async def test_what_is_decided_later_is_said_once(ann: Phone) -> None:
    claims = {"points": [{"point": "high", "side": 0}]}
    place = await begun(ann, hands=[{"contract": THREE, "claims": claims}])
    await ann.visit(f"#{place}/hand/1")
    await ann.tap("Nobody is sure: decide later", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.reads("Who won the bid?")
    await expect(ann.named("Nobody is sure: decide later", exact=True)).to_have_count(0)


async def test_the_owner_is_asked_for_a_seat_on_the_table(ann: Phone, another: Holding) -> None:
    place = await begun(ann)
    match = place.replace("/m/", "/matches/")
    invite = await request(ann, "POST", f"{match}/invites", {"role": "scorer"})
    async with another() as ray:
        await ray.visit(f"#/join/{invite['code']}")
        await ray.tap("Ray free", exact=True)
        await ray.tap("Join as Ray", exact=True)
        await ann.reads(f"Is it Ray{QUOTE}s?")
        await ann.tap("Yes", exact=True)
        await expect(ann.page.get_by_text(f"Is it Ray{QUOTE}s?")).to_have_count(0)
        seats = (await request(ray, "GET", match))["players"]
        assert [player["isMine"] for player in seats] == [False, True, False, False]


@pytest.mark.parametrize("cut_off", ["#/%", "#/m/%E0%A4%A"])
async def test_an_address_that_is_cut_off_leads_to_the_start(ann: Phone, cut_off: str) -> None:
    await ann.visit(cut_off)
    await ann.named("New table", exact=True).wait_for()
    await ann.visit("#/new")
    await ann.named("Start", exact=True).wait_for()


async def test_an_invite_that_another_app_shared_opens_its_table(
    ann: Phone, another: Holding
) -> None:
    match = (await begun(ann)).replace("/m/", "/matches/")
    invite = await request(ann, "POST", f"{match}/invites", {"role": "scorer"})
    async with another() as ray:
        await ray.visit(f"?text=Come+in%21+{quote(invite['link'])}")
        await ray.tap("Ray free", exact=True)
        await ray.named("Join as Ray", exact=True).wait_for()
