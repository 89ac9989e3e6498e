"""What every screen owes to who cannot see it well, and to small phones; pictures of all."""

from typing import Final

import pytest

from tests.page.conftest import Holding
from tests.support.browsers import ORDINARY, SMALL, TABLET, WIDE, Phone, Theme
from tests.support.evenings import bid, opened, played, shows
from tests.support.looks import faults, ready

PLACES: Final = {
    "home": "",
    "new": "#/new",
    "settle": "#/settle",
    "call": "#/settle/call",
    "play": "#/settle/play",
    "winner": "#/settle/winner",
    "irregularity": "#/settle/irregularity",
    "join": "#/join",
    "my-phone": "#/phone",
    "recover": "#/recover",
    "table": "#{table}",
    "hands": "#{table}/hands",
    "journal": "#{table}/journal",
    "phones": "#{table}/phones",
    "invite": "#{table}/invite",
    "verdict": "#{table}/hand/1",
    "dispute": "#{table}/hand/1/dispute",
    "ruling": "#{table}/hand/1/ruling",
    "question": "#{table}/hand/2",
    "points": "#{table}/hand/3/points",
    "cards": "#{table}/hand/3/cards",
}
# What comes last on these.
SLOW: Final = {"invite": "img", "ruling": "blockquote"}
SIZES: Final = (SMALL, TABLET, WIDE, ORDINARY)


@pytest.mark.parametrize(
    ("theme", "language", "sizes"),
    [("light", "en", SIZES), ("dark", "es", (SMALL, ORDINARY))],
)
async def test_every_screen_is_for_everybody(
    ann: Phone,
    another: Holding,
    theme: Theme,
    language: str,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    table = await opened(ann)
    await played(ann, 1)
    await bid(ann, "Tom", 3)
    await ann.tap("Low: Ann & Tom", exact=True)
    await ann.tap("Save hand 2", exact=True)
    await ann.visit(f"#{table}")
    await shows(ann, "3", "1")
    # The same phone in other hands: its language and its light are those of the phone.
    kept = await ann.page.context.storage_state(indexed_db=True)
    for origin in kept["origins"]:
        origin["localStorage"] = []
    found: dict[str, list[str]] = {}
    async with another(theme=theme, language=language, kept=kept) as phone:
        for name, place in PLACES.items():
            await phone.visit(place.format(table=table))
            await ready(phone, language)
            await phone.page.locator(SLOW.get(name, "main")).first.wait_for()
            if wrong := await faults(phone, f"{name}-{theme}-{language}", sizes):
                found[name] = wrong
    assert found == {}
