"""Two phones at one table enter the same hand, with and without signal."""

import asyncio
import re

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.page.test_questions import asked_of
from tests.support.browsers import MINUS, ORDINARY, SMALL, Phone, take_picture
from tests.support.evenings import (
    HAND,
    TABLE,
    THREE,
    WON,
    bid,
    enter_hand,
    join_table,
    laid,
    open_match,
    play_hand,
    request,
    sent,
    shows,
)
from tests.support.looks import faults


async def listed(phone: Phone, side: str, cards: str) -> None:
    """List what one side took."""
    await phone.tap(phone.page.get_by_role("radio", name=re.compile(f"^{side}")))
    await laid(phone, cards)


async def conflict(phone: Phone) -> None:
    """Open the one question that came back."""
    await expect(phone.page.locator("a.box[href*=refused]")).to_have_count(1)
    await phone.tap(phone.page.locator("a.box[href*=refused]"))


async def test_only_the_hand_that_both_wrote_is_a_question(ann: Phone, another: Holding) -> None:
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann))
        await ray.offline(True)
        await play_hand(ray, 1)
        await play_hand(ray, 2, bidder="Tom")
        await play_hand(ann, 1, number=4)
        await shows(ann, f"{MINUS}4", "1")
        await ray.offline(False)
        await sent(ray)
        # The second hand is Ray's alone: it is in, on both phones, before the first is settled.
        await shows(ann, f"{MINUS}1", "2")
        await conflict(ray)
        await ray.reads("Two phones wrote hand 1 differently.")
        await ray.reads("Ann\u2019s phone")
        rows = ray.page.locator(".rows .lab")
        await expect(rows).to_have_text(["The bid"])
        led = [re.compile("Made.*6 : 2"), re.compile(f"Set.*{MINUS}1 : 2")]
        await expect(ray.page.locator(".led")).to_have_text(led)
        await take_picture(ray, "conflict")
        assert await faults(ray, "disagreement", (SMALL, ORDINARY)) == []
        await ray.tap("This phone: 3", exact=True)
        await ray.tap("Keep these", exact=True)
        await ray.page.wait_for_url(TABLE)
        await shows(ray, "6", "2")
        await shows(ann, "6", "2")
        assert await ray.store("refused") == []


PILES = {"Ann & Tom": "AS JS KH", "Ray & Dolores": "2S TH AH"}


async def test_each_phone_enters_its_own_pile_and_nothing_is_asked(
    ann: Phone, another: Holding
) -> None:
    """Also where the one is without signal, and enters its pile twice."""
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann))
        await bid(ann, "Ann", 3)
        await ray.reads("Who took what?")
        await ray.tap("Who took what?", exact=True)
        await ray.tap("By cards", exact=True)
        await ann.tap("By cards", exact=True)
        for phone in (ann, ray):
            await phone.tap("spades", exact=True)
        await ray.offline(True)
        for phone, (side, cards) in zip((ann, ray), PILES.items(), strict=True):
            await listed(phone, side, cards)
        await ann.tap("Done", exact=True)
        # The other pile was not touched here: it is asked for, and nothing is said of it.
        await ann.reads("What is in Ray & Dolores's pile?")
        await ann.reads("Nothing that counts")
        await ray.tap("Done", exact=True)
        await ray.page.wait_for_url(TABLE)
        await ray.offline(False)
        await sent(ray)
        await shows(ray, f"{MINUS}3", "2")
        assert await ray.store("refused") == []


