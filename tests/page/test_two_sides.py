"""Two sides report a matchup: one tap agrees, two results are settled by the organizer."""

import re
from contextlib import AsyncExitStack

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import ORDINARY, SMALL, Phone
from tests.support.evenings import NIGHT, open_league, request, share_link, signed_in
from tests.support.looks import faults

SIZES = (SMALL, (360, 740), ORDINARY)


async def side_of(owner: Phone, phone: Phone, league: str, entrant: int) -> None:
    """Make a phone that of the first player of a team, by the contract."""
    invite = await request(owner, "POST", f"{league}/invites", {"role": "scorer"})
    await signed_in(phone)
    await request(phone, "POST", "/league-joins", {"code": invite["code"]})
    player = f"{league}/entrants/{entrant}/players/0"
    member = await request(phone, "POST", f"{player}/claim")
    body = {"deviceId": member["deviceId"]}
    await request(owner, "PUT", player, body, {"If-Match": "*"})


async def test_one_tap_agrees_and_the_organiser_settles_two_results(
    ann: Phone, another: Holding
) -> None:
    place = await open_league(ann, policy="both_sides")
    league = place.replace("/league/", "/leagues/")
    night = (await request(ann, "GET", f"{league}/schedule"))["nights"][0]
    fixture = night["fixtures"][0]
    names = [side["name"] for side in fixture["sides"]]
    result = f"{league}/fixtures/{fixture['number']}/result"
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(another())
        other = await stack.enter_async_context(another(language="es-ES"))
        for phone, side in zip((one, other), fixture["sides"], strict=True):
            await side_of(ann, phone, league, side["entrants"][0])
        await request(one, "PUT", result, {"wins": [2, 1]})
        await other.visit(f"#{place}")
        await other.reads(f"{names[0]} dice: 2 : 1 para {names[0]}")
        assert await faults(other, "sides-asked-es", SIZES) == []
        other.taps = 0
        await other.tap("Correcto", exact=True)
        await expect(other.page.locator(".ask", has_text="dice:")).to_have_count(0)
        assert other.taps == 1
        agreed = await request(one, "GET", f"{league}/fixtures/{fixture['number']}")
        assert (agreed["settlement"], agreed["judgement"]["counts"]) == ("agreed", [2, 1])

        # It was not, after all: the other result goes in beside the first.
        await other.visit(f"#{place}/fixture/{fixture['number']}")
        await other.tap(other.page.locator(".endings button").nth(2))
        await other.tap("Guardar", exact=True)
        await other.page.wait_for_url(NIGHT)
        await one.visit(f"#{place}")
        await one.reads("You said something else. Agree, or the organizer decides.")
        assert await faults(one, "sides-disagree", SIZES) == []
        await ann.visit(f"#{place}")
        box = ann.page.locator(".ask", has_text=f"Table {fixture['table']}: two results")
        await expect(box).to_be_visible()
        assert await faults(ann, "sides-settle", SIZES) == []
        await expect(ann.page.locator(".mark.bad", has_text="two results")).to_have_count(1)
        tv = await share_link(ann, f"{place}/teams")
        await other.visit(f"#{tv}")
        await other.reads("dos resultados")
        await ann.visit(f"#{place}")
        ann.taps = 0
        await ann.tap(box.get_by_role("button", name=re.compile(f"^{names[0]}")))
        await expect(box).to_have_count(0)
        assert ann.taps == 1
        settled = await request(ann, "GET", f"{league}/fixtures/{fixture['number']}")
        assert settled["settlement"] == "settled_by_owner"
        assert settled["judgement"]["counts"] == [2, 1]
        # The side that was overruled still sees both reports, and who settled it.
        await other.visit(f"#{place}/fixture/{fixture['number']}")
        await other.reads("Quien organiza")
        assert await faults(other, "sides-settled-es", SIZES) == []
