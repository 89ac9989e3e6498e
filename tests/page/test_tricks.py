"""Hands trick by trick: whose turn it is follows by itself, and nothing has to be recalled."""

import time

from playwright.async_api import Response, expect

from tests.page.conftest import Holding
from tests.support.browsers import SMALL, Phone
from tests.support.evenings import TABLE, bid, laid, open_match, sent, shows

# Six tricks in spades: Ann leads, Ray wins the fourth with the ace of hearts, Dolores the fifth.
TRICKS = (
    "AS 2S 7S 9S",
    "KS 4S JS TS",
    "QS 3S 8S 4C",
    "KH AH 6H 5H",
    "TC JC QC 2C",
    "KC AC TD AD",
)


async def traced(phone: Phone, *tricks: str) -> None:
    """Ann bid three, and these tricks are laid."""
    await bid(phone, "Ann", 3)
    await phone.tap("Trick by trick", exact=True)
    for trick in tricks:
        await laid(phone, trick)


async def won(phone: Phone, *winners: str) -> None:
    """Wait until the tricks show who won them; a question mark for one that nobody recalls."""
    shown = phone.page.locator(".trick-tabs small")
    await shown.first.wait_for(state="attached")
    rest = [""] * (await shown.count() - len(winners))
    await expect(shown).to_have_text([*winners, *rest])


async def test_a_hand_trick_by_trick_takes_twenty_seven_taps(another: Holding) -> None:
    async with another(size=SMALL) as ann:
        await open_match(ann)
        ann.taps, began = 0, time.monotonic()
        await traced(ann, *TRICKS)
        await won(ann, "Ann", "Ann", "Ann", "Ray", "Dolores", "Ann")
        await ann.reads("Made.")
        # All of it fits the smallest phone: nothing is hunted for by scrolling.
        assert await ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        await ann.tap("Save hand 1", exact=True)
        await ann.page.wait_for_url(TABLE)
        await shows(ann, "4", "0")
        assert ann.taps == 27
        # How long that takes without a person says as much of this machine, so it is only told.
        print(f"saved after {time.monotonic() - began:.1f} s")


async def test_whose_turn_it_is_glows(ann: Phone) -> None:
    await open_match(ann)
    await traced(ann)
    turn = ann.page.locator(".at.turn")
    for seat, card in zip(("Ann", "Ray", "Tom", "Dolores"), TRICKS[0].split(), strict=True):
        await expect(turn).to_contain_text(seat)
        await laid(ann, card)
    for trick in TRICKS[1:4]:
        await expect(turn).to_contain_text("Ann")
        await laid(ann, trick)
    await expect(turn).to_contain_text("Ray")


async def test_a_card_is_played_once(ann: Phone) -> None:
    await open_match(ann)
    await traced(ann, TRICKS[0])
    await ann.tap("2 of spades: Ray, trick 1", exact=True)
    await expect(ann.page.locator(".hint")).to_contain_text("2 of spades: Ray, trick 1")
    await expect(ann.page.locator(".at .card")).to_have_count(0)


async def test_what_was_tapped_is_taken_back_and_begun_again(ann: Phone) -> None:
    await open_match(ann)
    await traced(ann, TRICKS[0], "KS 4S")
    await ann.tap("Undo last card", exact=True)
    await expect(ann.page.locator(".at.turn")).to_contain_text("Ray")
    await ann.tap("Start over", exact=True)
    await won(ann)
    # Nothing that was entered is lost by one tap.
    await ann.tap("Undo last card", exact=True)
    await won(ann, "Ann")
    # Nor by a look at the table: what is left of the way back is the last card.
    await ann.page.reload()
    await won(ann, "Ann")
    await ann.tap("Undo last card", exact=True)
    await expect(ann.page.locator(".at.turn")).to_contain_text("Ann")
    await expect(ann.page.locator(".at .card")).to_have_count(0)


async def test_an_earlier_trick_is_changed_and_so_is_who_won_it(ann: Phone) -> None:
    await open_match(ann)
    await traced(ann, *TRICKS[:2], "QS 3S 8S 4C")
    await ann.tap("Trick 2: Ann won it", exact=True)
    await ann.tap("Ann: king of spades", exact=True)
    await ann.tap("6 of spades", exact=True)
    await won(ann, "Ann", "Tom", "Tom")
    await ann.tap("Go on", exact=True)
    await expect(ann.page.locator(".at.turn")).to_contain_text("Tom")


async def test_a_trick_that_nobody_recalls_is_a_gap(ann: Phone) -> None:
    await open_match(ann)
    await traced(ann, *TRICKS[:2])
    await ann.tap("Nobody remembers", exact=True)
    await ann.reads("Who led to trick 4?")
    await ann.tap("Ann: no card yet", exact=True)
    await laid(ann, TRICKS[3])
    await won(ann, "Ann", "Ann", "?", "Ray")
    # Somebody recalls after all.
    await ann.tap("Trick 3: not known", exact=True)
    await laid(ann, TRICKS[2])
    await won(ann, "Ann", "Ann", "Ann", "Ray")
    await laid(ann, " ".join(TRICKS[4:]))
    await ann.tap("Save hand 1", exact=True)
    await shows(ann, "4", "0")


def foresees_three(answer: Response) -> bool:
    """Return whether a response says what saving three tricks would do."""
    if not answer.url.endswith("/preview"):
        return False
    record = answer.request.post_data_json or {}
    return len(record.get("tricks", ())) == 3


async def test_what_a_gap_leaves_open_is_asked(ann: Phone) -> None:
    await open_match(ann)
    # Saving leads to what is open if the phone has heard from the server that something is.
    async with ann.page.expect_response(foresees_three) as answered:
        await traced(ann, *TRICKS[:3])
    await (await answered.value).finished()
    await ann.tap("Nobody remembers", exact=True)
    await ann.tap("Save hand 1", exact=True)
    await ann.page.get_by_role("heading", level=2).filter(has_text="?").first.wait_for()
    await ann.tap("Tricks", exact=True)
    await won(ann, "Ann", "Ann", "Ann")


async def test_who_has_no_trump_left_is_out_where_only_trumps_are_played(ann: Phone) -> None:
    await open_match(ann, ruleset="ten-point")
    await ann.page.locator(".bidder button.who").first.tap()
    await traced_with(ann, "Ann", 5)
    await ann.tap("spades", exact=True)
    await laid(ann, "AS 3S 4S")
    await ann.tap("No trump left", exact=True)
    await won(ann, "Ann")
    await laid(ann, "KS HJ JC")
    # Dolores is asked no more.
    await won(ann, "Ann", "Ann")
    await ann.tap("No trump left", exact=True)
    # Whose turn it is to lead, and has none, passes it on to his left.
    await expect(ann.page.locator(".at.turn")).to_contain_text("Ray")


async def traced_with(phone: Phone, name: str, number: int) -> None:
    await phone.tap(f"{name} bid {number}", exact=True)
    await phone.tap("Trick by trick", exact=True)


async def test_tricks_that_were_entered_without_signal_come_in_afterwards(ann: Phone) -> None:
    await open_match(ann)
    await ann.offline(True)
    await traced(ann, *TRICKS)
    await ann.tap("Save hand 1", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.reads("No signal")
    await ann.offline(False)
    await shows(ann, "4", "0")
    await sent(ann)
