"""Lettering: about how wide a text is, where no font can be asked."""

import unicodedata
from typing import Final

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] ")


def width(said: str, size: float) -> float:
    """About how wide a text is in a common sans-serif font, rather too wide than too narrow."""
    return size * sum(map(_share, said))


def truncate(said: str, size: float, room: float) -> str:
    """As much of a text as there is room for, with an ellipsis where it was cut."""
    if width(said, size) <= room:
        return said
    kept = said
    # The ellipsis is no wider than letters are high.
    while kept and width(kept, size) + size > room:
        kept = kept[:-1]
    return kept.rstrip() + "\u2026"


def wrap(said: str, size: float, room: float) -> list[str]:
    """A text in as many lines as it needs; a word that is wider than a line is cut."""
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [truncate(line, size, room) for line in lines]


def _share(letter: str) -> float:
    """The width of a letter as a share of its height."""
    # Accents take no room of their own, and ideographs a square.
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1
    if letter in _NARROW:
        return 0.34
    return 0.7 if letter.isupper() or letter in "mwMW" else 0.58
