"""The table screen between hands: the score for both sides, pending entries, and old tables."""

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import ORDINARY, SMALL, Phone, take_picture
from tests.support.evenings import HAND, TOMS, open_match, play_hand, request, sent
from tests.support.looks import faults


async def test_a_phone_laid_down_shows_the_score_to_both_sides(ann: Phone) -> None:
    await open_match(ann, hands=[HAND])
    await ann.tap("Put the phone on the table", exact=False)
    await expect(ann.page.locator(".half .figure")).to_have_text(["3", "1", "3", "1"])
    await ann.tap("Take the phone up again", exact=True)
    await expect(ann.page.locator(".half")).to_have_count(0)


async def test_what_waits_is_listed_in_its_order(ann: Phone) -> None:
    await open_match(ann)
    await ann.offline(True)
    await play_hand(ann, 1)
    await ann.tap(ann.page.locator(".waits summary"))
    await expect(ann.page.locator(".waits li")).to_have_text(
        ["The bid of hand 1", "Entered hand 1"]
    )
    await ann.offline(False)
    await sent(ann)


async def test_a_table_goes_to_another_phone_as_a_file(ann: Phone, another: Holding) -> None:
    await open_match(ann, hands=[HAND])
    await ann.tap("Hands", exact=True)
    async with ann.page.expect_download() as saving:
        await ann.tap("File", exact=True)
    taken = await (await saving.value).path()
    async with another() as other:
        await other.visit("#/earlier")
        await other.page.locator("input[type=file]").set_input_files(
            {"name": "table.json", "mimeType": "application/json", "buffer": taken.read_bytes()}
        )
        await other.reads("1 table came in.")
        row = other.page.locator("main ul.lines .row")
        await expect(row).to_contain_text("Ann & Tom vs. Ray & Dolores")
        await expect(row).to_contain_text("3 : 1")
        await other.page.locator("input[type=file]").set_input_files(
            {"name": "table.json", "mimeType": "application/json", "buffer": b"no table"}
        )
        await other.reads("There is no table in this file.")


SHARES = """() => {
    window.given = []
    navigator.canShare = () => true
    navigator.share = async (data) => {
        const [file] = data.files ?? []
        const head = file && [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]
        window.given.push(file ? [file.name, file.type, ...head] : [data.text])
    }
}"""
"""A phone with a sheet of its own for what is shared; Chromium on a desk has none."""


@pytest.mark.parametrize(
    ("language", "labels"),
    [("en", ("Picture", "Message", "Sheet (PDF)")), ("es", ("Imagen", "Mensaje", "Hoja (PDF)"))],
)
async def test_a_match_is_shared_by_one_tap(
    another: Holding, language: str, labels: tuple[str, str, str]
) -> None:
    async with another(size=SMALL, language=language) as phone:
        place = await open_match(phone, hands=[HAND])
        await phone.visit(f"#{place}/hands")
        picture, message, sheet = (phone.named(label, exact=True) for label in labels)
        async with phone.page.expect_download() as saving:
            await phone.tap(picture)
        assert (await saving.value).suggested_filename == "Ann-Tom-Ray-Dolores-square.png"
        await take_picture(phone, f"share-{language}")
        assert not await faults(phone, f"share-{language}", (SMALL,))
        await phone.page.evaluate(SHARES)
        for number, button in enumerate((picture, message, sheet), 1):
            await phone.tap(button)
            await phone.page.wait_for_function("n => window.given.length === n", arg=number)
        drawn, said, printed = await phone.page.evaluate("window.given")
        assert drawn == ["Ann-Tom-Ray-Dolores-square.png", "image/png", *b"\x89PNG"]
        assert "Ann & Tom: 3\nRay & Dolores: 1" in said[0]
        assert printed == ["Ann-Tom-Ray-Dolores.pdf", "application/pdf", *b"%PDF"]


async def test_a_message_is_copied_where_nothing_is_shared(another: Holding) -> None:
    async with another(is_new=True) as ann:
        place = await open_match(ann, hands=[HAND])
        await ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await ann.page.evaluate("delete Navigator.prototype.share")
        await ann.visit(f"#{place}/hands")
        await ann.tap("Message", exact=True)
        await ann.reads("Copied.")
        assert "Ann & Tom: 3" in await ann.page.evaluate("navigator.clipboard.readText()")


async def test_nothing_that_waits_pushes_the_bids_under_the_tabs(ann: Phone) -> None:
    open_hand = TOMS | {"claims": {"points": [{"point": "low", "side": 0}]}}
    hands = [HAND, open_hand, open_hand, HAND]
    place = await open_match(ann, hands=hands, policy="both_sides")
    dispute = f"{place.replace('/m/', '/matches/')}/hands/1/disputes"
    await request(ann, "POST", dispute, {"reason": "That was the ten."}, {"If-Match": "*"})
    await ann.visit(f"#{place}/hands")
    await ann.tap("Table", exact=True)
    for name in ("Hand 1 is disputed.", "Hand 2: one question", "Hand 3: one question", "Yes"):
        await expect(ann.named(name, exact=True)).to_be_in_viewport(ratio=1)
    tabs = await ann.page.locator(".tabs").bounding_box()
    bid = await ann.named("Dolores bid 4", exact=True).bounding_box()
    assert tabs
    assert bid
    assert bid["y"] + bid["height"] <= tabs["y"]
    assert await faults(ann, "waiting-hands", (SMALL, ORDINARY)) == []
