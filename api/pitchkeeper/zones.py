"""Time zones: what the clock at the table shows."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from pitch import shapes
from pitch.errors import Refusal
from pitch.messages import TYPED, Message

_NO_ZONE: Final = Message("problem.unknown_time_zone", name=TYPED, example=TYPED)

_NO_PLACES: Final = {"localtime", "Factory"}
"""Files beside the zones: the clock of whichever machine reads the name, and none at all."""
_KNOWN: Final = frozenset(available_timezones() - _NO_PLACES)
"""The zones that phones know as well: not every file of this machine's database."""


class UnknownTimeZone(Refusal):
    """There is no time zone of this name; take one of the IANA database."""

    code = "unknown_time_zone"


def check(name: str) -> None:
    """Refuse a time zone that is not in the database."""
    if name not in _KNOWN:
        raise UnknownTimeZone(
            _NO_ZONE(name=shapes.abbreviate(name), example="America/New_York"), pointer="/timeZone"
        )


def local(at: datetime, name: str) -> datetime:
    """An instant on the clock of the table."""
    return at.astimezone(ZoneInfo(name))
