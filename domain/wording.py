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


def together(words: Iterable[str]) -> str:
    """Things that belong together, as they are said: `Ann, Bob and Cyd`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def side(names: Iterable[str]) -> str:
    """Who score together, so that two sides are told apart: `Ann & Cid and Bob & Dee`."""
    return " & ".join(names)


def counted(number: int, noun: str) -> str:
    """A number of things: `1 trick`, `4 tricks`, `3 matches`."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
