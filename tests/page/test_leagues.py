"""A league night on the page: who meets whom, what came of it, and who pays."""

import re
from datetime import UTC, datetime, timedelta

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import SMALL, Phone
from tests.support.evenings import NIGHT, TABLE, TEAMS, open_league


async def is_of(phone: Phone, place: str, team: str, player: str) -> None:
    """Say who one is, and come back to the night."""
    await phone.visit(f"#{place}/teams")
    await phone.tap(phone.page.get_by_role("button", name=team))
    await phone.tap(
        phone.page.locator(".naming .row", has_text=player).get_by_role(
            "button", name=re.compile("That.s me")
        )
    )


async def test_a_result_takes_two_taps_and_says_before_who_moves_up(ann: Phone) -> None:
    place = await open_league(ann)
    await is_of(ann, place, "Aces", "Ann")
    await ann.visit(f"#{place}")
    await ann.reads(re.compile(r"You: table \d, against"))
    await ann.tap("Result", exact=True)
    first = ann.page.locator(".sides .chip").first
    winner = await first.inner_text()
    ann.taps = 0
    await ann.tap(ann.page.locator(".endings button").first)
    await expect(ann.page.locator(".moves .row", has_text=winner)).to_contain_text(
        re.compile("place 1")
    )
    await ann.tap("Save", exact=True)
    assert ann.taps == 2
    await ann.page.wait_for_url(NIGHT)
    leader = ann.page.locator(".standing").first
    await expect(leader).to_contain_text(winner)
    await expect(leader).to_contain_text("3")


async def test_who_plays_for_a_team_opens_its_match_in_one_tap(
    ann: Phone, another: Holding
) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/invite")
    code = await ann.page.locator(".code").inner_text()
    async with another(size=SMALL, theme="dark") as ray:
        await ray.visit(f"#/join/{code.replace(' ', '')}")
        await ray.page.wait_for_url(NIGHT)
        await is_of(ray, place, "Bowers", "Ray")
        await ray.reads("You asked to be Ray. It waits for a yes.")
        await ann.visit(f"#{place}/teams")
        await ann.tap("Yes", exact=True)
        await ray.visit(f"#{place}")
        await ray.page.reload()
        await ray.reads(re.compile(r"You: table \d, against"))
        await ray.tap("Play", exact=True)
        await ray.page.wait_for_url(TABLE)
        await ray.reads("Who won the bid?")
        match = ray.page.url
        # Back on the night the match that is being played goes on.
        await ray.visit(f"#{place}")
        await ray.tap("Go on", exact=True)
        await ray.page.wait_for_url(TABLE)
        assert ray.page.url == match


async def test_closing_time_counts_what_is_not_finished_as_it_stands(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.tap(ann.page.locator(".matchup").first)
    await ann.tap(ann.page.locator(".endings button").first)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    for _ in range(2):  # It asks once more.
        await ann.tap("Closing time", exact=True)
    await ann.reads("Night 2 of 5")
    await ann.visit(f"#{place}/standings")
    await expect(ann.page.locator(".standing")).to_have_count(4)


async def test_before_the_first_result_the_first_night_is_due(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/money")
    aces = ann.page.locator("main > .lines > li").first
    await expect(aces).to_contain_text("$10.00 due for night 1")
    await ann.tap(aces.get_by_role("button", name="Aces"))
    await ann.tap("$10.00 paid", exact=True)
    await expect(aces).to_contain_text("paid up to night 1")


async def test_a_team_that_never_came_is_taken_out(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/teams")
    await ann.tap(ann.page.get_by_role("button", name="Deuces"))
    for _ in range(2):  # It asks once more.
        await ann.tap("Leaves the league", exact=True)
    await expect(ann.page.locator("main > .lines > li")).to_have_count(3)
    await ann.visit(f"#{place}/journal")
    await ann.reads("Took somebody out")


async def test_an_invite_says_the_day_it_is_good_until(another: Holding) -> None:
    async with another(is_new=True) as ann:
        place = await open_league(ann)
        # The phone thinks it is two days before, so the invite ends on no day that is today.
        await ann.page.clock.set_system_time(datetime.now(UTC) - timedelta(days=2))
        await ann.visit(f"#{place}/invite")
        await ann.reads(re.compile(r"Good until \w{3}, \w{3} \d+, \d+:\d\d"))


async def test_whoever_pays_owes_no_more_and_a_slip_is_taken_back(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.tap(ann.page.locator(".matchup").first)
    await ann.tap(ann.page.locator(".endings button").first)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    await ann.visit(f"#{place}/money")
    aces = ann.page.locator("main > .lines > li").first
    await expect(aces).to_contain_text("owes $10.00")
    await ann.tap(aces.get_by_role("button", name="Aces"))
    await ann.tap("$10.00 paid", exact=True)
    await expect(aces).to_contain_text("paid up")
    await ann.tap(ann.page.locator("summary").filter(has_text="Payments"))
    for _ in range(2):
        await ann.tap("Take it back", exact=True)
    await expect(aces).to_contain_text("owes $10.00")


async def test_a_league_is_read_without_signal_and_says_what_waits(ann: Phone) -> None:
    place = await open_league(ann)
    await is_of(ann, place, "Aces", "Ann")
    await ann.visit(f"#{place}")
    await ann.reads(re.compile(r"You: table \d, against"))
    await ann.tap("Play", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.visit(f"#{place}")
    await ann.reads("Go on")
    await ann.offline(True)
    await ann.tap(ann.page.locator(".matchup").first)
    await ann.tap(ann.page.locator(".endings button").first)
    await ann.tap("Save", exact=True)
    await ann.reads("1 result waits for a signal.")
    # The match needs none either: its hands wait on the phone.
    await ann.tap("Go on", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.offline(False)


async def test_a_league_is_opened_and_the_home_page_leads_to_it(ann: Phone) -> None:
    await ann.visit("#/league/new")
    await ann.page.get_by_label("What is it called?").fill("Tuesdays")
    await ann.tap(ann.page.locator("summary").filter(has_text="5 nights"))
    await ann.page.get_by_label("What a night costs").fill("10")
    for team, *players in TEAMS:
        for number, name in enumerate(players, 1):
            await ann.page.get_by_label(f"Player {number}").fill(name)
        await ann.page.get_by_label("Name of the team").fill(team)
        await ann.tap("Add", exact=True)
    await ann.tap("Open the league", exact=True)
    await ann.page.wait_for_url(NIGHT)
    await ann.reads("Night 1 of 5")
    await ann.visit()
    await ann.tap("Tuesdays")
    await ann.page.wait_for_url(NIGHT)


async def test_a_match_of_a_matchup_says_its_result_by_itself(ann: Phone) -> None:
    place = await open_league(ann)
    await is_of(ann, place, "Aces", "Ann")
    await ann.visit(f"#{place}")
    await ann.tap("Play", exact=True)
    await ann.page.wait_for_url(TABLE)
    await ann.visit(f"#{place}")
    row = ann.page.locator(".matchup.own").first
    await expect(row).to_contain_text("0 : 0")
