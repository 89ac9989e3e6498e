"""Lettering: estimated text widths, because no font metrics are at hand."""

import unicodedata
from typing import Final

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] ")


def width(text: str, size: float) -> float:
    """Return the estimated width of a text in a sans-serif font; it errs on the wide side."""
    return size * sum(map(_share, text))


def truncate(text: str, size: float, room: float) -> str:
    """Return a text, cut with an ellipsis if it is wider than its room."""
    if width(text, size) <= room:
        return text
    start = text
    # An ellipsis is no wider than letters are high.
    while start and width(start, size) + size > room:
        start = start[:-1]
    return start.rstrip() + "\u2026"


def wrap(text: str, size: float, room: float) -> list[str]:
    """Return the lines of a text; a word that is wider than a line is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [truncate(line, size, room) for line in lines]


def _share(letter: str) -> float:
    """Return the width of a letter as a share of its height."""
    # Accents take no room of their own, and ideographs a square.
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1
    if letter in _NARROW:
        return 0.34
    return 0.7 if letter.isupper() or letter in "mwMW" else 0.58
