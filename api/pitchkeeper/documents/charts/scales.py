"""Scales: positions of values on a picture, round tick values, and label spacing."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct


class Scale(Struct, frozen=True):
    """A linear map of values from `first` to `last` onto positions from `start` to `end`."""

    start: float
    end: float
    first: int
    last: int

    @property
    def length(self) -> float:
        """The signed distance from start to end."""
        return self.end - self.start

    def at(self, value: int) -> float:
        """Return the position of a value."""
        return self.start + self.length * (value - self.first) / (self.last - self.first)

    def ticks(self, most: float) -> range:
        """Return at most about `most` round values in range; ranks begin with 1."""
        least, greatest = sorted((self.first, self.last))
        step = next(step for step in _round_steps() if (greatest - least) / step <= max(1, most))
        origin = least if least == 1 else -(-least // step) * step
        return range(origin, greatest + 1, step)


def _round_steps() -> Iterator[int]:
    # People count in ones, twos and fives, and in tens of those.
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def bounds(values: Sequence[int], target: int | None, *, is_rank: bool) -> tuple[int, int]:
    """Return the least and greatest values to draw, which always differ; scores include zero.

    A target that is further off than the lines are tall is left out: it would flatten them.
    """
    if is_rank:
        return 1, max((2, *values))
    least, most = min((*values, 0)), max((*values, 0))
    if target is not None and target - most <= max(most - least, 10):
        most = max(most, target)
    # A flat line needs a height as well, or `at` would divide by zero.
    return least, max(most, least + 1)


def spread_out(targets: Sequence[float], gap: float, start: float, end: float) -> list[float]:
    """Return positions at least a gap apart, as near to the targets as that allows."""
    # Downwards from the start, keep the gap to the previous position; then upwards from the end,
    # pull back any position that ran over it.
    order = sorted(range(len(targets)), key=lambda index: (targets[index], index))
    positions = list(targets)
    last = start - gap
    for index in order:
        last = positions[index] = max(positions[index], last + gap)
    last = end + gap
    for index in reversed(order):
        last = positions[index] = min(positions[index], last - gap)
    return positions
