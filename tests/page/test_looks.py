"""Accessibility of every screen, small phones included; pictures of all."""

import re
from collections.abc import Mapping
from typing import Final

import pytest
from playwright.async_api import Locator, StorageState, expect

from tests.page.conftest import Holding
from tests.support.browsers import ORDINARY, SMALL, TABLET, WIDE, Phone, Theme, mirror
from tests.support.evenings import (
    HAND,
    NIGHT,
    TABLE,
    TOMS,
    bid,
    open_league,
    open_match,
    open_table,
    request,
    share_link,
)
from tests.support.looks import faults, ready, word
from tests.support.searches import IS_THOROUGH

PLACES: Final = {
    "home": "",
    "new": "#/new",
    "settle": "#/settle",
    "call": "#/settle/call",
    "play": "#/settle/play",
    "points-in-question": "#/settle/points",
    "winner": "#/settle/winner",
    "irregularity": "#/settle/irregularity",
    "look-up": "#/settle/look-up",
    "join": "#/join",
    "my-phone": "#/phone",
    "recover": "#/recover",
    "earlier": "#/earlier",
    "mine": "#/mine",
    "table": "#{table}",
    "hands": "#{table}/hands",
    "journal": "#{table}/journal",
    "rules": "#{table}/rules",
    "penalties": "#{table}/penalties",
    "phones": "#{table}/phones",
    "invite": "#{table}/invite",
    "verdict": "#{table}/hand/1",
    "change": "#{table}/hand/1/change",
    "dispute": "#{table}/hand/1/dispute",
    "ruling": "#{table}/hand/1/ruling",
    "question": "#{table}/hand/2",
    "points": "#{table}/hand/3/points",
    "cards": "#{table}/hand/3/cards",
    "tricks": "#{table}/hand/3/tricks",
    "tv-match": "#{tv}",
}
LEAGUE: Final = {
    "league-new": "#/league/new",
    "league": "#{league}",
    "league-standings": "#{league}/standings",
    "league-paper": "#{league}/paper/1",
    "league-money": "#{league}/money",
    "league-teams": "#{league}/teams",
    "league-agreed": "#{league}/agreed",
    "league-journal": "#{league}/journal",
    "league-plan": "#{league}/plan",
    "league-result": "#{league}/fixture/1",
    "league-open": "#{league}/fixture/2",
    "league-invite": "#{league}/invite",
    "tv-league": "#{tv}",
}
# What comes last on these.
SLOW: Final = {
    "invite": "img",
    "ruling": "blockquote",
    "league-invite": "img",
    "league-agreed": ".clauses li",
    "league-journal": ".journal",
    "league-plan": ".pairings",
    "door": ".at-door",
    "tv-door": ".tv header",
    "tv-match": ".tv header",
    "tv-league": ".tv header",
}
# What these keep folded away until somebody asks for it.
FOLDED: Final = {"new", "rules", "league-new", "league-agreed", "league-open", "door"}
# What these ask by the list of all rule sets.
LISTS: Final = {"new": "other_rules", "settle": "other_rules", "look-up": "look_up.compare"}
SIZES: Final = (SMALL, TABLET, WIDE, ORDINARY)
LOOKS: Final = pytest.mark.parametrize(
    ("theme", "language", "sizes"),
    [("light", "en", SIZES), ("dark", "es", (SMALL, ORDINARY))],
)
SMALLEST: Final = 43.5
"""What a thumb needs."""
RULES_OF_EIGHT: Final = "Game Rules Guru Pitch"
EIGHT: Final = ("Ann", "Ray", "Tom", "Dolores", "Cid", "Evelyn", "Bartholomew", "Fay")


async def kept_by(phone: Phone) -> StorageState:
    """What a phone keeps; its language and its light are those of whoever holds it next."""
    kept = await phone.page.context.storage_state(indexed_db=True)
    for origin in kept["origins"]:
        origin["localStorage"] = []
    return kept


def in_turn(places: Mapping[str, str], theme: Theme, **parts: str) -> dict[str, str]:
    """Where screens are: every second one by light and the others by dark, or all by both."""
    names = list(places)
    seen = names if IS_THOROUGH else names[theme == "dark" :: 2]
    return {name: places[name].format(**parts) for name in seen}