async def test_what_another_phone_saves_is_heard_and_what_was_typed_stays(
    ann: Phone, another: Holding
) -> None:
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann))
        await bid(ann, "Ann", 3)
        await ray.tap("Who took what?", exact=True)
        await ray.tap("Ray & Dolores", exact=True)
        await ann.tap("Ann & Tom", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await ann.page.wait_for_url(TABLE)
        await ray.reads("Ann\u2019s phone saved hand 1 differently.")
        await take_picture(ray, "meanwhile")
        assert await faults(ray, "meanwhile", (SMALL, ORDINARY)) == []
        high = ray.page.get_by_role("radio", name="High: Ray & Dolores")
        await expect(high).to_be_checked()
        await ray.tap("Take theirs", exact=True)
        await expect(ray.page.get_by_role("radio", name="High: Ann & Tom")).to_be_checked()
        await expect(ray.page.locator(".meanwhile")).to_have_count(0)


async def test_who_keeps_his_own_sees_what_that_changes(ann: Phone, another: Holding) -> None:
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann), 1)
        await bid(ann, "Ann", 3)
        await ray.tap("Who took what?", exact=True)
        await ray.tap("Ray & Dolores", exact=True)
        await ann.tap("Ann & Tom", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await shows(ann, "4", "0")
        await ray.reads("Ann\u2019s phone saved hand 1 differently.")
        await ray.tap("Keep mine", exact=True)
        await expect(ray.page.locator(".meanwhile")).to_have_count(0)
        await ray.tap("Save hand 1", exact=True)
        # The hand counts by now, so what his word does to it is shown before it is done.
        await ray.reads("Nothing is changed yet")
        await take_picture(ray, "keep-mine")
        await ray.tap("Change hand 1", exact=True)
        await ray.page.wait_for_url(TABLE)
        await shows(ray, f"{MINUS}3", "4")
        await shows(ann, f"{MINUS}3", "4")
        assert await ray.store("refused") == []


RENEGE = {
    "dealer": 3,
    "contract": {"pitcher": 0, "bid": "three"},
    "tricks": [
        {"cards": ["AS", "2S", "4S", "KD"]},
        {"cards": ["KH", "2H", "3H", "5S"]},
        {"cards": ["3C", "4C", "5C", "6C"]},
        {"cards": ["7C", "8C", "9C", "TC"]},
        {"cards": ["7D", "8D", "9D", "TD"]},
        {"cards": ["7H", "8H", "9H", "TH"]},
    ],
}


async def test_a_renege_is_written_as_the_rules_have_it(ann: Phone) -> None:
    await asked_of(ann, RENEGE)
    await ann.reads("A renege, or entered wrong?")
    await take_picture(ann, "renege-question")
    await expect(ann.page.locator(".ask .lab")).to_have_text("Entered wrong")
    await ann.tap("A renege", exact=True)
    # Dolores threw a diamond, and had a spade on the second trick.
    await expect(ann.page.get_by_role("radio", name="Dolores", exact=True)).to_be_checked()
    await ann.reads("renege")
    await take_picture(ann, "renege")
    assert await faults(ann, "renege", (SMALL, ORDINARY)) == []
    await ann.page.get_by_label("Ann & Tom").fill("3")
    await ann.page.get_by_label("Ray & Dolores").fill("1")
    await ann.tap("Write it that way", exact=True)
    await ann.page.wait_for_url(re.compile("/hand/1$"))
    await ann.tap("Back", exact=True)
    await shows(ann, "3", f"{MINUS}3")


async def test_what_another_phone_does_is_on_the_table_with_its_name(
    ann: Phone, another: Holding
) -> None:
    async with another() as ray:
        place = await open_match(ann)
        await join_table(ann, ray, place)
        await ray.reads("Who won the bid?")
        await play_hand(ann, 1)
        await ray.reads("Ann\u2019s phone saved hand 1.")
        await shows(ray, "3", "1")
        assert await faults(ray, "news", (SMALL, ORDINARY)) == []
        await take_picture(ray, "news")
        penalty = {"side": 0, "points": -1, "reason": "Came late"}
        await request(ann, "POST", f"{place.replace('/m/', '/matches/')}/adjustments", penalty)
        await ray.reads(f"Ann\u2019s phone: Ann & Tom {MINUS}1: Came late")
        # What this phone writes itself is no news to it.
        await play_hand(ray, 2)
        await expect(ray.page.get_by_text("Ann\u2019s phone")).to_have_count(0)
        await ann.reads("Ray\u2019s phone saved hand 2.")


async def filled(phone: Phone, lost: str) -> None:
    """Enter the points of the first hand, up to saving them."""
    await phone.tap("Who took what?", exact=True)
    await phone.tap("Ann & Tom", exact=True)
    await phone.tap(f"{lost}: Ray & Dolores", exact=True)
    await expect(phone.page.locator(".then h2")).to_contain_text("Ann & Tom took 3 of 3.")


async def test_who_looks_at_a_hand_that_is_undone_reads_who_undid_it(
    ann: Phone, another: Holding
) -> None:
    async with another() as ray, another() as tom:
        place = await open_match(ann, hands=[HAND])
        await join_table(ann, ray, place)
        await join_table(ann, tom, place, seat=2)
        await ray.visit(f"#{place}/hand/1")
        await ray.reads("Made.")
        await ann.tap("Undo", exact=True)
        await ray.reads("Ann\u2019s phone undid hand 1.")
        await tom.reads("Ann\u2019s phone undid hand 1.")
        # The hand can be entered again where one is.
        await ray.reads("Who took what?")
        assert await faults(ray, "undone-meanwhile", (SMALL, ORDINARY)) == []
        await ann.tap("Put it back", exact=True)
        await ray.reads("Made.")
        await expect(ray.page.locator(".meanwhile")).to_have_count(0)


async def test_both_save_one_hand_at_once_and_only_a_difference_is_asked(
    another: Holding,
) -> None:
    """Each taps twice, as on a phone that seems slow."""
    async with another(is_guarded=True) as ann, another(is_guarded=True) as ray:
        await join_table(ann, ray, await open_match(ann, hands=[{"contract": THREE}]))
        for phone, lost in ((ann, "Game"), (ray, "Low")):
            await filled(phone, lost)
        saves = [phone.page.get_by_role("button", name="Save hand 1") for phone in (ann, ray)]
        await asyncio.gather(*(save.dblclick() for save in saves))
        phones = {"Ann": ann, "Ray": ray}
        for phone in phones.values():
            await phone.page.wait_for_url(TABLE)
            await sent(phone)
            await shows(phone, "3", "1")
        refusals = {name: await phone.store("refused") for name, phone in phones.items()}
        late = [name for name, refused in refusals.items() if refused]
        assert len(late) == 1
        # The one that came second is asked once, in two rows, each with what it leads to.
        phone = phones[late[0]]
        await conflict(phone)
        rows = phone.page.locator(".rows .lab")
        await expect(rows).to_have_count(2)
        assert sorted(await rows.all_inner_texts()) == ["Game", "Low"]
        await phone.tap("This phone", exact=True)
        await phone.tap("Keep these", exact=True)
        await phone.page.wait_for_url(TABLE)
        for other in phones.values():
            await shows(other, "3", "1")
        assert await phone.store("refused") == []


async def test_both_save_the_same_hand_at_once_and_nothing_is_asked(
    ann: Phone, another: Holding
) -> None:
    async with another() as ray:
        await join_table(ann, ray, await open_match(ann, hands=[{"contract": THREE}]))
        for phone in (ann, ray):
            await filled(phone, "Game")
        await asyncio.gather(*(phone.tap("Save hand 1", exact=True) for phone in (ann, ray)))
        for phone in (ann, ray):
            await phone.page.wait_for_url(TABLE)
            await sent(phone)
            await shows(phone, "3", "1")
            assert await phone.store("refused") == []


async def test_who_changed_nothing_is_asked_nothing(ann: Phone, another: Holding) -> None:
    """Saved as it was, and left where the change would have been shown."""
    place = await open_match(ann, hands=[HAND])
    async with another() as ray:
        await join_table(ann, ray, place)
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="Jack: Ann & Tom")).to_be_checked()
        await ann.tap("Save hand 1", exact=True)
        await ann.page.wait_for_url("**/change")
        await ann.tap("Back", exact=True)
        points = [{"point": point, "side": 1} for point in WON]
        await enter_hand(ray, place, 1, {"contract": THREE, "claims": {"points": points}})
        await ann.visit(f"#{place}/hand/1/points")
        await expect(ann.page.get_by_role("radio", name="Jack: Ray & Dolores")).to_be_checked()
        await expect(ann.page.get_by_text("saved hand 1 differently")).to_have_count(0)
