"""The random stream of a seed, the same on every machine and in every version."""

from collections.abc import Iterator, Sequence
from typing import Final

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def numbers(seed: int) -> Iterator[int]:
    """Yield pseudorandom numbers of 32 bits without end (SplitMix64)."""
    # Later versions of Python may change the numbers of its `random`, but a league is planned again
    # with the same seed for a whole season.
    state = seed & _MASK
    while True:
        state = (state + _STEP) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield (mixed ^ (mixed >> 31)) >> 32


def shuffle(items: Sequence[int], seed: int) -> list[int]:
    """Return the items in an order that depends on the seed and not on their own order."""
    stream = numbers(seed)
    return [item for _, item in sorted((next(stream), item) for item in sorted(items))]
