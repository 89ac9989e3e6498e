"""Sources of time, ids and randomness, passed in so that tests can replace them."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class Sources(Struct, frozen=True):
    """The clock and the random sources of a server."""

    clock: Callable[[], datetime]
    new_id: Callable[[], UUID]
    new_secret: Callable[[], str]
    choose: Callable[[str], str]
    """Return a random character of a text, each as likely."""
