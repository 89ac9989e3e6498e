"""Rate limits: quotas of requests per holder, and what remains of them."""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from pitch.messages import Refusal

_MOST_WORKERS: Final = 64
"""The most workers of a server; with more of them the shares would be less even."""


class RateLimit(Struct, frozen=True):
    """A quota of permits in so many seconds; spent ones come back one by one."""

    name: str
    quota: int
    seconds: int
    is_strict: bool = False
    """Whether a process takes one permit at a time, however many remain."""

    @property
    def share(self) -> int:
        """The divisor of the remaining permits that a process takes at a time, at least one.

        So the other processes of a server never take the permits that one of them needs.
        """
        return self.quota if self.is_strict else _MOST_WORKERS

    @property
    def window(self) -> timedelta:
        """The time in which the complete quota comes back."""
        return timedelta(seconds=self.seconds)


class Allowance(Struct, frozen=True):
    """The permits that remain to a holder, and the seconds until that changes."""

    limit: RateLimit
    remaining: int
    seconds: int


class RateLimited(Refusal):
    """Too many requests; wait for the seconds that Retry-After says."""

    hint = "Retry-After says for how many seconds."

    def __init__(self, allowance: Allowance) -> None:
        super().__init__()
        self.allowance = allowance
        self.seconds = allowance.seconds


class RateLimits(Struct, frozen=True):
    """The limits of a server, sized for a table of fast thumbs and a pub behind one address."""

    device: RateLimit = RateLimit("device", quota=600, seconds=60)
    address: RateLimit = RateLimit("address", quota=3000, seconds=60)
    sign_ins: RateLimit = RateLimit("sign-ins", quota=300, seconds=3600)
    rulings: RateLimit = RateLimit("rulings", quota=300, seconds=60)
