"""Knock-outs and evenings by score on the page, and on the TV."""

from itertools import combinations
from typing import Final

import pytest
from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import WIDE, Phone
from tests.support.evenings import NIGHT, TEAMS, open_league, request, share_link, signed_in
from tests.support.looks import faults

PHONES: Final = ((360, 780), (390, 844))


async def enter(phone: Phone, matchup: str) -> None:
    """Enter that the first side of a matchup won all, by taps."""
    await phone.tap(phone.page.locator("a.matchup", has_text=matchup).first)
    await phone.tap(phone.page.locator(".endings button").first)
    await phone.tap("Save", exact=True)
    await phone.page.wait_for_url(NIGHT)


async def test_a_knock_out_is_played_by_taps(ann: Phone) -> None:
    await open_league(ann, pairing="knock_out", nights=1)
    bracket = ann.page.locator("section", has=ann.page.get_by_role("heading", name="Semi-finals"))
    await expect(bracket.locator("a.matchup")).to_have_count(2)
    final = ann.page.locator(
        "section", has=ann.page.get_by_role("heading", name="Final", exact=True)
    )
    await expect(final).to_contain_text("winner of")
    await enter(ann, TEAMS[0][0])
    await expect(final).to_contain_text(TEAMS[0][0])
    await enter(ann, TEAMS[1][0])
    await expect(final.locator("a.matchup")).to_have_count(1)
    assert await faults(ann, "knock-out", PHONES) == []


@pytest.mark.parametrize(("language", "group"), [("en-US", "Group"), ("es-MX", "Grupo")])
async def test_groups_have_a_table_each_and_a_team_is_moved_by_a_tap(
    ann: Phone, another: Holding, language: str, group: str
) -> None:
    place = await open_league(ann, nights=3, fixturesANight=1, finalNight="knock_out", groups=2)
    tv = await share_link(ann, f"{place}/teams")
    async with another(size=WIDE, language=language) as wall:
        await wall.visit(f"#{tv}")
        await expect(wall.page.get_by_role("heading", name=f"{group} A")).to_be_visible()
        assert await faults(wall, f"tv-groups-{language}", (WIDE,)) == []
    await ann.visit(f"#{place}/teams")
    await ann.tap(ann.page.locator("button.row", has_text=TEAMS[3][0]))
    await ann.tap(ann.page.get_by_role("radio", name="Group A"))
    await expect(ann.page.get_by_role("radio", name="Group A")).to_be_checked()
    assert await faults(ann, "group-of-a-team", PHONES) == []
    invite = await request(
        ann, "POST", f"{place.replace('/league/', '/leagues/')}/invites", {"role": "viewer"}
    )
    async with another(size=PHONES[0], language=language) as phone:
        await signed_in(phone)
        await request(phone, "POST", "/league-joins", {"code": invite["code"]})
        await phone.visit(f"#{place}/standings")
        first = phone.page.get_by_role("region", name=f"{group} A")
        await expect(first.locator("li")).to_have_count(3)
        await expect(phone.page.get_by_role("region", name=f"{group} B")).to_contain_text("Bowers")
        assert await faults(phone, f"groups-{language}", PHONES) == []


async def test_groups_are_chosen_with_the_final(ann: Phone) -> None:
    await ann.visit("#/league/new")
    await ann.tap(ann.page.locator("summary", has_text="Standings and prizes"))
    groups = ann.page.get_by_role("radiogroup", name="Groups before it")
    await expect(groups).to_have_count(0)
    await ann.tap(ann.page.get_by_role("radio", name="Knock-out of the first"))
    await ann.tap(groups.get_by_role("radio", name="8"))
    places = ann.page.get_by_role("radiogroup", name="How many reach the final")
    await expect(places.get_by_role("radio")).to_have_text(["8", "16"])
    await expect(places.get_by_role("radio", name="8")).to_be_checked()
    await expect(ann.page.get_by_role("radio", name="Crosswise")).to_be_visible()
    assert await faults(ann, "choosing-groups", PHONES) == []
    # What has no such final has no groups either.
    await ann.tap(ann.page.get_by_role("radio", name="By score (Swiss)"))
    await expect(groups).to_have_count(0)


async def test_an_evening_by_score_goes_on_with_a_tap(ann: Phone) -> None:
    await open_league(ann, pairing="swiss", nights=1, fixturesANight=3)
    assert await ann.page.get_by_text("Pair round 2").count() == 0
    for team in (TEAMS[0][0], TEAMS[1][0]):
        await enter(ann, team)
    await ann.tap("Pair round 2", exact=True)
    await ann.tap("Plan it that way", exact=True)
    await ann.page.wait_for_url(NIGHT)
    await ann.reads("Round 2")


