"""Screens: their pictures, and their accessibility."""

from typing import Final

import msgspec
from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page, expect

from pitchkeeper.settings import ROOT
from tests.support.browsers import ORDINARY, PATIENCE, Phone, take_picture

_GRAVE: Final = """() => axe.run({
    resultTypes: ['violations'],
    // Nothing below asks for these, and the page has no frames.
    iframes: false, preload: false, selectors: false,
    // Only moderate, and it walks through everything.
    rules: { region: { enabled: false } },
}).then(({ violations }) =>
    violations
        .filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""
"""What axe, in its own words, finds serious or critical."""
_OVERLAPPING: Final = """() => {
    const targets = [...document.querySelectorAll('button, a[href], summary, input')]
        .filter((one) => one.checkVisibility() && !one.closest('.tabs, .foot, .hide'))
        .map((one) => [one, one.getBoundingClientRect()]);
    const isOver = ([one, box], [other, its]) =>
        !one.contains(other) && !other.contains(one)
        && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 0.5
        && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 0.5;
    return targets.flatMap((one, at) => targets.slice(at + 1)
        .filter((other) => isOver(one, other))
        .map(([other]) => `${one[0].outerHTML} overlaps ${other.outerHTML}`));
}"""
"""The targets that share a place, except with what always stands at the foot of the screen."""
_WORDLESS: Final = """codes => [...document.querySelectorAll('body *')]
    .flatMap((one) => [one.ariaLabel, ...[...one.childNodes].map(({ data }) => data)])
    .filter((text) => codes.includes(text?.trim()))
    .map((code) => `${code} instead of words`)"""
"""The codes that are shown because their words were not loaded."""
_WORDS: Final = ROOT / "web" / "src" / "words"


def _read(language: str) -> dict[str, str]:
    return msgspec.json.decode((_WORDS / f"{language}.json").read_bytes(), type=dict[str, str])


_CODES: Final = [code for code in _read("en") if "_" in code or "." in code]


def word(key: str, language: str = "en") -> str:
    """Return the page's text for a key."""
    return _read(language)[key]


async def ready(phone: Phone, language: str = "en") -> None:
    """Wait until a screen no longer says that it takes a moment."""
    await phone.page.locator("main, [role=status]").first.wait_for()
    waits = phone.page.get_by_text(word("moment", language), exact=True)
    await expect(waits).to_have_count(0, timeout=PATIENCE)


async def faults(
    phone: Phone, name: str, sizes: tuple[tuple[int, int], ...] = (ORDINARY,)
) -> list[str]:
    """Return what is wrong with a screen for anyone who sees badly or has a small phone.

    The last of the sizes is the one that the phone then has, and the one that axe looks at.
    Each size has its picture where pictures are made at all.
    """
    found = []
    for across, down in sizes:
        await phone.page.set_viewport_size({"width": across, "height": down})
        width = await phone.page.evaluate("document.documentElement.scrollWidth")
        if width > across:
            found.append(f"{width} wide on a screen of {across}")
        found += await phone.page.evaluate(_OVERLAPPING)
        found += await phone.page.evaluate(_WORDLESS, _CODES)
        await take_picture(phone, f"{name}-{across}x{down}")
    return [*found, *await _grave(phone.page)]


async def _grave(page: Page) -> list[str]:
    # Once is enough for a page that tells its places apart after the #.
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    said: list[str] = await page.evaluate(_GRAVE)
    return said
