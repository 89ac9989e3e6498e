"""A league's owner on a phone: settings, single matches, and ties."""

import asyncio
import re

from playwright.async_api import Route, expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import NIGHT, TEAMS, open_league, request, signed_in


async def entered(phone: Phone) -> None:
    """Say who takes part in a league that is being opened."""
    for team, *players in TEAMS:
        for number, name in enumerate(players, 1):
            await phone.page.get_by_label(f"Player {number}").fill(name)
        await phone.page.get_by_label("Name of the team").fill(team)
        await phone.tap("Add", exact=True)


async def one_night(phone: Phone) -> str:
    """Open a league of one night and one match each, whose ties are played off; its place."""
    await phone.visit("#/league/new")
    await phone.page.get_by_label("What is it called?").fill("Finals")
    await phone.tap(phone.page.locator("summary").filter(has_text="5 nights"))
    for group in ("Nights", "Matchups a night", "Matches a matchup"):
        asked = phone.page.get_by_role("radiogroup", name=group, exact=True)
        await phone.tap(asked.get_by_text("1", exact=True))
    await phone.tap(phone.page.locator("summary").filter(has_text="Standings and prizes"))
    await phone.tap("A play-off decides", exact=True)
    await phone.tap("Shares of the pot", exact=True)
    await entered(phone)
    await phone.tap("Open the league", exact=True)
    await phone.page.wait_for_url(NIGHT)
    await phone.reads("Night 1 of 1")
    return phone.page.url.partition("/#")[2]


async def first_wins(phone: Phone, matchup: int) -> str:
    """Enter that the first side won; what it is called."""
    row = phone.page.locator(".matchup").nth(matchup)
    name = await row.locator(".cut").first.inner_text()
    await phone.tap(row)
    await phone.tap(phone.page.locator(".endings button").first)
    await phone.tap("Save", exact=True)
    await phone.page.wait_for_url(NIGHT)
    return name


async def test_a_play_off_parts_those_who_are_tied_and_can_be_taken_back(ann: Phone) -> None:
    place = await one_night(ann)
    one = await first_wins(ann, 0)
    other = await first_wins(ann, 1)
    await ann.visit(f"#{place}/standings")
    await ann.reads("Play-off for place 1")
    await ann.tap(f"{other} beat {one}", exact=True)
    await expect(ann.page.get_by_role("heading", name="Play-off for place 1")).to_have_count(0)
    await expect(ann.page.locator(".standing b").first).to_have_text(other)
    await ann.visit(f"#{place}/journal")
    first = ann.page.locator(".journal").first
    await expect(first).to_contain_text("Entered a play-off")
    await expect(first).to_contain_text(f"{other} beat {one}")
    await ann.visit(f"#{place}/standings")
    await ann.tap(ann.page.locator("summary").filter(has_text="Play-offs"))
    for _ in range(2):  # It asks once more.
        await ann.tap("Take it back", exact=True)
    await ann.reads("Play-off for place 1")


async def test_what_was_agreed_is_read_by_all_and_changed_by_who_runs_it(
    ann: Phone, another: Holding
) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/invite")
    code = await ann.page.locator(".code").inner_text()
    await ann.visit(f"#{place}/agreed")
    await ann.tap(ann.page.locator("summary").filter(has_text="Standings and prizes"))
    await ann.tap("Points", exact=True)
    await ann.tap("Cross out: Against each other", exact=True)
    await ann.tap("Amounts", exact=True)
    await ann.page.get_by_label("Place 1", exact=True).fill("60")
    await ann.page.keyboard.press("Tab")
    await ann.tap("One more place", exact=True)
    await ann.page.get_by_label("Place 2", exact=True).fill("20")
    await ann.page.keyboard.press("Tab")
    await ann.tap("Save", exact=True)
    await expect(ann.named("Save", exact=True)).to_be_disabled()
    async with another() as ray:
        await ray.visit(f"#/join/{code.replace(' ', '')}")
        await ray.page.wait_for_url(NIGHT)
        await ray.visit(f"#{place}/agreed")
        await ray.reads(re.compile("score is the sum of its final scores"))
        await ray.reads(re.compile(r"60\.00"))
        await ray.reads(re.compile(r"20\.00"))
        await expect(ray.named("Save", exact=True)).to_have_count(0)


