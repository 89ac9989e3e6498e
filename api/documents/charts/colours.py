"""Colours: what pictures are painted in, by light and in the dark.

The first two line colours are those of Okabe and Ito, by light and lightened for the dark. The
others were searched for around their palette: every colour stands out from the paper, and any two
can be told apart with every kind of colour vision. The tests measure both.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Theme(StrEnum):
    """Whether a picture is for light or dark surroundings, or follows the device."""

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
    paper="#ffffff",
    ink="#1b1f24",
    muted="#57606a",
    grid="#e1e4e8",
    lines=(
        *("#0072b2", "#d55e00", "#105b39", "#582149"),
        *("#8f5519", "#64899d", "#000000", "#5d0b00"),
    ),
)
DARK: Final = Palette(
    paper="#14181d",
    ink="#e8ecf0",
    muted="#a3adb8",
    grid="#2c333b",
    lines=(
        *("#56b4e9", "#ff8a3d", "#2c7862", "#b81e97"),
        *("#ffed00", "#ebf0f3", "#a3a7b0", "#d9a27a"),
    ),
)


def style(theme: Theme) -> str:
    """The style sheet of a picture; it reaches nothing outside the picture."""
    # On screens only, for paper is white whatever the phone is set to.
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
    # Inside a page the styles of a picture are styles of the page, so each names the picture.
    return "".join(f".pitch-chart .{name}{{{rule}}}" for name, rule in rules.items())
