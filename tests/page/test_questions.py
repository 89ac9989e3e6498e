"""A mistake is a question: what is settled either way, and what each answer leads to."""

from collections.abc import Mapping
from typing import Any

from playwright.async_api import expect

from tests.support.browsers import MINUS, Phone
from tests.support.evenings import TABLE, open_match, shows

TWICE = {
    "contract": {"pitcher": 0, "bid": "three"},
    "trump": "S",
    "piles": [
        {"side": 0, "cards": ["AS", "JS", "KS", "TH"], "listed": "scoring"},
        {"side": 1, "cards": ["2S", "TH", "KH", "AH", "AD"], "listed": "scoring"},
    ],
}


async def asked_of(phone: Phone, record: Mapping[str, Any]) -> None:
    """A hand as two phones together wrote it, and its screen."""
    place = await open_match(phone, hands=[record])
    await phone.visit(f"#{place}/hand/1")


async def test_a_card_in_two_piles_is_asked_with_both_outcomes(ann: Phone) -> None:
    asked: list[str] = []
    ann.page.on("request", lambda sent: asked.append(sent.url) if "/preview" in sent.url else None)
    await asked_of(ann, TWICE)
    await ann.reads("Who took the 10 of hearts?")
    ours, theirs = await ann.page.locator(".answer").all()
    await expect(ours).to_contain_text("3 : 1")
    await expect(theirs).to_contain_text(f"{MINUS}3 : 2")
    settled = ann.page.locator(".lines .row")
    await expect(settled).to_contain_text(["High", "Low", "Jack", "Game"])
    await expect(settled.locator(".open")).to_have_count(1)
    # One question to the server, however many answers there are.
    assert len(asked) == 1
    await ann.tap("Ann & Tom", exact=False)
    await ann.page.wait_for_url(TABLE)
    await shows(ann, "3", "1")


async def test_whose_pile_a_repair_mends_is_told(ann: Phone) -> None:
    await asked_of(ann, TWICE)
    await ann.tap("It was another card", exact=True)
    repairs = ann.page.locator(".answer b")
    await expect(repairs.first).to_contain_text("pile")
    # And what each of them leads to.
    await expect(ann.page.locator(".answer .figure")).to_have_count(await repairs.count())
    await ann.tap("Back to the question", exact=True)
    await ann.reads("Who took the 10 of hearts?")
