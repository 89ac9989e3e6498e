"""Rotations: who waits to be served takes turns, however much any one of them asks for."""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final


class QueueFull(Exception):
    """This holder has as much in hand as it may, or all of them together have."""


class Rotation:
    """Turns at few things: each holder's in the order in which they came, the holders in turn.

    A holder has one turn at a time, so that where there are two things to be had no holder has
    both.
    """

    def __init__(self, each: int, most: int, things: int = 1) -> None:
        """`each` is how many turns a holder may have or await at once, `most` all together."""
        self._each: Final = each
        self._most: Final = most
        self._in_hand: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._free = things
        self._served: set[str] = set()

    @property
    def in_hand(self) -> int:
        """How many have a turn or await it."""
        return self._in_hand.total()

    async def take(self, holder: str) -> None:
        """Wait for a turn; QueueFull at once when too many are awaited."""
        if self._in_hand[holder] >= self._each or self.in_hand >= self._most:
            raise QueueFull
        self._in_hand[holder] += 1
        if self._free and holder not in self._served:
            self._serve(holder)
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(holder, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came up in the same moment
                self.give_back(holder)
            else:
                self._leave(holder)
            raise

    def give_back(self, holder: str) -> None:
        """End a turn; the next is of the holder who has been waiting longest for one."""
        self._leave(holder)
        self._served.discard(holder)
        self._free += 1
        if holder in self._lines:
            self._lines.move_to_end(holder)
        for following in [each for each in self._lines if each not in self._served]:
            turn = self._next(following)
            if turn is not None:
                self._serve(following)
                turn.set_result(None)
                return

    def _next(self, holder: str) -> asyncio.Future[None] | None:
        """The first of a holder's line who is still there."""
        line = self._lines[holder]
        turns = (line.popleft() for _ in range(len(line)))
        turn = next((each for each in turns if not each.done()), None)
        if not line:
            del self._lines[holder]
        return turn

    def _serve(self, holder: str) -> None:
        self._served.add(holder)
        self._free -= 1

    def close(self) -> None:
        """Give up on everybody who waits."""
        for line in self._lines.values():
            for turn in line:
                turn.cancel()

    def _leave(self, holder: str) -> None:
        self._in_hand[holder] -= 1
        if not self._in_hand[holder]:
            del self._in_hand[holder]
