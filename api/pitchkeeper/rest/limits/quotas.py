"""Quotas: what is left of each, counted for all processes in PostgreSQL.

A process takes some permits at once, so that a request seldom asks the database; all processes
together never grant more than the quota. Whoever finds none left calls back what the others have
not used, and refuses only if that is nothing.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import blake2b
from typing import Final
from uuid import UUID

import structlog
from cachetools import LRUCache

from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited

_REMEMBERED: Final = 20_000
_REFUSED_SECONDS: Final = 1.0
"""How long a refusal is repeated without asking: other processes may give permits back."""
_RECALL_SECONDS: Final = (0.05, 0.1, 0.15)
"""How long the others are waited for, look by look, before a request is refused."""
_logger = structlog.get_logger()


@dataclass(slots=True)
class _Lease:
    """Permits that this process took for a holder and has not used up."""

    limit: RateLimit
    remaining: int = 0
    taken_at: float = -math.inf
    spent: float = 0.0
    refused: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Quotas:
    """Permits by limit and key; keys are kept as hashes, for they may be addresses."""

    def __init__(
        self,
        connections: Connections,
        clock: Callable[[], float],
        recall: Callable[[UUID], None] | None = None,
    ) -> None:
        """`clock` counts seconds and measures nothing but how long ago something was.

        `recall` tells all processes to give back what they have of a holder's permits.
        """
        self._connections = connections
        self._clock = clock
        self._recall = recall
        self._leases: LRUCache[UUID, _Lease] = LRUCache(_REMEMBERED)
        self._returns: set[asyncio.Task[None]] = set()

    async def take(self, limit: RateLimit, key: str) -> Allowance:
        """One permit; refused when the quota is spent, with the seconds to wait."""
        asked_at, holder = self._clock(), _holder(limit.name, key)
        lease = self._lease(limit, holder)
        # Whoever waits for the lock finds what the first one took for all of them.
        if not self._has_permit(lease):
            async with lease.lock:
                if not self._has_permit(lease):
                    await self._renew(lease, holder, asked_at)
        lease.remaining -= 1
        return self._allowance(lease)

    def give_back(self, limit: RateLimit, key: str) -> None:
        """Undo a take that turned out not to count: it serves whoever comes next."""
        lease = self._lease(limit, _holder(limit.name, key))
        lease.refused = False
        lease.remaining += 1

    def return_permits(self, holder: UUID) -> None:
        """Give back what is not used of a holder's permits: another process needs it."""
        lease = self._leases.get(holder)
        if lease is None or lease.remaining < 1:
            return
        unused, lease.remaining = lease.remaining, 0
        if self._age(lease) < lease.limit.seconds:
            task = asyncio.create_task(self._return(lease, holder, unused))
            self._returns.add(task)
            task.add_done_callback(self._returns.discard)

    def _lease(self, limit: RateLimit, holder: UUID) -> _Lease:
        lease = self._leases.get(holder)
        if lease is None:
            lease = self._leases[holder] = _Lease(limit)
        return lease

    def _age(self, lease: _Lease) -> float:
        return self._clock() - lease.taken_at

    def _has_permit(self, lease: _Lease) -> bool:
        age = self._age(lease)
        if lease.refused and 0 <= age < _REFUSED_SECONDS:
            raise RateLimited(_until_one_is_back(lease))
        return lease.remaining > 0 and age < lease.limit.seconds

    async def _renew(self, lease: _Lease, holder: UUID, asked_at: float) -> None:
        """Take permits; where none are left, what other processes give back of theirs."""
        await self._ask(lease, holder, asked_at)
        if lease.remaining < 1 and self._recall is not None:
            self._recall(holder)
            for pause in _RECALL_SECONDS:
                await asyncio.sleep(pause)
                await self._ask(lease, holder, asked_at)
                if lease.remaining > 0:
                    break
        lease.refused = lease.remaining < 1
        if lease.refused:
            raise RateLimited(_until_one_is_back(lease))

    async def _ask(self, lease: _Lease, holder: UUID, asked_at: float) -> None:
        """Take a share of what a holder may have, for this process to give out by itself."""
        limit, waited = lease.limit, max(self._clock() - asked_at, 0.0)
        if self._age(lease) >= limit.seconds:
            lease.remaining = 0
        row = await self._connections.fetchrow(
            queries().take_permits,
            holder,
            limit.quota,
            limit.window,
            limit.share,
            timedelta(seconds=waited),
        )
        if row is None:
            raise LookupError("PostgreSQL granted nothing and refused nothing.")
        granted, lease.spent = row
        # Added, for one may have been given back meanwhile.
        lease.remaining += granted
        lease.taken_at = self._clock()

    async def _return(self, lease: _Lease, holder: UUID, unused: int) -> None:
        worth = unused * lease.limit.window / lease.limit.quota
        try:
            await self._connections.execute(queries().give_permits_back, holder, worth)
        except Exception as failed:
            # They come back by themselves, as all that is spent does.
            _logger.warning("permits not given back", limit=lease.limit.name, exc_info=failed)

    def _allowance(self, lease: _Lease) -> Allowance:
        # As the database counts: every permit costs a while, and what has been spent flows back.
        limit, age = lease.limit, max(self._age(lease), 0.0)
        interval = limit.seconds / limit.quota
        spent = min(max(lease.spent - age - lease.remaining * interval, 0.0), limit.seconds)
        left = int((limit.seconds - spent) / interval + 1e-6)
        return Allowance(limit, left, math.ceil(spent))


def _holder(name: str, key: str) -> UUID:
    """Who holds permits of a limit, without saying who that is."""
    return UUID(bytes=blake2b(f"{name} {key}".encode(), digest_size=16).digest())


def _until_one_is_back(lease: _Lease) -> Allowance:
    limit = lease.limit
    missing = lease.spent + limit.seconds / limit.quota - limit.seconds
    return Allowance(limit, 0, max(math.ceil(missing), 1))
