"""Markup: HTML and SVG that stay well-formed with any name in them."""

import re
from html import escape
from typing import Final

# Characters that XML 1.0 cannot represent, not even escaped.
_INVALID: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID: Final = {"input", "link", "meta"}


class Markup(str):
    """Text that is already escaped."""

    __slots__ = ()


def text(value: str) -> Markup:
    """Return a text escaped, or markup as it is."""
    return value if isinstance(value, Markup) else Markup(escape(_INVALID.sub("\ufffd", value)))


def tag(name: str, /, *content: str, **attributes: str | float) -> Markup:
    """Return an element; `class_` is the attribute class, `stroke_width` is stroke-width."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(_attribute(value))}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        return Markup(f"<{name}{pairs}>")
    return Markup(f"<{name}{pairs}>{''.join(map(text, content))}</{name}>")


def _attribute(value: str | float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
