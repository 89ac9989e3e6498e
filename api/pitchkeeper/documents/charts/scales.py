"""Scales: from values to places on a picture, round numbers between, and labels kept apart."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct


class Scale(Struct, frozen=True):
    """Values from `first` to `last` on the way from `start` to `end`."""

    start: float
    end: float
    first: int
    last: int

    @property
    def length(self) -> float:
        """How far it is from start to end."""
        return self.end - self.start

    def at(self, value: int) -> float:
        """Where a value is."""
        return self.start + self.length * (value - self.first) / (self.last - self.first)

    def ticks(self, most: float) -> range:
        """Round values on the way, about as many as `most`; a rank begins with 1."""
        least, greatest = sorted((self.first, self.last))
        step = next(step for step in _round_steps() if (greatest - least) / step <= max(1, most))
        origin = least if least == 1 else -(-least // step) * step
        return range(origin, greatest + 1, step)


def _round_steps() -> Iterator[int]:
    # People count in ones, twos and fives, and in tens of those.
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def bounds(values: Sequence[int], target: int | None, *, is_rank: bool) -> tuple[int, int]:
    """The least and the greatest value of a picture, never the same; scores show their zero.

    A target that is further off than the lines are tall is left out: it would flatten them.
    """
    if is_rank:
        return 1, max((2, *values))
    least, most = min((*values, 0)), max((*values, 0))
    if target is not None and target - most <= max(most - least, 10):
        most = max(most, target)
    # A flat line needs a height as well, or `at` would divide by zero.
    return least, max(most, least + 1)


def spread_out(wanted: Sequence[float], gap: float, start: float, end: float) -> list[float]:
    """Places as near to the wanted ones as a gap between all of them allows."""
    # Down from the start, each a gap behind the last; then up from the end, which takes back what
    # ran over it.
    order = sorted(range(len(wanted)), key=lambda each: (wanted[each], each))
    placed = list(wanted)
    last = start - gap
    for each in order:
        last = placed[each] = max(placed[each], last + gap)
    last = end + gap
    for each in reversed(order):
        last = placed[each] = min(placed[each], last - gap)
    return placed
