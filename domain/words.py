"""How a list is said."""

from collections.abc import Iterable
from typing import Final

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "last")
"""What the tricks of a hand are called."""


def either(words: Iterable[str]) -> str:
    """Alternatives as a player says them: `pass, three or four`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 trick`, `4 tricks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
