"""Time zones: the clock at the table."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from pitch import shapes
from pitch.messages import TYPED, Message, Refusal

_NO_ZONE: Final = Message("problem.unknown_time_zone", name=TYPED, example=TYPED)

_NO_PLACES: Final = {"localtime", "Factory"}
"""Files beside the zones: the clock of the reading machine, and none at all."""
_ZONES: Final = frozenset(available_timezones() - _NO_PLACES)
"""The zones that phones have too: not every file of this machine's database."""


class UnknownTimeZone(Refusal, has_message=False):
    """There is no time zone of this name; take one of the IANA database."""


def check(name: str) -> None:
    """Raise UnknownTimeZone if a name is not in the database."""
    if name not in _ZONES:
        raise UnknownTimeZone(
            _NO_ZONE(name=shapes.abbreviate(name), example="America/New_York"), pointer="/timeZone"
        )


def local(at: datetime, name: str) -> datetime:
    """Return an instant on the clock of a time zone."""
    return at.astimezone(ZoneInfo(name))