async def looked_at(
    phone: Phone, places: Mapping[str, str], look: str, sizes: tuple[tuple[int, int], ...]
) -> dict[str, list[str]]:
    """What is wrong with screens, by their names; pictures are called after the look."""
    found: dict[str, list[str]] = {}
    for name, place in places.items():
        await phone.visit(place)
        await ready(phone, look.partition("-")[2])
        await phone.page.locator(SLOW.get(name, "main")).first.wait_for()
        wrong = await faults(phone, f"{name}-{look}", sizes)
        if name in FOLDED:
            await phone.page.locator("details").evaluate_all(
                "all => all.map(one => one.open = true)"
            )
            wrong += await faults(phone, f"{name}-unfolded-{look}", (SMALL,))
        if name in LISTS:
            await phone.tap(word(LISTS[name], look.partition("-")[2]), exact=True)
            await phone.page.locator(".rulesets .row").first.wait_for()
            wrong += await faults(phone, f"{name}-rule-sets-{look}", (SMALL,))
        if wrong:
            found[name] = wrong
    return found


@pytest.mark.search
@LOOKS
async def test_every_screen_is_for_everybody(
    ann: Phone,
    another: Holding,
    theme: Theme,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    open_hand = TOMS | {"claims": {"points": [{"point": "low", "side": 0}]}}
    table = await open_match(ann, hands=[HAND, open_hand])
    tv = await share_link(ann, f"{table}/phones")
    places = in_turn(PLACES, theme, table=table, tv=tv)
    async with another(theme=theme, language=language, storage=await kept_by(ann)) as phone:
        assert await looked_at(phone, places, f"{theme}-{language}", sizes) == {}


@pytest.mark.search
@LOOKS
async def test_every_screen_of_a_league_is_for_everybody(
    ann: Phone,
    another: Holding,
    theme: Theme,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    league = await open_league(ann)
    await ann.tap(ann.page.locator(".matchup").first)
    await ann.tap(ann.page.locator(".endings button").first)
    await ann.tap("Save", exact=True)
    await ann.page.wait_for_url(NIGHT)
    tv = await share_link(ann, f"{league}/teams")
    places = in_turn(LEAGUE, theme, league=league, tv=tv)
    async with another(theme=theme, language=language, storage=await kept_by(ann)) as phone:
        assert await looked_at(phone, places, f"{theme}-{language}", sizes) == {}


_FIRST_LETTER: Final = """it => {
    const range = document.createRange();
    range.setStart(it.firstChild, 0);
    range.setEnd(it.firstChild, 1);
    return range.getBoundingClientRect().left;
}"""


async def test_a_language_from_right_to_left_mirrors_all_but_numbers_and_cards(
    ann: Phone, another: Holding
) -> None:
    place = await open_match(ann, hands=[HAND], name="Friday evening at the house of Joe")
    async with another(language="es-MX", size=SMALL, storage=await kept_by(ann)) as phone:

        async def lies(*parts: Locator) -> list[float]:
            boxes = [await part.bounding_box() for part in parts]
            return [box["x"] for box in boxes if box]

        await mirror(phone)
        await phone.visit(f"#{place}")
        page = phone.page
        await expect(page.locator("html")).to_have_attribute("dir", "rtl")
        await expect(page.locator(".tabs a").first).to_have_text(re.compile("[א-ת]"))
        # First comes what stands on the right: back, the first tab, the first side.
        for all_of_them in (".tabs a", ".score .figure", ".bidder:last-child > *"):
            across = await lies(*await page.locator(all_of_them).all())
            assert across == sorted(across, reverse=True), all_of_them
        back = await page.locator(".top .icon").bounding_box()
        assert back
        assert back["x"] > SMALL[0] / 2
        # A name in Latin letters is cut at its end, not where it begins.
        title = page.locator(".top h1")
        assert await title.evaluate(_FIRST_LETTER) >= (await lies(title))[0]
        assert (
            await page.locator(".turns").first.evaluate("it => getComputedStyle(it).scale")
            == "-1 1"
        )
        # Signs stand before their numbers, in the order of the sides.
        assert await page.locator(".last .gain").inner_text() == "\u2066+3\u2069 : \u2066+1\u2069"
        await phone.visit(f"#{place}/hand/2/cards")
        card = page.locator(".pick").filter(has_text="A").first
        rank, suit = card.locator("span"), card.locator("svg")
        assert await lies(rank, suit) == sorted(await lies(rank, suit))
        found: dict[str, list[str]] = {}
        for screen in ("", "/hands", "/phones", "/hand/1", "/hand/2/points", "/hand/2/tricks"):
            await phone.visit(f"#{place}{screen}")
            await ready(phone, "es")
            wrong = await faults(phone, f"mirrored{screen.replace('/', '-')}", (SMALL,))
            found |= {screen: wrong} if wrong else {}
        assert found == {}


async def test_eight_have_their_score_and_their_points_without_scrolling(another: Holding) -> None:
    async def fits(name: str) -> None:
        assert await faults(ann, name, (SMALL,)) == []
        assert await ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), name

    async with another(size=SMALL) as ann:
        await open_table(ann, EIGHT, rules=RULES_OF_EIGHT)
        await fits("eight-table")
        for number in (2, 3, 4):
            box = await ann.named(f"Evelyn bid {number}", exact=True).bounding_box()
            assert box
            assert box["width"] >= SMALLEST
        await bid(ann, "Evelyn", 3)
        assert await faults(ann, "eight-points", (SMALL,)) == []
        await expect(ann.named("Game: Nobody", exact=True)).to_be_in_viewport(ratio=1)
        nobody = await ann.named("Game: Nobody", exact=True).bounding_box()
        foot = await ann.page.locator(".foot").bounding_box()
        assert nobody
        assert foot
        assert nobody["y"] + nobody["height"] <= foot["y"]
        for point, side in zip(("High", "Low", "Jack", "Game"), EIGHT[4:], strict=True):
            await ann.tap(f"{point}: {side}", exact=True)
        await ann.tap("Save hand 1", exact=True)
        await ann.page.wait_for_url(TABLE)
        await expect(ann.page.locator(".last")).to_contain_text("Hand 1")
        await fits("eight-after")
        await ann.tap("Hands", exact=True)
        assert await faults(ann, "eight-hands", (SMALL,)) == []
        await ann.tap(ann.page.locator(".lines .row").first)
        await ann.page.get_by_role("heading", name=re.compile("^Set")).wait_for()
        assert await faults(ann, "eight-verdict", (SMALL,)) == []


_LONGEST: Final = """() => 1000 * Math.max(...[...document.querySelectorAll('*')].flatMap((one) =>
    ['', '::before', '::after'].flatMap((part) => {
        const { animationName, animationDuration, transitionDuration }
            = getComputedStyle(one, part);
        const isStill = ['none', 'tv-drift'].includes(animationName);
        const moves = isStill ? [] : animationDuration.split(',');
        return [...moves, ...transitionDuration.split(',')].map(parseFloat);
    })))"""
"""The milliseconds of the longest animation or transition of a screen.

The wall drifts by two pixels a minute all the same: nobody sees that, and it would burn in.
"""
FRAME_MS: Final = 1000 / 60


async def test_nothing_moves_where_less_motion_is_asked_for(ann: Phone) -> None:
    tv = await share_link(ann, f"{await open_league(ann)}/teams")
    place = await open_match(ann, hands=[HAND])
    hand = f"#{place}/hand/2"
    await ann.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    for screen in ("", f"#{place}", f"{hand}/points", f"{hand}/cards", f"{hand}/tricks", f"#{tv}"):
        await ann.visit(screen)
        await ready(ann)
        await ann.page.locator(".tv .now li, button, a.button").first.wait_for()
        await ann.page.emulate_media(reduced_motion="no-preference")
        assert await ann.page.evaluate(_LONGEST) > FRAME_MS, screen
        await ann.page.emulate_media(reduced_motion="reduce")
        assert await ann.page.evaluate(_LONGEST) <= FRAME_MS, screen


@pytest.mark.search
@LOOKS
async def test_the_door_of_a_night_is_for_everybody(
    ann: Phone,
    another: Holding,
    theme: Theme,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    league = await open_league(ann, lateAfter=15)
    night = f"{league.replace('/league/', '/leagues/')}/nights/1"
    await request(ann, "POST", f"{night}/opening", {})
    stand = ("here", "here", "late", "away")
    entered = [{"entrant": number, "attendance": each} for number, each in enumerate(stand, 1)]
    await request(ann, "PUT", f"{night}/attendance", {"checkIns": entered})
    payment = {"entrant": 1, "amount": 1000, "night": 1}
    await request(ann, "POST", f"{night.partition('/nights')[0]}/payments", payment)
    tv = await share_link(ann, f"{league}/teams")
    look = f"{theme}-{language}"
    async with another(theme=theme, language=language, storage=await kept_by(ann)) as phone:
        places = {"door": f"#{league}/door/1", "tv-door": f"#{tv}"}
        assert await looked_at(phone, places, look, sizes) == {}
        await phone.visit(f"#{league}/door/1")
        await phone.page.locator(".at-door .line").first.click()
        await phone.page.locator("footer .main").click()
        await phone.page.locator(".pairings").first.wait_for()
        assert await faults(phone, f"door-plan-{look}", sizes) == []
