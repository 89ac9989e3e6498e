"""Words for small numbers and lists, in English."""

from collections.abc import Iterable
from typing import Final

_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)


def in_words(number: int) -> str:
    """Return a small number in words, as in `six`; from 14 on in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def join_alternatives(words: Iterable[str]) -> str:
    """Return alternatives joined by commas and a last "or": `pass, three or four`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def join_partners(names: Iterable[str]) -> str:
    """Return the names of partners joined by "&", so that "and" can join two sides."""
    return " & ".join(names)
