"""Who signs up, prizes that are handed out, phones that come along, and leagues that are found."""

from playwright.async_api import expect

from tests.page.conftest import Holding
from tests.support.browsers import Phone
from tests.support.evenings import open_league, request, signed_in
from tests.support.looks import faults

SIZES = ((360, 780), (390, 844))


async def let_in(owner: Phone, phone: Phone, league: str, role: str) -> str:
    """Let a phone in, by the contract; the id of its device."""
    invite = await request(owner, "POST", f"{league}/invites", {"role": role})
    await signed_in(phone)
    await request(phone, "POST", "/league-joins", {"code": invite["code"]})
    return str((await phone.store("device"))["deviceId"])


async def agreed(owner: Phone, league: str, **changed: object) -> None:
    """Change the format of a league."""
    found = await request(owner, "GET", league)
    body = {name: found[name] for name in ("name", "seed", "dates")}
    body["format"] = found["format"] | changed
    await request(owner, "PUT", f"{league}/charter", body, {"If-Match": "*"})


async def played(owner: Phone, league: str) -> None:
    """Enter that the first side won every matchup of the season."""
    for number, night in enumerate(
        (await request(owner, "GET", f"{league}/schedule"))["nights"], 1
    ):
        report = {"wins": [3, 0]}
        lines = [{"fixture": each["number"], "report": report} for each in night["fixtures"]]
        await request(owner, "PUT", f"{league}/nights/{number}/results", {"results": lines})


async def test_a_team_signs_up_and_the_owner_agrees_with_a_tap(
    ann: Phone, another: Holding
) -> None:
    place = await open_league(ann, nights=1)
    league = place.replace("/league/", "/leagues/")
    await ann.visit(f"#{place}/agreed")
    await ann.tap(ann.page.locator("summary").filter(has_text="Standings and prizes"))
    room = ann.page.get_by_label("Places by sign-up")
    await room.fill("4")
    await room.press("Tab")
    await ann.tap("Save", exact=True)
    async with another(language="es-ES") as eve:
        await let_in(ann, eve, league, "viewer")
        await eve.visit(f"#{place}/teams")
        await eve.tap(eve.page.locator("summary").filter(has_text="Inscribir un equipo"))
        for number, name in enumerate(("Gil", "Hal"), 1):
            await eve.page.get_by_label(f"Jugador {number}").fill(name)
        await eve.page.get_by_label("Nombre del equipo").fill("Eights")
        await eve.tap("Añadir", exact=True)
        await eve.reads("en lista de espera")
        assert await faults(eve, "sign-up-es", SIZES) == []
        await ann.visit(f"#{place}/teams")
        await expect(ann.named("Accept", exact=True)).to_be_disabled()
        await agreed(ann, league, places=5)
        await expect(ann.named("Accept", exact=True)).to_be_enabled()
        assert await faults(ann, "sign-ups", SIZES) == []
        await ann.tap("Accept", exact=True)
        team = ann.page.locator(".lines button", has_text="Eights")
        await expect(team).to_contain_text("Gil, Hal")
        await expect(ann.page.get_by_role("heading", name="Signed up")).to_have_count(0)
        await expect(eve.page.locator("button.own")).to_contain_text("Eights")


async def test_prizes_are_handed_out_and_phones_asked_along(ann: Phone, another: Holding) -> None:
    place = await open_league(ann, nights=1)
    league = place.replace("/league/", "/leagues/")
    await agreed(ann, league, prizes={"amounts": [2000, 1000]})
    async with another(language="es-ES") as eve, another() as gil:
        device = await let_in(ann, eve, league, "scorer")
        await let_in(ann, gil, league, "scorer")
        player = f"{league}/entrants/1/players/0"
        await request(eve, "POST", f"{player}/claim")
        await request(ann, "PUT", player, {"deviceId": device}, {"If-Match": "*"})
        await played(ann, league)
        await ann.visit(f"#{place}/money")
        await ann.tap("Hand out $20.00", exact=True)
        await ann.reads("$20.00 handed out")
        assert await faults(ann, "payouts", SIZES) == []
        await eve.visit(f"#{place}/money")
        await eve.reads("entregado")
        await expect(eve.page.get_by_role("button", name="Entregar")).to_have_count(0)
        assert await faults(eve, "payouts-es", SIZES) == []
        for _ in range(2):  # It asks once more.
            await ann.tap("Take it back", exact=True)
        await expect(ann.named("Hand out $20.00", exact=True)).to_be_visible()
        await expect(ann.page.get_by_text("handed out")).to_have_count(0)

        await ann.visit(f"#{place}/standings")
        await ann.tap(ann.page.locator("summary").filter(has_text="The next season"))
        await ann.page.get_by_label("What is it called?").fill("Spring")
        assert await faults(ann, "next-season", SIZES) == []
        await ann.tap("Open the next season", exact=True)
        await ann.page.wait_for_url(lambda url: "/league/" in url and place not in url)
        following = ann.page.url.partition("/#")[2]
        await eve.visit(f"#{following}")
        asks = eve.page.get_by_role("heading", name="«Spring» es la próxima temporada")
        await asks.wait_for()
        await eve.reads("Juegas otra vez como")
        assert await faults(eve, "come-along-es", SIZES) == []
        await eve.tap("Sí", exact=True)
        await expect(asks).to_have_count(0)
        await eve.page.reload()
        await eve.page.locator(".tabs").wait_for()
        await expect(asks).to_have_count(0)
        await gil.visit(f"#{following}")
        await gil.tap("No, leave", exact=True)
        await gil.reads("New league")
        spring = await request(ann, "GET", following.replace("/league/", "/leagues/"))
        assert [each["role"] for each in spring["members"]] == ["owner", "scorer"]
        (own,) = [each for each in spring["members"] if each["deviceId"] == device]
        assert own["playsAs"] == {"entrant": 1, "player": 0}


async def test_a_league_is_found_by_its_name_and_its_bar(ann: Phone) -> None:
    await open_league(ann)
    for number in range(6):
        opening = {"name": f"Club {number}", "ruleset": "mb-lounge", "bar": f"Bar {number % 2}"}
        await request(ann, "POST", "/leagues", opening | {"format": {}, "entrants": []})
    await ann.visit()
    await ann.tap("All leagues", exact=True)
    rows = ann.page.locator(".lines a.row")
    await expect(rows).to_have_count(7)
    await ann.page.get_by_label("Name begins with").fill("tues")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("Tuesdays")
    await ann.page.get_by_label("Bar or club").fill("bar 1")
    await ann.reads("No league fits.")
    await ann.page.get_by_label("Name begins with").fill("")
    await expect(rows).to_have_count(3)
    assert await faults(ann, "leagues", SIZES) == []
    await ann.tap(rows.first)
    await ann.reads("Club 5")
