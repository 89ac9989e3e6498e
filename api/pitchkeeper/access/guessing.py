"""Guessing: attempts at codes are limited so that none is guessed by chance."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

from pitchkeeper import metrics
from pitchkeeper.rate_limits import RateLimit, RateLimited
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.limits.quotas import Quotas

JOINS_PER_DEVICE: Final = RateLimit("joins-of-device", quota=20, seconds=600, is_strict=True)
JOINS_PER_ADDRESS: Final = RateLimit("joins-of-address", quota=90, seconds=600, is_strict=True)
# Codes into matches and into leagues are drawn from the same 32**8 = 1.1e12, and whoever tries one
# spends the same permits whichever it was meant to be: so what counts is how many are live in all.
# An address tries 540 an hour. Everybody together misses 1000 an hour, and once those are spent an
# address still misses 5 a day: so nobody can spend what others need, and the more an attacker has
# to spend, the less each address adds. Guesses an hour, and years until one of them is of any of
# 10,000 live codes, 8,000 into matches and 2,000 into leagues (until it is of one into a league,
# five times as long; of a chosen one, 10,000 times): 1 address 540 and 23, 100 addresses 1021 and
# 12, 1,000 addresses 1208 and 10, 10,000 addresses 3083 and 4. What they save up for a beginning,
# 20 each, is a chance of 1 in 540 for 10,000 addresses.
# In IPv6 a site (/48) has 65,536 addresses as we count them and a provider (/32) 65,536 sites, so
# these have less than their addresses together, and more than one phone among them can spend: a
# site 1005 an hour and 12 years, a provider 1052 and 12, with 1 in 18,000 for a beginning.
WRONG_CODES: Final = RateLimit("wrong-codes", quota=1000, seconds=3600, is_strict=True)
WRONG_CODES_PER_ADDRESS: Final = RateLimit(
    "wrong-codes-of-address", quota=20, seconds=4 * 24 * 3600
)
WRONG_CODES_PER_SITE: Final = RateLimit(
    "wrong-codes-of-site", quota=500, seconds=WRONG_CODES_PER_ADDRESS.seconds
)
WRONG_CODES_PER_PROVIDER: Final = RateLimit(
    "wrong-codes-of-provider", quota=5000, seconds=WRONG_CODES_PER_ADDRESS.seconds
)
_NETWORKS: Final = ((48, WRONG_CODES_PER_SITE), (32, WRONG_CODES_PER_PROVIDER))
"""Prefix lengths of IPv6 networks that share a limit."""
_EVERYBODY: Final = "everybody"
_Permit: TypeAlias = tuple[RateLimit, str]
"""A limit, and the holder whose permit it is."""
_Result = TypeVar("_Result")


class Guessing:
    """Limits of attempts at codes: by device, by address, and of wrong ones by everybody."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas

    async def look_up(
        self, device_id: UUID | None, address: str, find: Callable[[], Awaitable[_Result | None]]
    ) -> _Result | None:
        """Return the result of an attempt, which counts as wrong until `find` returns one.

        Without a device it is an attempt at a code that signs one in.
        """
        if device_id is not None:
            await self._take(JOINS_PER_DEVICE, str(device_id))
        await self._take(JOINS_PER_ADDRESS, address)
        wrong = await self._count_wrong(address)
        result = await find()
        if result is not None:
            self._give_back(wrong)
        return result

    async def _count_wrong(self, address: str) -> list[_Permit]:
        """Take permits for a wrong code, and return them to give back if the code is right.

        If others have spent the shared permits, those of the address and its networks count.
        """
        try:
            return [await self._take(WRONG_CODES, _EVERYBODY)]
        except RateLimited as spent:
            permits = list[_Permit]()
            try:
                for limit, holder in ((WRONG_CODES_PER_ADDRESS, address), *_networks(address)):
                    permits.append(await self._take(limit, holder))
            except RateLimited:
                self._give_back(permits)
                raise spent from None
            return permits

    def _give_back(self, permits: Iterable[_Permit]) -> None:
        for permit in permits:
            self._quotas.give_back(*permit)

    async def _take(self, limit: RateLimit, holder: str) -> _Permit:
        try:
            await self._quotas.take(limit, holder)
        except RateLimited:
            metrics.count_rate_limited(limit.name)
            raise
        return limit, holder


def _networks(address: str) -> list[_Permit]:
    """Return the networks of an IPv6 address, each with its limit; none for IPv4."""
    networks = [(limit, throttle.wider_network(address, bits)) for bits, limit in _NETWORKS]
    return [(limit, network) for limit, network in networks if network is not None]
