"""Sources of what no code may take for itself: the time, ids and chance."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class Sources(Struct, frozen=True):
    """The clock and the chance of a server, handed to all that is built for it."""

    clock: Callable[[], datetime]
    new_id: Callable[[], UUID]
    new_secret: Callable[[], str]
    choose: Callable[[str], str]
    """One character of a text, each as likely."""
