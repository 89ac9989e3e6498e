"""How a list is said."""

from collections.abc import Iterable
from typing import Final

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "last")
"""What the tricks of a hand are called."""


def join_alternatives(words: Iterable[str]) -> str:
    """Alternatives as a player says them: `pass, three or four`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def join_partners(names: Iterable[str]) -> str:
    """Who score together, so that two sides are told apart: `Ann & Cid and Bob & Dee`."""
    return " & ".join(names)


_PLACES: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    "sixteenth",
)


_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)


def in_words(number: int) -> str:
    """A small number as a sentence has it: `six`; from 14 on in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def nth(place: int, of: int) -> str:
    """A place from 0 in a row of so many, as it is said: `the second`, and `the last`."""
    return "last" if place == of - 1 else _PLACES[place]


def nth_player(seat: int) -> str:
    """A player of whom nobody gave the name, by the seat from 0, counted as players do: from 1."""
    return f"player {seat + 1}"


def sentence(text: str) -> str:
    """A text with its first letter made a capital."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """A number of things: `1 trick`, `4 tricks`, `3 matches`."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
