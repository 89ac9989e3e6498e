"""Guessing: codes can be tried so seldom that nobody comes upon one by chance."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

from pitchkeeper import metrics
from pitchkeeper.rate_limits import RateLimit, RateLimited
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.limits.quotas import Quotas

JOINS_PER_DEVICE: Final = RateLimit("joins-of-device", quota=20, seconds=600)
JOINS_PER_ADDRESS: Final = RateLimit("joins-of-address", quota=90, seconds=600)
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
"""How many bits of an address of IPv6 they share that have a limit together."""
_EVERYBODY: Final = "everybody"
_Permit: TypeAlias = tuple[RateLimit, str]
"""One of a limit, and whose it is."""
_Found = TypeVar("_Found")


class Guessing:
    """How often codes are tried: by a device, from an address, and wrongly by everybody."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas

    async def look_up(
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
            self._give_back(wrong)
        return found

    async def _permit_to_be_wrong(self, address: str) -> list[_Permit]:
        """Count a code as wrong before it is looked up: for whom, to give it back if it is right.

        What everybody shares may be spent by others; then there is what the address has itself,
        and the networks that it is of.
        """
        try:
            return [await self._take(WRONG_CODES, _EVERYBODY)]
        except RateLimited as spent:
            taken = list[_Permit]()
            try:
                for limit, holder in ((WRONG_CODES_PER_ADDRESS, address), *_networks(address)):
                    taken.append(await self._take(limit, holder))
            except RateLimited:
                self._give_back(taken)
                raise spent from None
            return taken

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
    """The networks that an address is of, each with its limit; an address of IPv4 is of none."""
    found = [(limit, throttle.wider_network(address, bits)) for bits, limit in _NETWORKS]
    return [(limit, network) for limit, network in found if network is not None]
