"""Guessing: codes can be tried so seldom that nobody comes upon one by chance."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar
from uuid import UUID

from api import metrics
from api.http.limits.quotas import Quotas
from api.rate_limits import RateLimit, RateLimited

JOINS_PER_DEVICE: Final = RateLimit("joins-of-device", quota=20, seconds=600)
JOINS_PER_ADDRESS: Final = RateLimit("joins-of-address", quota=90, seconds=600)
# Codes into matches and into leagues are drawn from the same 32**8 = 1.1e12, and whoever tries one
# spends the same permits whichever it was meant to be: so what counts is how many are live in all.
# An address tries 540 an hour. Everybody together misses 1000 an hour, and once those are spent an
# address still misses 5 a day: so nobody can spend what others need, and the more an attacker has
# to spend, the less each address adds. Guesses an hour, and years until one of them is of any of
# 10,000 live codes, 8,000 into matches and 2,000 into leagues (until it is of one into a league,
# five times as long; of a chosen one, 10,000 times): 1 address 540 and 23, 100 addresses 1021 and
# 12, 10,000 addresses 3083 and 4. A site of IPv6 (/48) has 65,536 addresses as we count them:
# 14,653 and 10 months. What they save up for a beginning, 20 each, is a chance of 1 in 540 for
# 10,000 addresses.
WRONG_CODES: Final = RateLimit("wrong-codes", quota=1000, seconds=3600, is_strict=True)
WRONG_CODES_PER_ADDRESS: Final = RateLimit(
    "wrong-codes-of-address", quota=20, seconds=4 * 24 * 3600
)
_EVERYBODY: Final = "everybody"
_Found = TypeVar("_Found")


class Guessing:
    """How often codes are tried: by a device, from an address, and wrongly by everybody."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas

    async def counted(
        self, device_id: UUID | None, address: str, look: Callable[[], Awaitable[_Found | None]]
    ) -> _Found | None:
        """What a try finds. It counts as wrong before it looks, and no longer once it finds.

        Without a device it is a try at a code that signs one in.
        """
        if device_id is not None:
            await self._take(JOINS_PER_DEVICE, str(device_id))
        await self._take(JOINS_PER_ADDRESS, address)
        wrong = await self._permit_to_be_wrong(address)
        found = await look()
        if found is not None:
            self._quotas.give_back(*wrong)
        return found

    async def _permit_to_be_wrong(self, address: str) -> tuple[RateLimit, str]:
        """Count a code as wrong before it is looked up: for whom, to give it back if it is right.

        What everybody shares may be spent by others; then there is what the address has itself.
        """
        try:
            return await self._take(WRONG_CODES, _EVERYBODY)
        except RateLimited as spent:
            try:
                return await self._take(WRONG_CODES_PER_ADDRESS, address)
            except RateLimited:
                raise spent from None

    async def _take(self, limit: RateLimit, holder: str) -> tuple[RateLimit, str]:
        try:
            await self._quotas.take(limit, holder)
        except RateLimited:
            metrics.rate_limited(limit.name)
            raise
        return limit, holder
