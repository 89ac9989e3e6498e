"""The random stream: what a seed decides, the same on every machine and in every version."""

from collections.abc import Iterator, Sequence
from typing import Final

_ALL: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


def numbers(seed: int) -> Iterator[int]:
    """Endless numbers of 32 bits that look like chance: a counter, mixed (SplitMix64)."""
    # Python promises the numbers of its `random` only in part for later versions, and a league is
    # planned again with its seed a season long.
    state = seed & _ALL
    while True:
        state = (state + _GOLDEN) & _ALL
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL
        yield (mixed ^ (mixed >> 31)) >> 32


def shuffle(items: Sequence[int], seed: int) -> list[int]:
    """The items in the order that a seed gives them."""
    chance = numbers(seed)
    # In their own order first, so that it makes no difference in which they are listed.
    return [item for _, item in sorted((next(chance), item) for item in sorted(items))]
