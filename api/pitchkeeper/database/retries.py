"""Retries: serialise the writes to an aggregate, and retry a write after a conflict."""

import asyncio
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Final, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from pitch.messages import Refusal
from pitchkeeper import metrics

_ATTEMPTS: Final = 12
_LONGEST_PAUSE: Final = 0.02
_PATIENCE: Final = 8.0
"""Seconds to wait for the lock of a match or league, after which a phone had better retry."""

T = TypeVar("T")


class Conflict:
    """The result of an attempt that wrote nothing, because another change came first."""


class Turns:
    """Locks on matches and leagues, one per id, that retry conflicting writes."""

    def __init__(self, busy: type[Refusal], patience: float = _PATIENCE) -> None:
        """Raise `busy` for a write that waits for more than `patience` seconds, or conflicts too
        often.
        """
        self._busy = busy
        self._patience = patience
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    async def take(
        self,
        thing_id: UUID,
        attempt: Callable[[], Awaitable[T | Conflict]],
        first: Callable[[], Awaitable[T | Conflict]] | None = None,
    ) -> T:
        """Retry a write under the lock of its aggregate, so that this process writes one by one.

        `first` is attempted once before, because it may use a cached state; retries load it.
        """
        lock = self._locks.setdefault(thing_id, asyncio.Lock())
        try:
            async with asyncio.timeout(self._patience):
                await lock.acquire()
        except TimeoutError:
            raise self._busy from None
        try:
            result = Conflict() if first is None else await first()
            return await self.retry(attempt) if isinstance(result, Conflict) else result
        finally:
            lock.release()

    async def retry(self, attempt: Callable[[], Awaitable[T | Conflict]]) -> T:
        """Return what a thing is after a write, which is attempted until there is no conflict.

        An attempt reads the thing. If its command was here before, it answers with what that made;
        else it decides, and saves by a statement that writes nothing when the version is no longer
        the one that was read, because another process was faster. After a conflict and a random
        pause the next attempt reads and decides afresh, and so finds its command if it was a copy
        of that which came first.
        """
        for attempt_number in range(_ATTEMPTS):
            result = await attempt()
            if not isinstance(result, Conflict):
                return result
            metrics.count_write_retry()
            await asyncio.sleep(uniform(0, _LONGEST_PAUSE * attempt_number))  # noqa: S311  # nosec B311
        raise self._busy
