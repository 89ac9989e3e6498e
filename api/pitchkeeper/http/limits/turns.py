"""Turns: how much one address has in hand at once in a worker, and how long it rests in between."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from pitchkeeper import metrics
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited

AT_ONCE: Final = 2
"""Requests of one address at work at a time: while a long paper is made, streams still open."""
WAITING: Final = 128
"""Requests of one address that wait: a pub of ten tables has forty phones."""
PATIENCE: Final = 10.0
"""Seconds that a request waits, well below the thirty after which it is given up."""
RESTS: Final = 3
"""How many times as long as its request took a turn is not given to the next: two at once leave
half of the time of a server to others, however many connections an address has."""
MOST_REST: Final = 0.25
"""The longest rest, so that a paper of seconds holds nobody up for as long again."""
_POLICY: Final = RateLimit("at-once", quota=AT_ONCE + WAITING, seconds=1)


class _Line:
    """The turns of one address, and how many requests have or await one."""

    def __init__(self, at_once: int) -> None:
        self.turns = asyncio.Semaphore(at_once)
        self.requests = 0


class Turns:
    """Who has how much in hand, by address; those of one wait in the order in which they came."""

    def __init__(
        self,
        at_once: int = AT_ONCE,
        waiting: int = WAITING,
        patience: float = PATIENCE,
        least_rest: float = 0.0,
    ) -> None:
        """`waiting` is how many requests of an address may wait, `patience` for how long."""
        self._at_once = at_once
        self._most = at_once + waiting
        self._patience = patience
        self._least_rest = least_rest
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, and lend what ends it early.

        Raises RateLimited where too many of the address wait, or after waiting too long.
        """
        line = self._lines.setdefault(address, _Line(self._at_once))
        if line.requests >= self._most:
            raise _refusal()
        line.requests += 1
        try:
            async with asyncio.timeout(self._patience):
                await line.turns.acquire()
        except BaseException as failed:
            self._leave(address, line)
            if isinstance(failed, TimeoutError):
                raise _refusal() from failed
            raise
        loop = asyncio.get_running_loop()
        began, is_over = loop.time(), False

        def end() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                seconds = rest(loop.time() - began, self._least_rest)
                loop.call_later(seconds, self._give_back, address, line)

        try:
            yield end
        finally:
            end()

    def _give_back(self, address: str, line: _Line) -> None:
        line.turns.release()
        self._leave(address, line)

    def _leave(self, address: str, line: _Line) -> None:
        line.requests -= 1
        if not line.requests:
            del self._lines[address]


def rest(seconds: float, least: float = 0.0) -> float:
    """For how long a turn that took some seconds is not given to the next."""
    return min(max(RESTS * seconds, least), MOST_REST)


def _refusal() -> RateLimited:
    metrics.rate_limited(_POLICY.name)
    return RateLimited(Allowance(_POLICY, 0, _POLICY.seconds))
