"""Reckonings: what takes seconds of a big league, in few threads of its own, one a league."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple
from uuid import UUID
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from api.workers import askers
from api.workers.rotations import QueueFull, Rotation
from domain.errors import Refusal

_THREADS: Final = 2
_LEAGUES_EACH: Final = 4
"""Leagues of which one address may have something made or await it."""
_LEAGUES: Final = 64
_EACH: Final = 64
"""What one address may await of one league, for a club has many phones at one."""
_MOST: Final = 256
T = TypeVar("T")
Args = TypeVarTuple("Args")


class StandingsBusy(Refusal):
    """Too many standings and sheets of leagues are being made right now; try again."""

    code = "standings_busy"


class Reckonings:
    """Who waits for what, without holding a thread that others need; addresses take turns."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(_THREADS)
        self._turns = Rotation(_LEAGUES_EACH, _LEAGUES, _THREADS)
        self._leagues: WeakValueDictionary[UUID, Rotation] = WeakValueDictionary()

    async def make(self, league_id: UUID, work: Callable[[*Args], T], *args: *Args) -> T:
        """What some work of a league comes to; what it remembers is there for who comes next.

        An address has one thread at a time, and awaits it for few leagues.
        """
        holder = askers.address()
        league = self._leagues.setdefault(league_id, Rotation(_EACH, _MOST))
        try:
            await league.take(holder)
            try:
                await self._turns.take(holder)
            except BaseException:
                league.give_back(holder)
                raise
        except QueueFull as full:
            raise StandingsBusy from full
        making = asyncio.create_task(to_thread.run_sync(work, *args, limiter=self._threads))

        def end(made: asyncio.Task[T]) -> None:
            self._turns.give_back(holder)
            league.give_back(holder)
            if not made.cancelled():
                made.exception()  # nobody may be there any more to take it

        making.add_done_callback(end)
        # Who no longer waits does not end the thread, and its turn lasts as long as it does.
        return await asyncio.shield(making)