async def test_the_fee_by_head_guests_and_latecomers_are_agreed(ann: Phone) -> None:
    await ann.visit("#/league/new")
    await ann.page.get_by_label("What is it called?").fill("Heads")
    await ann.tap(ann.page.locator("summary").filter(has_text="5 nights"))
    await ann.tap("Each player", exact=True)
    await ann.tap("Count for nothing", exact=True)
    await ann.page.get_by_label("What a guest pays (USD)").fill("0")
    await ann.page.get_by_label("Forfeit after this many minutes").fill("15")
    await entered(ann)
    await ann.tap("Open the league", exact=True)
    await ann.page.wait_for_url(NIGHT)
    place = ann.page.url.partition("/#")[2]
    path = place.replace("/league/", "/leagues/")
    form = (await request(ann, "GET", path))["format"]
    agreed = {"feeBy": "player", "guests": "void", "guestFee": 0, "lateAfter": 15}
    assert {name: form[name] for name in agreed} == agreed
    # An empty field leaves both to the usual way.
    await ann.visit(f"#{place}/agreed")
    await ann.tap(ann.page.locator("summary").filter(has_text="Standings and prizes"))
    for label in ("What a guest pays (USD)", "Forfeit after this many minutes"):
        await ann.page.get_by_label(label).fill("")
        await ann.page.keyboard.press("Tab")
    await ann.tap("Save", exact=True)
    await expect(ann.named("Save", exact=True)).to_be_disabled()
    form = (await request(ann, "GET", path))["format"]
    assert (form["guestFee"], form["lateAfter"], form["feeBy"]) == (None, None, "player")


async def test_a_result_is_entered_match_by_match(ann: Phone) -> None:
    place = await open_league(ann)
    matchup = ann.page.locator(".matchup").first
    first, second = await matchup.locator(".cut").all_inner_texts()
    await ann.tap(matchup)
    await ann.tap(ann.page.locator("summary").filter(has_text="Match by match"))
    for match, winner in ((1, first), (2, second), (3, first)):
        asked = ann.page.get_by_role("radiogroup", name=f"Who won match {match}?")
        await ann.tap(asked.get_by_role("radio", name=winner))
    await ann.page.get_by_label(f"Score of {second}, match 2").fill("11")
    # Who would move comes while it is typed, and takes nothing of it away.
    async with ann.page.expect_response("**/result/preview"):
        await ann.page.get_by_label(f"Score of {first}, match 2").fill("7")
    await expect(ann.page.locator(".moves .row").first).to_be_visible()
    await expect(ann.page.get_by_label(f"Score of {first}, match 2")).to_have_value("7")
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    await expect(matchup.locator(".wins span")).to_have_text(["2", "1"])
    await ann.tap(matchup)
    await expect(ann.page.get_by_label(f"Score of {second}, match 2")).to_have_value("11")
    # What is entered as a whole afterwards stands in place of its matches.
    await ann.tap(ann.page.locator(".endings button").last)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    assert ann.page.url.endswith(place)
    await expect(matchup.locator(".wins span")).to_have_text(["0", "3"])


async def test_a_league_that_was_deleted_comes_back(ann: Phone) -> None:
    place = await open_league(ann)
    await ann.visit(f"#{place}/teams")
    for _ in range(2):  # It asks once more.
        await ann.tap("Delete this league", exact=True)
    await ann.tap(ann.page.locator("summary").filter(has_text="Deleted"))
    await ann.tap("Bring back", exact=True)
    await ann.tap("Tuesdays")
    await ann.page.wait_for_url(f"**{place}")
    await ann.reads("Night 1 of 5")


NINE = ("Aces", "Bowers", "Cutters", "Deuces", "Elders", "Fours", "Gamers", "Highs", "Irons")


async def at_door(phone: Phone, teams: tuple[str, ...] = NINE, **agreed: int) -> str:
    """Open a league by the contract, and the door of its first night by a tap; its place."""
    await signed_in(phone)
    entrants = [{"name": team, "players": [f"{team} A", f"{team} B"]} for team in teams]
    form = {"nights": 5, "fixturesANight": 2, "matchesAFixture": 3, "fee": 1000} | agreed
    opening = {"name": "Tuesdays", "ruleset": "mb-lounge", "format": form, "entrants": entrants}
    league = await request(phone, "POST", "/leagues", opening)
    place = f"/league/{league['leagueId']}"
    await phone.visit(f"#{place}")
    await phone.tap("Open the door", exact=True)
    await phone.page.wait_for_url(re.compile(r"/door/1$"))
    await phone.page.locator(".at-door").first.wait_for()
    return place


