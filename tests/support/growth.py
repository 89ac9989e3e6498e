"""Growth: how much longer work takes when what it works on is longer."""

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

Run = Callable[[], object]
_MORE: Final = 8.0
"""Four times the length takes four times the time; sixteen times would be quadratic."""
_TRIED: Final = 4
"""How many kinds of work are measured at length: those that took longest when it was short."""
_SHORTER: Final = 16
_LEAST: Final = 1e-5
"""Seconds in which nothing can be measured."""


class Work(Struct, frozen=True):
    """Something to do that can be made of any length."""

    name: str
    made: Callable[[int], Run]

    def cost(self, length: int, times: int) -> float:
        """The least processor time of so many runs."""
        run, least = self.made(length), float("inf")
        with _uncollected():
            for _ in range(times):
                began = time.process_time()
                run()
                least = min(least, time.process_time() - began)
        return least

    def is_linear(self, length: int) -> bool:
        """Return whether four times the length takes that much longer; what else there is only
        adds.
        """
        short, long = length // 2, length * 2
        return any(self.cost(long, 3) < _MORE * max(self.cost(short, 3), _LEAST) for _ in range(3))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave garbage for later: to look for it takes as long as all is that other tests left."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def beyond_linear(works: Iterable[Work], length: int) -> list[str]:
    """Return the slowest inputs whose time grows faster than their length."""
    slowest = sorted(works, key=lambda work: work.cost(length // _SHORTER, 2))[-_TRIED:]
    return [work.name for work in slowest if not work.is_linear(length)]
