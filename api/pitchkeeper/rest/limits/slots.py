"""Slots: how many costly requests of one address a worker runs at a time, with rests in between.

Each device has one slot of its address at a time, so a device with many requests delays itself and
no other device there. A request that is given up frees its slot although its work may go on: one
such request per address runs beside the slots, and any further one keeps its slot to the end.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any, Final

from pitchkeeper import metrics
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited
from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.rotations import QueueFull, Rotation

MAX_SLOTS: Final = 2
"""Slots per address: while one device waits for a long paper, the others can open streams."""
MAX_WAITING: Final = 128
"""Waiting requests per address: a pub of ten tables has forty phones."""
MAX_PER_DEVICE: Final = 64
"""Running and waiting requests per device; all requests without a token count as one device."""
MAX_WAIT_SECONDS: Final = 10.0
"""The longest wait for a slot, well below the thirty seconds after which requests time out."""
REST_FACTOR: Final = 3
"""The rest of a slot in durations of its last request: two slots leave half of the server's time to
other addresses, however many connections an address has."""
MAX_REST_SECONDS: Final = 0.25
"""The longest rest, so that a paper of seconds does not block its address for as long again."""
_POLICY: Final = RateLimit("at-once", quota=MAX_SLOTS + MAX_WAITING, seconds=1)


class _Address:
    """The slots of one address, and whether abandoned work runs beside them."""

    def __init__(self, slots: int, capacity: int) -> None:
        self.slots = Rotation(MAX_PER_DEVICE, capacity, slots)
        self.has_abandoned_work = False


class Slots:
    """The slots of all addresses, each given to the devices of its address in rotation."""

    def __init__(
        self,
        slots: int = MAX_SLOTS,
        waiting: int = MAX_WAITING,
        wait_seconds: float = MAX_WAIT_SECONDS,
        min_rest: float = 0.0,
    ) -> None:
        """`slots` and `waiting` are per address; `wait_seconds` is the longest wait for a slot."""
        self._slots = slots
        self._capacity = slots + waiting
        self._wait_seconds = wait_seconds
        self._min_rest = min_rest
        self._addresses: dict[str, _Address] = {}

    @asynccontextmanager
    async def slot(self, client: Client) -> AsyncIterator[Callable[[], None]]:
        """Wait for a slot, and yield a function that frees it early.

        Raises RateLimited if too many requests of the address wait, or after the longest wait.
        """
        device = client.device
        address = self._addresses.setdefault(client.address, _Address(self._slots, self._capacity))
        try:
            async with asyncio.timeout(self._wait_seconds):
                await address.slots.acquire(device)
        except (QueueFull, TimeoutError) as failed:
            metrics.count_rate_limited(_POLICY.name)
            raise RateLimited(Allowance(_POLICY, 0, _POLICY.seconds)) from failed
        finally:
            self._drop_idle(client.address)
        loop = asyncio.get_running_loop()
        began, has_ended = loop.time(), False

        def release() -> None:
            address.slots.release(device)
            self._drop_idle(client.address)

        def forget_work() -> None:
            address.has_abandoned_work = False
            self._drop_idle(client.address)

        def end() -> None:
            nonlocal has_ended
            if has_ended:
                return
            has_ended = True
            unfinished = client.pending_work
            if unfinished and address.has_abandoned_work:
                _call_after(unfinished, release)
                return
            if unfinished:
                address.has_abandoned_work = True
                _call_after(unfinished, forget_work)
            loop.call_later(rest(loop.time() - began, self._min_rest), release)

        try:
            yield end
        finally:
            end()

    def _drop_idle(self, name: str) -> None:
        address = self._addresses.get(name)
        if address is not None and not address.slots.size and not address.has_abandoned_work:
            del self._addresses[name]


def _call_after(work: "Collection[asyncio.Future[Any]]", callback: Callable[[], None]) -> None:
    """Call a function once all of the work has ended."""
    pending = len(work)

    def count_down(_: "asyncio.Future[Any]") -> None:
        nonlocal pending
        pending -= 1
        if not pending:
            callback()

    for future in work:
        future.add_done_callback(count_down)


def rest(seconds: float, least: float = 0.0) -> float:
    """Return how many seconds a slot rests after a request of some seconds."""
    return min(max(REST_FACTOR * seconds, least), MAX_REST_SECONDS)
