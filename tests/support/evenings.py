"""Evenings on the page, tap by tap."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from playwright.async_api import expect

from tests.support.browsers import PATIENCE, Phone

NAMES = ("Ann", "Ray", "Tom", "Dolores")
THREE: Final = {"pitcher": 0, "bid": "three"}
WON: Final = {"high": 0, "low": 0, "jack": 0, "game": 1}
"""Whose the points of an ordinary hand are: the first side takes all but Game."""
HAND: Final = {
    "contract": THREE,
    "claims": {"points": [{"point": point, "side": side} for point, side in WON.items()]},
}
SHORT: Final = {"target": 3}
"""House rules by which one such hand wins the match, so that the table can play again."""
TOMS: Final = HAND | {"contract": {"pitcher": 2, "bid": "three"}}
"""The same, with the bid of the other player of that side."""
TEAMS = (("Aces", "Ann", "Tom"), ("Bowers", "Ray", "Dolores"), ("Cutters", "Cid", "Dot"),
         ("Deuces", "Eve", "Fay"))  # fmt: skip
NIGHT = re.compile(r"#/league/[0-9a-f-]{36}$")
TABLE = re.compile(r"#/m/[0-9a-f-]{36}$")


async def open_table(
    phone: Phone, names: tuple[str, ...] = NAMES, *, rules: str | None = None
) -> str:
    """Open a table and name its seats; the place of the match in the page."""
    await phone.visit()
    await phone.tap("New table")
    if rules is not None:
        await phone.tap("Other rules", exact=True)
        await phone.tap(rules)
        await phone.tap("Take these", exact=True)
    if len(names) != len(NAMES):
        many = phone.page.get_by_role("radiogroup", name="How many play?")
        await phone.tap(many.get_by_text(str(len(names)), exact=True))
    await expect(phone.named("Start", exact=True)).to_be_enabled()
    await phone.tap(phone.page.locator(".round .seat").first)
    for name in names:
        await phone.page.locator(".naming input").fill(name)
        await phone.page.keyboard.press("Enter")
    await phone.tap("Start", exact=True)
    await phone.page.wait_for_url(TABLE)
    return phone.page.url.partition("/#")[2]


async def open_match(
    phone: Phone,
    names: tuple[str, ...] = NAMES,
    *,
    hands: Sequence[Mapping[str, Any]] = (),
    **agreed: Any,
) -> str:
    """Open a table by the contract, with hands on its sheet, and look at it; its place."""
    await signed_in(phone)
    players = [{"name": name} for name in names]
    opening = {"ruleset": "mb-lounge", "players": players, "firstDealer": len(names) - 1}
    match = await request(phone, "POST", "/matches", opening | {"seat": 0} | agreed)
    place = f"/m/{match['matchId']}"
    for number, record in enumerate(hands, start=1):
        await enter_hand(phone, place, number, record)
    await phone.visit(f"#{place}")
    await phone.page.locator(".tabs").wait_for()
    return place


async def open_league(phone: Phone, **agreed: object) -> str:
    """Open a league of four teams with a fee by the contract, and look at it; its place."""
    await signed_in(phone)
    entrants = [{"name": team, "players": players} for team, *players in TEAMS]
    form: dict[str, object] = {"nights": 5, "fixturesANight": 2, "matchesAFixture": 3}
    form |= {"length": "all", "fee": 1000} | agreed
    opening = {"name": "Tuesdays", "ruleset": "mb-lounge", "format": form, "entrants": entrants}
    league = await request(phone, "POST", "/leagues", opening)
    await request(phone, "POST", f"/leagues/{league['leagueId']}/schedule", {})
    place = f"/league/{league['leagueId']}"
    await phone.visit(f"#{place}")
    await phone.reads(f"Night 1 of {form['nights']}")
    return place


async def signed_in(phone: Phone) -> None:
    """Make a phone a device that has signed in, before it looks at the page."""
    device = await request(phone, "POST", "/devices", {})
    await phone.leave()
    await phone.keep("device", {name: device[name] for name in ("deviceId", "token")})


async def join_table(owner: Phone, phone: Phone, place: str, seat: int = 1) -> None:
    """Let another phone in at a seat, by the contract, and have it look at the table."""
    match = place.replace("/m/", "/matches/")
    invite = await request(owner, "POST", f"{match}/invites", {"role": "scorer", "seat": seat})
    await signed_in(phone)
    await request(phone, "POST", "/joins", {"code": invite["code"]})
    await phone.visit(f"#{place}")
    await phone.page.locator(".tabs").wait_for()


async def enter_hand(phone: Phone, place: str, number: int, record: Mapping[str, Any]) -> None:
    """Write a hand as another client would, over whatever is there."""
    match = place.rpartition("/")[2]
    version = (await request(phone, "GET", f"/matches/{match}"))["version"]
    path = f"/matches/{match}/hands/{number}"
    await request(phone, "PUT", path, record, {"If-Match": f'"{version}"'})


async def request(
    phone: Phone,
    method: str,
    path: str,
    body: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Any:
    """Ask the server as the device of a phone; what it answers."""
    device = await phone.store("device") if phone.page.url.startswith(phone.address) else None
    token = {"Authorization": f"Bearer {device['token']}"} if device else {}
    answer = await phone.page.request.fetch(
        f"{phone.address}/v1{path}",
        method=method,
        data=None if body is None else dict(body),
        headers=token | dict(headers or {}),
    )
    assert answer.ok, await answer.text()
    return await answer.json()


_RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def spell_card(card: str) -> str:
    """Return a card as it is read out: `JS` is the jack of spades."""
    if card in {"HJ", "LJ"}:
        return {"HJ": "high joker", "LJ": "low joker"}[card]
    rank, suit = card[0], card[1]
    return f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}"


async def laid(phone: Phone, cards: str) -> None:
    """Tap cards one after the other, as in `AS 2S`."""
    for card in cards.split():
        name = re.compile(rf"^{spell_card(card)}(, asked for)?$")
        await phone.tap(phone.page.get_by_role("button", name=name))


async def bid(phone: Phone, name: str, number: int) -> None:
    """Somebody won the bid."""
    await phone.tap(f"{name} bid {number}", exact=True)
    await phone.reads("Who took what?")


async def play_hand(
    phone: Phone,
    hand: int,
    *,
    bidder: str = "Ann",
    number: int = 3,
    lost: Sequence[str] = ("Game",),
) -> None:
    """Enter a hand by points: the first side takes all but those that the second gets."""
    await bid(phone, bidder, number)
    await phone.tap("Ann & Tom", exact=True)
    for point in lost:
        await phone.tap(f"{point}: Ray & Dolores", exact=True)
    await phone.tap(f"Save hand {hand}", exact=True)
    await phone.page.wait_for_url(TABLE)
    if not phone.is_offline:
        last = phone.page.locator(".last")
        await expect(last).to_contain_text(f"Hand {hand}", timeout=PATIENCE)


async def shows(phone: Phone, *scores: str) -> None:
    """Wait until the scores are these, in the order of the sides."""
    figures = phone.page.locator(".score .figure")
    await expect(figures).to_have_text(list(scores), timeout=PATIENCE)


async def share_link(phone: Phone, place: str) -> str:
    """Make a link for the TV, and return its place in the page."""
    await phone.visit(f"#{place}")
    await phone.tap("Make a link", exact=True)
    link = phone.page.locator(".link a")
    return (await link.inner_text()).partition("/#")[2]


async def on_the_wall(ann: Phone, screen: Phone) -> str:
    """A screen by the link that Ann makes for it; the link."""
    await ann.tap("Phones", exact=True)
    await ann.tap("Make a link", exact=True)
    link = await ann.page.locator(".link a").inner_text()
    await ann.tap("Table", exact=True)
    await screen.page.goto(link)
    return link


async def wall_shows(screen: Phone, *scores: str) -> None:
    """Wait until the screen on the wall has these scores."""
    figures = screen.page.locator(".tv-match .figure")
    await expect(figures).to_have_text(list(scores), timeout=PATIENCE)


async def sent(phone: Phone) -> None:
    """Wait until nothing waits on the phone any more."""
    async with asyncio.timeout(PATIENCE / 1000):
        while await phone.store("waiting"):
            await phone.page.wait_for_timeout(100)
