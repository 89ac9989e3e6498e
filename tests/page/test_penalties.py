"""Points given or taken outside play; the page while a hand is scored, and after it."""

import re

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.page.test_questions import asked_of
from tests.page.test_two_phones import RENEGE
from tests.support.browsers import MINUS, ORDINARY, SMALL, Phone, take_picture
from tests.support.evenings import HAND, TABLE, join_table, open_match, request, sent, shows
from tests.support.looks import faults

REASON = "Did not follow suit"


async def test_a_penalty_takes_five_taps_and_is_heard_on_the_other_phone(
    ann: Phone, another: Holding
) -> None:
    async with another() as ray:
        place = await open_match(ann, hands=[HAND])
        await join_table(ann, ray, place)
        taps = ann.taps
        await ann.tap("Settle", exact=True)
        await ann.tap("Points given or taken", exact=True)
        await ann.tap("Ray & Dolores", exact=True)
        await ann.tap("Table talk", exact=True)
        await expect(ann.page.locator(".move")).to_have_text("3 : 13 : 0")
        assert await faults(ann, "penalty", (SMALL, ORDINARY)) == []
        await take_picture(ann, "penalty")
        await ann.tap("Take 1 point from Ray & Dolores", exact=True)
        assert ann.taps - taps == 5
        await ann.page.wait_for_url(TABLE)
        for phone in (ann, ray):
            await shows(phone, "3", "0")
        await expect(ray.page.locator(".wait")).to_contain_text("Table talk")
        for theme in ("light", "dark"):
            await ray.page.emulate_media(color_scheme=theme)
            assert await faults(ray, f"news-{theme}", (SMALL, ORDINARY)) == []
        await ray.tap("Hands", exact=True)
        penalty = ray.page.locator(".outside")
        await expect(penalty).to_have_text(f"Ray & Dolores {MINUS}1: Table talk")
        await take_picture(ray, "penalty-on-the-sheet")
        await ray.visit(f"#{place}/journal")
        await ray.reads(f"Ray & Dolores {MINUS}1: Table talk")
        # Ray, who lost it, finds it and takes it back; it stays on the sheet.
        await ray.visit(f"#{place}/penalties")
        await ray.reads("after hand 1 · Ann\u2019s phone")
        await ray.tap("Take it back", exact=True)
        await take_picture(ray, "penalty-taken-back")
        await ray.tap("Take it back", exact=True)
        await expect(ray.page.locator("s")).to_have_text(f"Ray & Dolores {MINUS}1: Table talk")
        await ann.page.bring_to_front()
        await shows(ann, "3", "1")


async def test_a_penalty_without_a_signal_is_shown_and_sent_once(another: Holding) -> None:
    async with another(is_guarded=True) as ann:
        place = await open_match(ann, hands=[HAND])
        await ann.tap("Settle", exact=True)
        await ann.tap("Points given or taken", exact=True)
        await ann.offline(True)
        await ann.tap("Ann & Tom", exact=True)
        await ann.tap(f"{MINUS}2", exact=True)
        await ann.page.get_by_label("Or in your own words").fill("Came late")
        await ann.page.get_by_role("button", name="Take 2 points").dblclick()
        await ann.page.wait_for_url(TABLE)
        await shows(ann, "1", "1")
        await ann.offline(False)
        await sent(ann)
        match = await request(ann, "GET", place.replace("/m/", "/matches/"))
        reasons = [(one["points"], one["reason"]) for one in match["adjustments"]]
        assert reasons == [(-2, "Came late")]


async def test_a_renege_can_be_points_taken_instead(ann: Phone) -> None:
    await asked_of(ann, RENEGE)
    await ann.tap("A renege", exact=True)
    await ann.tap("Take points instead", exact=True)
    # Dolores reneged, so it is her side's.
    await expect(ann.page.get_by_role("radio", name="Ray & Dolores")).to_be_checked()
    await expect(ann.page.get_by_role("radio", name=REASON)).to_be_checked()
    await ann.tap("Take 1 point from Ray & Dolores", exact=True)
    await ann.page.wait_for_url(TABLE)
    await shows(ann, "0", f"{MINUS}1")


async def test_what_the_rules_take_is_written_down_as_ruled(ann: Phone) -> None:
    house = {"tableTalkLoses": 2}
    place = await open_match(ann, hands=[HAND], options=house)
    await ann.visit(f"#{place}/settle/irregularity")
    await ann.tap("Table talk", exact=True)
    await ann.page.get_by_role("checkbox").check()
    await ann.tap("Ray", exact=True)
    await ann.tap("What is done about it?", exact=True)
    await ann.tap("Write it down", exact=True)
    await ann.tap("Take 2 points from Ray & Dolores", exact=True)
    await shows(ann, "3", f"{MINUS}1")


WAKING = """
    window.held = [];
    navigator.wakeLock.request = async () => {
        const let_go = () => { window.held = window.held.filter((one) => one !== lock) };
        const lock = { release: async () => let_go() };
        window.held.push(lock);
        return lock;
    };
"""


async def test_the_screen_stays_on_while_a_hand_is_scored(another: Holding) -> None:
    async with another(is_new=True) as ann:
        await ann.page.add_init_script(WAKING)
        await open_match(ann)
        assert await ann.page.evaluate("held.length") == 0
        await ann.tap("Ann bid 3", exact=True)
        await ann.reads("Who took what?")
        assert await ann.page.evaluate("held.length") == 1
        await ann.tap("By cards", exact=True)
        assert await ann.page.evaluate("held.length") == 1
        await ann.tap("Back", exact=True)
        await ann.tap("Back", exact=True)
        await ann.reads("Hand 1: Ann bid 3")
        await ann.page.wait_for_function("held.length === 0")


OFFERING = """() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { window.prompted = true };
    dispatchEvent(offer);
}"""


async def test_the_home_screen_is_offered_once_and_not_at_the_table(another: Holding) -> None:
    async with another(is_installed=True) as ann:
        await open_match(ann, hands=[HAND])
        await ann.page.evaluate(OFFERING)
        await expect(ann.named("Put it on the home screen")).to_have_count(0)
        await ann.tap("Back", exact=True)
        ready = ann.page.get_by_text(re.compile("^Ready without a signal"))
        await expect(ready).to_be_visible()
        assert await faults(ann, "install", (SMALL, ORDINARY)) == []
        await take_picture(ann, "install")
        await ann.tap("Put it on the home screen", exact=True)
        assert await ann.page.evaluate("window.prompted")
        await expect(ann.named("Put it on the home screen")).to_have_count(0)
        # Neither is said again, and whoever wants to know finds it.
        await ann.page.reload()
        await ann.page.evaluate(OFFERING)
        await ann.page.get_by_role("heading", name="Earlier tables").wait_for()
        await ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        await expect(ready).to_have_count(0)
        await expect(ann.named("Put it on the home screen")).to_have_count(0)
        await ann.visit("#/phone")
        await expect(ready).to_be_visible()
