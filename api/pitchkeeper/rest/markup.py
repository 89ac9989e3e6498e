"""Markup: HTML and SVG that are well-formed whatever people call themselves."""

import re
from html import escape
from typing import Final

# What XML 1.0 has no way to say, not even escaped.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID: Final = {"input", "link", "meta"}


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def text(said: str) -> Markup:
    """What people wrote, as text and nothing else."""
    return said if isinstance(said, Markup) else Markup(escape(_UNSAYABLE.sub("\ufffd", said)))


def tag(name: str, /, *content: str, **attributes: str | float) -> Markup:
    """An element; `class_` is the attribute class, `stroke_width` is stroke-width."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(_said(value))}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{''.join(map(text, content))}</{name}>")


def _said(value: str | float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
