"""Rotations: holders take turns at a few places, however much one of them requests."""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final


class QueueFull(Exception):
    """This holder, or all holders together, have as many turns as they may."""


class Rotation:
    """A fair semaphore: a holder's turns in order of arrival, the holders one after the other.

    A holder has one turn at a time, so no holder occupies two places.
    """

    def __init__(self, per_holder: int, total: int, places: int = 1) -> None:
        """Limit the turns that a holder, and all together, may have or wait for."""
        self._per_holder: Final = per_holder
        self._total: Final = total
        self._sizes: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._free = places
        self._active: set[str] = set()

    @property
    def size(self) -> int:
        """The number of turns that have begun or wait."""
        return self._sizes.total()

    async def acquire(self, holder: str) -> None:
        """Wait for a turn. Raises QueueFull at once when too many wait."""
        if self._sizes[holder] >= self._per_holder or self.size >= self._total:
            raise QueueFull
        self._sizes[holder] += 1
        if self._free and holder not in self._active:
            self._begin(holder)
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(holder, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it began in the same moment
                self.release(holder)
            else:
                self._leave(holder)
            raise

    def release(self, holder: str) -> None:
        """End a turn and begin the next, of the holder who has waited longest for one."""
        self._leave(holder)
        self._active.discard(holder)
        self._free += 1
        if holder in self._lines:
            self._lines.move_to_end(holder)
        for waiting in [name for name in self._lines if name not in self._active]:
            turn = self._pop_turn(waiting)
            if turn is not None:
                self._begin(waiting)
                turn.set_result(None)
                return

    def _pop_turn(self, holder: str) -> asyncio.Future[None] | None:
        """Return the first turn of a holder that was not cancelled."""
        line = self._lines[holder]
        turns = (line.popleft() for _ in range(len(line)))
        turn = next((turn for turn in turns if not turn.done()), None)
        if not line:
            del self._lines[holder]
        return turn

    def _begin(self, holder: str) -> None:
        self._active.add(holder)
        self._free -= 1

    def _leave(self, holder: str) -> None:
        self._sizes[holder] -= 1
        if not self._sizes[holder]:
            del self._sizes[holder]
