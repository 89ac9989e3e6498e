"""The results of a night from paper: a tap each, by keyboard, and without a signal."""

from typing import Any

from playwright.async_api import expect
from uuid_utils.compat import uuid7

from tests.support.browsers import Phone
from tests.support.evenings import NIGHT, open_league, request
from tests.support.phones import Json


async def load_matchups(phone: Phone, place: str) -> list[Json]:
    """Return the matchups of the first night in the order of their sheets."""
    schedule: Json = await request(
        phone, "GET", f"{place.replace('/league/', '/leagues/')}/schedule"
    )
    fixtures: list[Json] = schedule["nights"][0]["fixtures"]
    return fixtures


async def load_wins(phone: Phone, place: str) -> list[list[int] | None]:
    """Return the wins that the server has for each matchup; None if nothing was reported."""
    return [
        each["judgement"]["wins"] if each["reported"] else None
        for each in await load_matchups(phone, place)
    ]


async def test_results_from_paper_take_a_tap_each_and_one_to_save(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.tap("From paper")
    rows = ann.page.locator(".paper-row")
    await expect(rows).to_have_count(4)
    sheets = await load_matchups(ann, place)
    for number, sheet in enumerate(sheets):
        await expect(rows.nth(number)).to_contain_text(sheet["sides"][0]["name"])
    ann.taps = 0
    for number in range(4):
        await ann.tap(rows.nth(number).get_by_role("radio").first)
    await expect(ann.page.locator(".moves .row").first).to_contain_text("place 1")
    await ann.tap("Save 4 results", exact=True)
    assert ann.taps == 5
    await ann.page.wait_for_url(NIGHT)
    assert await load_wins(ann, place) == [[3, 0]] * 4


async def test_digits_say_what_the_first_side_won_and_enter_saves(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/paper/1")
    await ann.page.locator(".paper-row").first.wait_for()
    for key in ("3", "2", "1", "0"):
        await ann.page.keyboard.press(key)
    await ann.named("Save 4 results", exact=True).wait_for()
    await ann.page.keyboard.press("Enter")
    await ann.page.wait_for_url(NIGHT)
    assert await load_wins(ann, place) == [[3, 0], [2, 1], [1, 2], [0, 3]]


async def test_the_code_of_a_sheet_opens_its_row(ann: Phone) -> None:
    place = await open_league(ann)
    third = (await load_matchups(ann, place))[2]
    await ann.visit(f"#{place}/paper/1/{third['number']}")
    row = ann.page.locator(".paper-row.own")
    await expect(row).to_contain_text(third["sides"][0]["name"])
    await expect(row.get_by_role("radio").first).to_be_focused()
    await ann.page.keyboard.press("1")
    await ann.page.keyboard.press("Enter")
    await ann.page.wait_for_url(NIGHT)
    assert await load_wins(ann, place) == [None, None, [1, 2], None]


async def test_without_a_signal_results_are_kept_and_sent_later(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/paper/1")
    rows = ann.page.locator(".paper-row")
    await rows.first.wait_for()
    await ann.offline(True)
    for number in range(4):
        await ann.tap(rows.nth(number).get_by_role("radio").last)
    await ann.tap("Save 4 results", exact=True)
    await ann.reads("Kept on this phone. It is sent when there is a signal.")
    await expect(rows.get_by_text("waits for a signal")).to_have_count(4)
    # Entered again before it was sent, a result follows itself.
    await ann.tap(rows.first.get_by_role("radio").first)
    await ann.tap("Save 1 result", exact=True)
    await ann.tap("Back", exact=True)
    await ann.reads("5 results wait for a signal.")
    await ann.offline(False)
    await expect(ann.page.get_by_text("wait for a signal.")).to_have_count(0)
    assert await load_wins(ann, place) == [[3, 0], [0, 3], [0, 3], [0, 3]]


async def test_a_result_of_another_phone_is_a_question_and_stays_until_it_is_answered(
    ann: Phone,
) -> None:
    place = await open_league(ann)
    first, *_ = await load_matchups(ann, place)
    league = place.removeprefix("/league/")
    path = f"/leagues/{league}/fixtures/{first['number']}/result"
    await request(ann, "PUT", path, {"wins": [3, 0]})
    # As a phone kept it that had not seen the other result.
    command: dict[str, Any] = {
        "kind": "record_result",
        "commandId": str(uuid7()),
        "leagueId": league,
    }
    command |= {"fixture": first["number"], "body": {"wins": [0, 3]}, "seenVersion": 1}
    await ann.keep("waitingResults", [command])
    await ann.page.reload()
    await ann.reads("1 result was not saved. Look under From paper.")
    assert (await load_wins(ann, place))[0] == [3, 0]
    await ann.tap("From paper")
    row = ann.page.locator(".paper-row").first
    await expect(row.get_by_role("alert")).to_be_visible()
    await ann.tap(row.get_by_role("radio").last)
    await ann.tap("Save 1 result", exact=True)
    await ann.page.wait_for_url(NIGHT)
    assert (await load_wins(ann, place))[0] == [0, 3]
    await expect(ann.page.get_by_text("Look under From paper.")).to_have_count(0)
