"""Colours: the palettes of pictures for light and dark surroundings.

Paper and ink are those of the page. Lines have the colours of the sides, deepened for light
surroundings as little as possible: every colour stands out from the paper, and any two differ for
every kind of colour vision. Tests measure both.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Theme(StrEnum):
    """The colors of a picture: light, dark, or those of the device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Palette(Struct, frozen=True):
    """The colours of a theme."""

    paper: str
    ink: str
    muted: str
    grid: str
    lines: tuple[str, ...]


LIGHT: Final = Palette(
    paper="#fffaf0",
    ink="#14201b",
    muted="#45504a",
    grid="#e6dcc6",
    lines=(
        *("#bf5000", "#336fae", "#596229", "#8c4b64"),
        *("#004728", "#029fa7", "#463ca6", "#4fa341"),
    ),
)
DARK: Final = Palette(
    paper="#13211c",
    ink="#f7f0df",
    muted="#b7c3ba",
    grid="#2c4037",
    lines=(
        *("#f6ab87", "#9ec9ee", "#d4e267", "#d4b0b7"),
        *("#d7ffd9", "#a9ffff", "#9a97e6", "#68a73f"),
    ),
)


def style(theme: Theme) -> str:
    """Return the style sheet of a picture; it applies only inside the picture."""
    # Only on screens: paper is white even if the phone prefers dark.
    if theme is Theme.AUTO:
        return f"{_rules(LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(DARK)}}}"
    return _rules(LIGHT if theme is Theme.LIGHT else DARK)


def _rules(palette: Palette) -> str:
    rules = {
        "paper": f"fill:{palette.paper}",
        "ink": f"fill:{palette.ink}",
        "muted": f"fill:{palette.muted}",
        "grid": f"stroke:{palette.grid}",
        "target": f"stroke:{palette.ink};stroke-dasharray:4 4",
        "ring": f"stroke:{palette.ink};stroke-width:1.2;fill:none",
        "leader": f"stroke:{palette.muted};stroke-width:.6;fill:none",
        "full": f"fill:currentColor;stroke:{palette.paper};stroke-width:.8",
        "hollow": f"fill:{palette.paper};stroke:currentColor;stroke-width:1.7",
        **{f"line{place}": f"color:{colour}" for place, colour in enumerate(palette.lines)},
    }
    # Styles of a picture inside a page apply to the whole page, so each rule names the picture.
    return "".join(f".pitch-chart .{name}{{{rule}}}" for name, rule in rules.items())
