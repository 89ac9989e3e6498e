"""Rotations: one is served at a time, and whoever waits takes turns, whoever asks how much."""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final


class Full(Exception):
    """This holder has as much in hand as it may, or all of them together have."""


class Rotation:
    """Turns at one thing: each holder's in the order in which they came, the holders in turn."""

    def __init__(self, each: int, most: int) -> None:
        """`each` is how many turns a holder may have or await at once, `most` all together."""
        self._each: Final = each
        self._most: Final = most
        self._in_hand: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._is_taken = False

    @property
    def in_hand(self) -> int:
        """How many have a turn or await it."""
        return self._in_hand.total()

    async def take(self, holder: str) -> None:
        """Wait for a turn; Full at once when too many are awaited."""
        if self._in_hand[holder] >= self._each or self.in_hand >= self._most:
            raise Full
        self._in_hand[holder] += 1
        if not self._is_taken:
            self._is_taken = True
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
        if holder in self._lines:
            self._lines.move_to_end(holder)
        while self._lines:
            following, line = next(iter(self._lines.items()))
            turn = line.popleft()
            if not line:
                del self._lines[following]
            if not turn.done():
                turn.set_result(None)
                return
        self._is_taken = False

    def close(self) -> None:
        """Give up on everybody who waits."""
        for line in self._lines.values():
            for turn in line:
                turn.cancel()

    def _leave(self, holder: str) -> None:
        self._in_hand[holder] -= 1
        if not self._in_hand[holder]:
            del self._in_hand[holder]
