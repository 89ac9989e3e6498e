"""Rate limits: how often something may be asked for by one holder, and what is left of that."""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from pitch.errors import Refusal
from pitch.messages import Message

_MOST_WORKERS: Final = 64
"""As many as a server has at most; more of them only share less evenly."""


class RateLimit(Struct, frozen=True):
    """A quota of permits in so many seconds; spent ones come back one by one."""

    name: str
    quota: int
    seconds: int
    is_strict: bool = False
    """Whether permits are counted one by one however many there are."""

    @property
    def share(self) -> int:
        """What part of the permits that are left a process takes at once, if that is one or more.

        So all processes of a server together never take what one of them needs.
        """
        return self.quota if self.is_strict else _MOST_WORKERS

    @property
    def window(self) -> timedelta:
        """How long it takes until the whole quota has come back."""
        return timedelta(seconds=self.seconds)


class Allowance(Struct, frozen=True):
    """What a holder has left of a limit, and in how many seconds that changes."""

    limit: RateLimit
    remaining: int
    seconds: int


class RateLimited(Refusal):
    """Too many requests; wait for the seconds that Retry-After says."""

    code = "rate_limited"
    default_message = Message("problem.rate_limited")
    hint = "Retry-After says for how many seconds."

    def __init__(self, allowance: Allowance) -> None:
        super().__init__()
        self.allowance = allowance
        self.seconds = allowance.seconds


class RateLimits(Struct, frozen=True):
    """The limits of a server: for a table of fast thumbs, and a pub behind one address."""

    device: RateLimit = RateLimit("device", quota=600, seconds=60)
    address: RateLimit = RateLimit("address", quota=3000, seconds=60)
    sign_ins: RateLimit = RateLimit("sign-ins", quota=300, seconds=3600)
    rulings: RateLimit = RateLimit("rulings", quota=300, seconds=60)
