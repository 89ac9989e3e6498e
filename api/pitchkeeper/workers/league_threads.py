"""League threads: seconds of work for a big league, in a few threads, one per league."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar, TypeVarTuple
from uuid import UUID
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from pitch.messages import Refusal
from pitchkeeper.workers import clients
from pitchkeeper.workers.rotations import QueueFull, Rotation

_THREADS: Final = 2
_MAX_PER_ADDRESS: Final = 4
"""Leagues for which one address may use a thread or wait for one."""
_MAX_TOTAL: Final = 64
_MAX_PER_ADDRESS_AND_LEAGUE: Final = 64
"""A club has many phones at one address."""
_MAX_PER_LEAGUE: Final = 256
T = TypeVar("T")
Args = TypeVarTuple("Args")


class StandingsBusy(Refusal):
    """Too many standings and sheets of leagues are being made right now; try again."""


class Slot:
    """The right of an address to run one work of a league in a thread."""

    def __init__(
        self,
        threads: CapacityLimiter,
        acquire: Callable[[], Awaitable[None]],
        release: Callable[[], None],
    ) -> None:
        self._threads = threads
        self._acquire = acquire
        self._release = release
        self._is_acquired = False
        self._is_used = False

    async def acquire(self) -> None:
        """Wait for the slot, once. Raises StandingsBusy at once when too many wait."""
        if not self._is_acquired:
            await self._acquire()
            self._is_acquired = True

    async def run(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return the result of some work; the slot is occupied until its thread ends."""
        await self.acquire()
        self._is_used = True
        task = asyncio.create_task(to_thread.run_sync(work, *args, limiter=self._threads))

        def end(task: asyncio.Task[T]) -> None:
            self._release()
            if not task.cancelled():
                task.exception()  # retrieved, because the request may be gone

        task.add_done_callback(end)
        # A cancelled request does not end the thread.
        return await asyncio.shield(task)

    def close(self) -> None:
        """Release the slot, unless its thread will."""
        if self._is_acquired and not self._is_used:
            self._release()


class LeagueThreads:
    """Threads for the work of leagues, shared fairly between addresses and between leagues."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(_THREADS)
        self._rotation = Rotation(_MAX_PER_ADDRESS, _MAX_TOTAL, _THREADS)
        self._leagues: WeakValueDictionary[UUID, Rotation] = WeakValueDictionary()

    async def run(self, league_id: UUID, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return the result of some work of a league, which may use what earlier work cached.

        An address has one thread at a time, and waits for few leagues.
        """
        with self.slot(league_id) as slot:
            return await slot.run(work, *args)

    @contextmanager
    def slot(self, league_id: UUID) -> Iterator[Slot]:
        """Yield a slot of a league, to be acquired in the block and released at its end.

        A request that changes the league and answers with its standings acquires the slot before
        it saves, so that a change is never saved and then refused.
        """
        holder = clients.current().address
        league = self._leagues.setdefault(
            league_id, Rotation(_MAX_PER_ADDRESS_AND_LEAGUE, _MAX_PER_LEAGUE)
        )

        async def acquire() -> None:
            try:
                await league.acquire(holder)
                try:
                    await self._rotation.acquire(holder)
                except BaseException:
                    league.release(holder)
                    raise
            except QueueFull as full:
                raise StandingsBusy from full

        def release() -> None:
            self._rotation.release(holder)
            league.release(holder)

        slot = Slot(self._threads, acquire, release)
        try:
            yield slot
        finally:
            slot.close()
