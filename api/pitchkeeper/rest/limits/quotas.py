"""Quotas: what remains of each rate limit, counted for all processes in PostgreSQL.

A process takes several permits at once, so a request seldom queries the database; all processes
together never grant more than the quota. A process that finds no permits recalls the unused ones
of the others, and refuses a request only if there are none.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import Final
from uuid import UUID

import structlog
from cachetools import LRUCache

from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited

_CACHED_LEASES: Final = 20_000
_REFUSED_SECONDS: Final = 1.0
"""How long a refusal is repeated without a query: other processes may return permits."""
_BUSY: Final = 16
"""A holder that uses a lease up in less than this part of the window is given a larger one."""
_LARGE_SHARE: Final = 8
"""The divisor of the remaining permits in a larger lease; others recall what it does not use."""
_RECALL_SECONDS: Final = (0.05, 0.1, 0.15)
"""Pauses between the looks for permits of other processes, before a request is refused."""
_logger = structlog.get_logger()


@dataclass(slots=True)
class _Lease:
    """Permits that this process took for a holder and has not used yet."""

    limit: RateLimit
    remaining: int = 0
    taken_at: float = -math.inf
    spent: float = 0.0
    refused: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Quotas:
    """Permits by limit and key; keys are stored as hashes because they may be addresses."""

    def __init__(
        self,
        connections: Connections,
        clock: Callable[[], float],
        recall: Callable[[UUID], None] | None = None,
    ) -> None:
        """`clock` returns monotonic seconds; `recall` asks all processes to return permits."""
        self._connections = connections
        self._clock = clock
        self._recall = recall
        # By number, because Python hashes and compares a UUID in code of its own.
        self._leases: LRUCache[int, _Lease] = LRUCache(_CACHED_LEASES)
        self._returns: set[asyncio.Task[None]] = set()

    async def take(self, limit: RateLimit, key: str) -> Allowance:
        """Take one permit. Raises RateLimited with the seconds to wait."""
        started, holder = self._clock(), _holder(limit.name, key)
        lease = self._lease(limit, holder)
        # Requests that wait for the lock find the permits that the first of them took.
        if not self._has_permit(lease):
            async with lease.lock:
                if not self._has_permit(lease):
                    await self._renew(lease, holder, started)
        lease.remaining -= 1
        return self._allowance(lease)

    def give_back(self, limit: RateLimit, key: str) -> None:
        """Undo a take that turned out not to count; the next request gets the permit."""
        lease = self._lease(limit, _holder(limit.name, key))
        lease.refused = False
        lease.remaining += 1

    def return_permits(self, holder: UUID) -> None:
        """Return the unused permits of a holder, because another process needs them."""
        lease = self._leases.get(holder.int)
        if lease is None or lease.remaining < 1:
            return
        unused, lease.remaining = lease.remaining, 0
        if self._age(lease) < lease.limit.seconds:
            task = asyncio.create_task(self._return(lease, holder, unused))
            self._returns.add(task)
            task.add_done_callback(self._returns.discard)

    def _lease(self, limit: RateLimit, holder: UUID) -> _Lease:
        lease = self._leases.get(holder.int)
        if lease is None:
            lease = self._leases[holder.int] = _Lease(limit)
        return lease

    def _age(self, lease: _Lease) -> float:
        return self._clock() - lease.taken_at

    def _has_permit(self, lease: _Lease) -> bool:
        age = self._age(lease)
        if lease.refused and 0 <= age < _REFUSED_SECONDS:
            raise RateLimited(_next_permit(lease))
        return lease.remaining > 0 and age < lease.limit.seconds

    async def _renew(self, lease: _Lease, holder: UUID, started: float) -> None:
        """Take permits from the database, or those that other processes return."""
        await self._take_share(lease, holder, started)
        if lease.remaining < 1 and self._recall is not None:
            self._recall(holder)
            for pause in _RECALL_SECONDS:
                await asyncio.sleep(pause)
                await self._take_share(lease, holder, started)
                if lease.remaining > 0:
                    break
        lease.refused = lease.remaining < 1
        if lease.refused:
            raise RateLimited(_next_permit(lease))

    async def _take_share(self, lease: _Lease, holder: UUID, started: float) -> None:
        """Take a share of the holder's permits, for this process to grant without a query."""
        limit, waited, age = lease.limit, max(self._clock() - started, 0.0), self._age(lease)
        if age >= limit.seconds:
            lease.remaining = 0
        is_busy = age < limit.seconds / _BUSY and not limit.is_strict and self._recall is not None
        row = await self._connections.fetchrow(
            queries().take_permits,
            holder,
            limit.quota,
            limit.window,
            _LARGE_SHARE if is_busy else limit.share,
            timedelta(seconds=waited),
        )
        if row is None:
            raise LookupError("PostgreSQL granted nothing and refused nothing.")
        granted, lease.spent = row
        # Added, because a permit may have been given back meanwhile.
        lease.remaining += granted
        lease.taken_at = self._clock()

    async def _return(self, lease: _Lease, holder: UUID, unused: int) -> None:
        worth = unused * lease.limit.window / lease.limit.quota
        try:
            await self._connections.execute(queries().give_permits_back, holder, worth)
        except Exception as failed:
            # Harmless: all spent permits come back with time.
            _logger.warning("permits not given back", limit=lease.limit.name, exc_info=failed)

    def _allowance(self, lease: _Lease) -> Allowance:
        """Return how many requests of a limit remain, and when all of them will have come back."""
        # As the database counts: every permit costs some time, and time spent flows back.
        limit, age = lease.limit, max(self._age(lease), 0.0)
        interval = limit.seconds / limit.quota
        spent = min(max(lease.spent - age - lease.remaining * interval, 0.0), limit.seconds)
        # The sum of many permits can be a little less than a whole number.
        remaining = int((limit.seconds - spent) / interval + 1e-6)
        return Allowance(limit, remaining, math.ceil(spent))


@lru_cache(_CACHED_LEASES)
def _holder(name: str, key: str) -> UUID:
    """Return the hash that stands for a key of a limit, so that no address is stored."""
    return UUID(bytes=blake2b(f"{name} {key}".encode(), digest_size=16).digest())


def _next_permit(lease: _Lease) -> Allowance:
    """Return an allowance of nothing, with the seconds until one permit has come back."""
    limit = lease.limit
    missing = lease.spent + limit.seconds / limit.quota - limit.seconds
    return Allowance(limit, 0, max(math.ceil(missing), 1))