@pytest.mark.parametrize("language", ["en-US", "es-MX"])
async def test_the_wall_shows_the_whole_knock_out(
    ann: Phone, another: Holding, language: str
) -> None:
    place = await open_league(ann, pairing="knock_out", nights=1)
    league = place.replace("/league/", "/leagues/")
    for number in range(5, 15):
        team = {"name": f"Team number {number}", "players": ["Lou", "Lee"], "fromNight": 1}
        await request(ann, "POST", f"{league}/entrants", team)
    await request(ann, "POST", f"{league}/bracket")
    drawn = await request(ann, "GET", f"{league}/bracket")
    for fixture in drawn["rounds"][0]["fixtures"][:4]:
        if fixture["state"] == "planned":
            path = f"{league}/fixtures/{fixture['number']}/result"
            await request(ann, "PUT", path, {"wins": [2, 1]}, {"If-None-Match": "*"})
    tv = await share_link(ann, f"{place}/teams")
    async with another(size=WIDE, language=language) as wall:
        await wall.visit(f"#{tv}")
        await wall.page.locator(".tv-tree li:not(.bye)").first.wait_for()
        assert await wall.page.locator(".tv-tree section").count() == 4
        assert await faults(wall, f"tv-knock-out-{language}", (WIDE,)) == []
    async with another(size=PHONES[0], language=language) as phone:
        await phone.visit(f"#{tv}")
        await phone.page.locator(".tv-tree li:not(.bye)").first.wait_for()


async def test_the_wall_shows_a_double_knock_out_in_two_parts(ann: Phone, another: Holding) -> None:
    """The unbeaten above those who have lost once, with the grand final at the end."""
    place = await open_league(ann, pairing="double_knock_out", nights=1)
    await enter(ann, TEAMS[0][0])
    tv = await share_link(ann, f"{place}/teams")
    async with another(size=WIDE, language="es-MX") as wall:
        await wall.visit(f"#{tv}")
        parts = wall.page.locator(".tv-tree")
        await expect(parts).to_have_count(2)
        await expect(parts.first.locator("h2")).to_have_text(
            ["Invictos, ronda 1", "Invictos, ronda 2", "Gran final"]
        )
        await expect(parts.last).to_contain_text(TEAMS[3][0])
        assert await faults(wall, "tv-double", (WIDE,)) == []


async def test_prizes_wait_until_the_final_is_over(ann: Phone) -> None:
    """Also while both semi-finals ended level, so that nothing is left that could be entered."""
    terms = {"finals": {"places": 4, "thirdPlace": "shared"}, "prizes": {"amounts": [2000]}}
    place = await open_league(ann, nights=2, fixturesANight=1, finalNight="knock_out", **terms)
    league = place.replace("/league/", "/leagues/")

    async def result(number: int, *wins: int, **more: object) -> None:
        path = f"{league}/fixtures/{number}/result"
        await request(ann, "PUT", path, {"wins": wins} | more, {"If-Match": "*"})

    for number in (1, 2):
        await result(number, 3, 0)
    drawn = await request(ann, "POST", f"{league}/bracket")
    semis, (final,) = ([each["number"] for each in one["fixtures"]] for one in drawn["rounds"])
    for number in semis:
        await result(number, 1, 1, isClosed=True)
    await ann.visit(f"#{place}/money")
    await ann.tap(ann.page.locator("summary", has_text="Prizes"))
    await ann.reads("$20.00")
    hand_out = ann.page.get_by_role("button", name="Hand out")
    await expect(hand_out).to_have_count(0)
    for number in (*semis, final):
        await result(number, 2, 1)
    await ann.visit(f"#{place}/standings")
    await ann.visit(f"#{place}/money")
    await expect(hand_out).to_have_count(1)


async def test_a_tie_for_the_final_is_played_off_by_a_tap(ann: Phone) -> None:
    """Before the final is drawn, also where ties are shared in the end."""
    place = await open_league(
        ann, nights=2, fixturesANight=1, finalNight="knock_out", finals={"places": 2}
    )
    league = place.replace("/league/", "/leagues/")
    for number in (1, 2):
        path = f"{league}/fixtures/{number}/result"
        report = {"wins": [1, 1], "isClosed": True}
        await request(ann, "PUT", path, report, {"If-Match": "*"})
    await ann.visit(f"#{place}/standings")
    await ann.reads("Play-off for the final")
    # The fourth parts the second from the third.
    for one, other in list(combinations((team for team, *_ in TEAMS), 2))[:4]:
        await ann.tap(f"{one} beat {other}", exact=True)
        await expect(ann.named(f"{one} beat {other}", exact=True)).to_have_count(0)
    await expect(ann.page.get_by_role("heading", name="Play-off for the final")).to_have_count(0)
    drawn = await request(ann, "POST", f"{league}/bracket")
    assert {place["name"] for place in drawn["places"]} == {TEAMS[0][0], TEAMS[1][0]}