async def test_nine_teams_are_checked_in_and_paid_by_18_taps_and_paired_by_two(ann: Phone) -> None:
    place = await at_door(ann)
    ann.taps = 0
    for team in NINE:
        row = ann.page.get_by_role("group", name=team, exact=True)
        await ann.tap(row.get_by_role("button", name="here", exact=True))
        await ann.tap(row.get_by_role("button", name="$10", exact=True))
        paid = row.get_by_role("button", name="$10", exact=True)
        await expect(paid).to_have_attribute("aria-pressed", "true")
    assert ann.taps == 18
    await ann.reads("9 here")
    await ann.reads("$90.00 of $90.00")
    await ann.tap("Pair round 1", exact=True)
    await ann.reads(re.compile("sits out a round"))
    await ann.tap("Play", exact=True)
    await ann.page.wait_for_url(NIGHT)
    assert ann.taps == 20
    await expect(ann.page.locator(".matchup")).to_have_count(8)
    night = await request(ann, "GET", f"{place.replace('/league/', '/leagues/')}/nights/1")
    assert (night["state"], night["here"], night["paidTonight"]) == ("begun", 9, 9000)


async def test_all_are_here_and_have_paid_but_the_exceptions(ann: Phone) -> None:
    """One taken back, one late, one with a substitute, a walk-in, and round 1 without the first."""
    place = await at_door(ann)
    await ann.tap("All here", exact=True)
    await ann.reads("9 here")
    await ann.tap("All paid", exact=True)
    await ann.reads("$90.00 of $90.00")
    irons = ann.page.get_by_role("group", name="Irons", exact=True)
    await ann.tap(irons.get_by_role("button", name="$10", exact=True))
    await ann.reads("$80.00 of $90.00")
    await ann.tap(irons.get_by_role("button", name="here", exact=True))
    await ann.reads("8 here")
    highs = ann.page.get_by_role("group", name="Highs", exact=True)
    await ann.tap(highs.get_by_role("button", name="late", exact=True))
    await ann.reads("7 here, 1 late")
    await ann.tap(highs.get_by_role("button", name="Highs"))
    await ann.page.get_by_label("Sits in for Highs B").fill("Wally")
    await ann.tap("Save", exact=True)
    await expect(ann.page.get_by_label("Sits in for Highs B")).to_have_count(0)
    await ann.tap(ann.page.locator("summary").filter(has_text="Walk-in"))
    await ann.page.get_by_label("Player 1").fill("Wes")
    await ann.page.get_by_label("Player 2").fill("Wim")
    await ann.tap("Add", exact=True)
    await ann.page.get_by_role("group", name="Wes & Wim", exact=True).wait_for()
    await ann.tap("Pair round 1", exact=True)
    await ann.reads("Not here: Irons")
    await ann.tap("Plan for the one who is late", exact=True)
    await expect(ann.named("Plan for the one who is late")).to_have_attribute(
        "aria-pressed", "true"
    )
    await ann.tap("Play", exact=True)
    await ann.page.wait_for_url(NIGHT)
    night = await request(ann, "GET", f"{place.replace('/league/', '/leagues/')}/nights/1")
    here = {each["name"]: each for each in night["attendances"]}
    assert (here["Irons"]["attendance"], here["Highs"]["attendance"]) == ("away", "late")
    assert here["Highs"]["players"] == [{"player": 1, "substitute": "Wally"}]
    names = {side["name"] for fixture in night["fixtures"] for side in fixture["sides"]}
    assert names == {*NINE, "Wes & Wim"} - {"Irons"}


async def test_a_team_that_is_late_misses_a_match_after_the_other(ann: Phone) -> None:
    place = await at_door(ann, NINE[:4], lateAfter=15)
    late, *_ = NINE
    row = ann.page.get_by_role("group", name=late, exact=True)
    is_tapped = asyncio.Event()

    async def hold_up(route: Route) -> None:
        await is_tapped.wait()
        await route.continue_()

    # The last tap counts, also if its request could have come first.
    await ann.page.route("**/attendance", hold_up, times=1)
    await ann.tap("All here", exact=True)
    await ann.tap(row.get_by_role("button", name="late", exact=True))
    is_tapped.set()
    await expect(row).to_contain_text(re.compile(r"forfeits at \d+:\d\d"))
    await ann.tap("Pair round 1", exact=True)
    await ann.tap("Plan for the one who is late", exact=True)
    await expect(ann.named("Plan for the one who is late")).to_have_attribute(
        "aria-pressed", "true"
    )
    await ann.tap("Play", exact=True)
    await ann.page.wait_for_url(NIGHT)
    path = place.replace("/league/", "/leagues/")
    fixtures = (await request(ann, "GET", f"{path}/nights/1"))["fixtures"]
    playing = next(each for each in fixtures if late in [side["name"] for side in each["sides"]])
    side = [each["name"] for each in playing["sides"]].index(late)
    await ann.visit(f"#{place}/fixture/{playing['number']}")
    await ann.tap(f"{late} missed match 1", exact=True)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    # What was entered stays, and the next match is the second.
    await ann.visit(f"#{place}/fixture/{playing['number']}")
    await ann.tap(f"{late} missed match 2", exact=True)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    fixtures = (await request(ann, "GET", f"{path}/nights/1"))["fixtures"]
    entered = next(each for each in fixtures if each["number"] == playing["number"])
    matches = entered["reported"]["report"]["matches"]
    assert [each["winner"] for each in matches] == [1 - side, 1 - side]
    assert entered["judgement"]["left"] == 1
    # Here after all: nothing more is missed.
    await request(ann, "PUT", f"{path}/nights/1/attendance/1", {"attendance": "here"})
    async with ann.page.expect_response(re.compile(r"/nights/1$")):
        await ann.visit(f"#{place}/fixture/{playing['number']}")
    await ann.page.get_by_role("radiogroup", name="Who won match 3?").wait_for()
    await expect(ann.named(f"{late} missed match 3")).to_have_count(0)


