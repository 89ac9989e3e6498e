"""Quotas: what is left of each, counted for all processes in PostgreSQL."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final
from uuid import UUID

from cachetools import LRUCache

from api.database.pool import Connections, queries
from api.rate_limits import Allowance, RateLimit, RateLimited

_REMEMBERED: Final = 20_000
_REFUSED_SECONDS: Final = 1.0
"""How long a refusal is repeated without asking: other processes may give permits back."""


@dataclass(slots=True)
class _Lease:
    """Permits that this process took for a holder and has not used up."""

    holder: UUID
    left: int = 0
    taken_at: float = -math.inf
    spent: float = 0.0
    refused: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Quotas:
    """Permits by limit and key; keys are kept as hashes, for they may be addresses."""

    def __init__(self, connections: Connections, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and measures nothing but how old a lease is."""
        self._connections = connections
        self._clock = clock
        self._leases: LRUCache[tuple[str, str], _Lease] = LRUCache(_REMEMBERED)

    # A lease is a tenth of a quota, taken in one statement: a request seldom asks the database, and
    # all processes together never grant more than the quota.
    async def take(self, limit: RateLimit, key: str) -> Allowance:
        """One permit; refused when the quota is spent, with the seconds to wait."""
        # Whoever waits for the lock finds what the first one took for all of them.
        lease = self._lease(limit, key)
        if not self._has_permit(lease, limit):
            async with lease.lock:
                if not self._has_permit(lease, limit):
                    await self._renew(lease, limit)
        lease.left -= 1
        return self._allowance(lease, limit)

    async def give_back(self, limit: RateLimit, key: str) -> None:
        """Undo a take that turned out not to count."""
        lease = self._lease(limit, key)
        lease.refused = False
        if limit.lease > 1:
            lease.left += 1
        else:
            give = queries().give_permit_back
            await self._connections.execute(give, lease.holder, limit.interval)

    def _lease(self, limit: RateLimit, key: str) -> _Lease:
        lease = self._leases.get((limit.name, key))
        if lease is None:
            name = f"{limit.name} {key}".encode()
            lease = _Lease(UUID(bytes=blake2b(name, digest_size=16).digest()))
            self._leases[limit.name, key] = lease
        return lease

    def _has_permit(self, lease: _Lease, limit: RateLimit) -> bool:
        age = self._clock() - lease.taken_at
        if lease.refused and 0 <= age < _REFUSED_SECONDS:
            raise RateLimited(_until_one_is_back(lease, limit))
        return lease.left > 0 and age < limit.seconds

    async def _renew(self, lease: _Lease, limit: RateLimit) -> None:
        row = await self._connections.fetchrow(
            queries().take_permits, lease.holder, limit.lease, limit.interval, limit.window
        )
        if row is None:
            raise LookupError("PostgreSQL granted nothing and refused nothing.")
        lease.left, lease.spent = row
        lease.taken_at = self._clock()
        lease.refused = lease.left == 0
        if lease.refused:
            raise RateLimited(_until_one_is_back(lease, limit))

    def _allowance(self, lease: _Lease, limit: RateLimit) -> Allowance:
        # As the database counts: every permit costs a while, and what has been spent flows back.
        interval = limit.seconds / limit.quota
        age = max(self._clock() - lease.taken_at, 0.0)
        spent = min(max(lease.spent - age - lease.left * interval, 0.0), limit.seconds)
        left = int((limit.seconds - spent) / interval + 1e-6)
        return Allowance(limit, left, math.ceil(spent))


def _until_one_is_back(lease: _Lease, limit: RateLimit) -> Allowance:
    missing = lease.spent + limit.seconds / limit.quota - limit.seconds
    return Allowance(limit, 0, max(math.ceil(missing), 1))
