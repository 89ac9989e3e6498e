"""Turns: how much one address has in hand at once in a worker, and how long it rests in between.

Of the turns of an address a device has one at a time, so that one that asks for much holds up
itself and not the others there. The turn of a request that was given up is free again, though work
of it may go on: of one such request of an address beside its turns, of any more in their turns.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any, Final

from pitchkeeper import metrics
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited
from pitchkeeper.workers.askers import Asker
from pitchkeeper.workers.rotations import QueueFull, Rotation

MAX_SLOTS: Final = 2
"""Requests of one address at work at a time: while one device has a long paper made, the streams of
others still open."""
MAX_WAITING: Final = 128
"""Requests of one address that wait: a pub of ten tables has forty phones."""
MAX_PER_DEVICE: Final = 64
"""Requests of one of its devices that have a turn or wait; all without a token are one device."""
MAX_WAIT_SECONDS: Final = 10.0
"""Seconds that a request waits, well below the thirty after which it is given up."""
REST_FACTOR: Final = 3
"""How many times as long as its request took a turn is not given to the next: two at once leave
half of the time of a server to others, however many connections an address has."""
MAX_REST_SECONDS: Final = 0.25
"""The longest rest, so that a paper of seconds holds nobody up for as long again."""
_POLICY: Final = RateLimit("at-once", quota=MAX_SLOTS + MAX_WAITING, seconds=1)


class _Line:
    """The turns of one address, and the work that goes on beside them."""

    def __init__(self, at_once: int, most: int) -> None:
        self.turns = Rotation(MAX_PER_DEVICE, most, at_once)
        self.is_left = False
        """Whether work of a request that was given up goes on beside the turns."""


class Slots:
    """Who has how much in hand, by address; the devices of one take turns."""

    def __init__(
        self,
        at_once: int = MAX_SLOTS,
        waiting: int = MAX_WAITING,
        patience: float = MAX_WAIT_SECONDS,
        least_rest: float = 0.0,
    ) -> None:
        """`waiting` is how many requests of an address may wait, `patience` for how long."""
        self._at_once = at_once
        self._most = at_once + waiting
        self._patience = patience
        self._least_rest = least_rest
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def slot(self, asker: Asker) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, and lend what ends it early.

        Raises RateLimited where too many of the address wait, or after waiting too long.
        """
        address, device = asker.address, asker.device
        line = self._lines.setdefault(address, _Line(self._at_once, self._most))
        try:
            async with asyncio.timeout(self._patience):
                await line.turns.take(device)
        except (QueueFull, TimeoutError) as failed:
            raise _refusal() from failed
        finally:
            self._drop_idle(address)
        loop = asyncio.get_running_loop()
        began, is_over = loop.time(), False

        def give_back() -> None:
            line.turns.give_back(device)
            self._drop_idle(address)

        def end() -> None:
            nonlocal is_over
            if is_over:
                return
            is_over = True
            unfinished = asker.unfinished
            if unfinished and line.is_left:
                _after(unfinished, give_back)
                return
            if unfinished:
                line.is_left = True
                _after(unfinished, forget)
            loop.call_later(rest(loop.time() - began, self._least_rest), give_back)

        def forget() -> None:
            line.is_left = False
            self._drop_idle(address)

        try:
            yield end
        finally:
            end()

    def _drop_idle(self, address: str) -> None:
        line = self._lines.get(address)
        if line is not None and not line.turns.in_hand and not line.is_left:
            del self._lines[address]


def _after(work: "Collection[asyncio.Future[Any]]", act: Callable[[], None]) -> None:
    """Act once all of the work has ended."""
    left = len(work)

    def note_end(_: "asyncio.Future[Any]") -> None:
        nonlocal left
        left -= 1
        if not left:
            act()

    for each in work:
        each.add_done_callback(note_end)


def rest(seconds: float, least: float = 0.0) -> float:
    """For how long a turn that took some seconds is not given to the next."""
    return min(max(REST_FACTOR * seconds, least), MAX_REST_SECONDS)


def _refusal() -> RateLimited:
    metrics.count_rate_limited(_POLICY.name)
    return RateLimited(Allowance(_POLICY, 0, _POLICY.seconds))
