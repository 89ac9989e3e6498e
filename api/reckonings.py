"""Reckonings: what takes seconds of a big league, in few threads of its own, one a league."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple
from uuid import UUID
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

_THREADS: Final = 2
T = TypeVar("T")
Args = TypeVarTuple("Args")


class Reckonings:
    """Who waits for what, without holding a thread that others need."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(_THREADS)
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    async def make(self, league_id: UUID, work: Callable[[*Args], T], *args: *Args) -> T:
        """What some work of a league comes to; what it remembers is there for who comes next."""
        async with self._locks.setdefault(league_id, asyncio.Lock()):
            return await to_thread.run_sync(work, *args, limiter=self._threads)
