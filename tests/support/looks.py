"""How screens look: pictures of them, and what would keep somebody out."""

from typing import Final

import msgspec
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from api.settings import ROOT
from tests.support.browsers import ORDINARY, PATIENCE, Phone, pictured

_GRAVE: Final = {"serious", "critical"}
"""Axe's own words for what keeps somebody out."""
_WORDS: Final = ROOT / "web" / "src" / "words"


def word(key: str, language: str = "en") -> str:
    """What the page says for a key."""
    said: dict[str, str] = msgspec.json.decode((_WORDS / f"{language}.json").read_bytes())
    return said[key]


async def ready(phone: Phone, language: str = "en") -> None:
    """Wait until a screen no longer says that it takes a moment."""
    await phone.page.locator("main, [role=status]").first.wait_for()
    waits = phone.page.get_by_text(word("moment", language), exact=True)
    await expect(waits).to_have_count(0, timeout=PATIENCE)


async def faults(
    phone: Phone, name: str, sizes: tuple[tuple[int, int], ...] = (ORDINARY,)
) -> list[str]:
    """What is wrong with a screen for who sees badly or has a small phone; a picture of each size.

    The last of the sizes is the one that the phone then has, and the one that axe looks at.
    """
    found = []
    for across, down in sizes:
        await phone.page.set_viewport_size({"width": across, "height": down})
        width = await phone.page.evaluate("document.documentElement.scrollWidth")
        if width > across:
            found.append(f"{width} wide on a screen of {across}")
        await pictured(phone, f"{name}-{across}x{down}")
    axe = await Axe().run(phone.page)
    return found + [
        f"{one['id']}: {node['html']}"
        for one in axe.response["violations"]
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
