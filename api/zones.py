"""Time zones: what the clock at the table shows."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.errors import Refusal


class UnknownTimeZone(Refusal):
    """There is no time zone of this name; take one of the IANA database."""

    code = "unknown_time_zone"


def check(name: str) -> None:
    """Refuse a time zone that is not in the database."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnknownTimeZone(
            f"There is no time zone {name}; take one such as America/New_York.",
            pointer="/timeZone",
        ) from None


def said(at: datetime, name: str) -> str:
    """An instant as the clock at the table showed it."""
    return f"{at.astimezone(ZoneInfo(name)):%Y-%m-%d %H:%M %Z}"