async def test_the_money_is_what_is_due_tonight_while_the_door_is_open(ann: Phone) -> None:
    place = await at_door(ann, NINE[:4])
    path = place.replace("/league/", "/leagues/")
    aces = ann.page.locator("main > .lines > li").first
    await ann.visit(f"#{place}/money")
    await expect(aces).to_contain_text("nothing due yet")
    await request(ann, "PUT", f"{path}/nights/1/attendance/1", {"attendance": "here"})
    await ann.visit(f"#{place}")
    await ann.visit(f"#{place}/money")
    await expect(aces).to_contain_text("$10.00 due for night 1")
    bowers = ann.page.locator("main > .lines > li").nth(1)
    await expect(bowers).to_contain_text("nothing due yet")
    await ann.tap(aces.get_by_role("button", name="Aces"))
    await ann.tap("$10.00 paid", exact=True)
    await expect(aces).to_contain_text("paid up to night 1")
    await expect(bowers).to_contain_text("nothing due yet")
    sheet = await request(ann, "GET", f"{path}/nights/1")
    assert (sheet["dueTonight"], sheet["paidTonight"]) == (1000, 1000)
    await ann.tap(ann.page.locator("summary").filter(has_text="Payments"))
    for _ in range(2):  # It asks once more.
        await ann.tap("Take it back", exact=True)
    await expect(aces).to_contain_text("$10.00 due for night 1")
    await expect(bowers).to_contain_text("nothing due yet")


async def test_a_prize_is_handed_out_of_the_box_and_taken_back(ann: Phone) -> None:
    await signed_in(ann)
    entrants = [{"name": team, "players": players} for team, *players in TEAMS[:2]]
    form = {"nights": 1, "fixturesANight": 1, "fee": 1000, "prizes": {"amounts": [1500]}}
    opening = {"name": "Finals", "ruleset": "mb-lounge", "format": form, "entrants": entrants}
    league = await request(ann, "POST", "/leagues", opening)
    path = f"/leagues/{league['leagueId']}"
    await request(ann, "POST", f"{path}/schedule", {})
    await request(ann, "PUT", f"{path}/fixtures/1/result", {"wins": [3, 0]}, {"If-Match": "*"})
    for entrant in (1, 2):
        await request(ann, "POST", f"{path}/payments", {"entrant": entrant, "amount": 1000})
    await ann.visit(f"#/league/{league['leagueId']}/money")
    await ann.reads("in the box $20.00")
    await ann.tap("Hand out $15.00", exact=True)
    await ann.reads("in the box $5.00")
    await expect(ann.named("Hand out $15.00")).to_have_count(0)
    for _ in range(2):  # It asks once more.
        await ann.tap(ann.page.locator("details").first.get_by_role("button", name="Take it back"))
    await ann.reads("in the box $20.00")


async def test_a_night_is_called_off_and_held_after_all(ann: Phone) -> None:
    await at_door(ann)
    await ann.tap("All here", exact=True)
    await ann.tap(ann.page.locator("summary").filter(has_text="Call the night off"))
    await ann.page.get_by_label("Why?").fill("Snow")
    await ann.tap("Call the night off", exact=True)
    await ann.reads("Called off: Snow")
    await ann.tap("Hold it after all", exact=True)
    await ann.reads("0 here")


async def test_a_screen_shows_who_is_missing(ann: Phone) -> None:
    place = await at_door(ann)
    await ann.tap("All here", exact=True)
    await ann.reads("9 here")  # Before that a tap on Irons would say once more that they are here.
    irons = ann.page.get_by_role("group", name="Irons", exact=True)
    await ann.tap(irons.get_by_role("button", name="here", exact=True))
    await ann.reads("8 here")
    league = place.replace("/league/", "/leagues/")
    link = await request(ann, "POST", f"{league}/public-links", {})
    await ann.visit(f"#/tv/{link['secret']}")
    await ann.reads("Check-in: 8 of 9 here")
    await ann.reads("Irons")
