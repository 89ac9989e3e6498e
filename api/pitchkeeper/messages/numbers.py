"""Numbers, money, dates and times in the format of a language: by CLDR, which ICU includes."""

from datetime import date, datetime
from functools import lru_cache
from typing import Final

from icu4py.messageformat import MessageFormat

from pitch.league import decimal_places

_MINUS: Final = "\N{MINUS SIGN}"
_NARROW_SPACE: Final = "\N{NARROW NO-BREAK SPACE}"
"""CLDR puts it before "PM", but few typefaces have it."""


def format_number(number: int, locale: str) -> str:
    """Return a number: `1,234` and `−3`."""
    return _format_number("{n, number}", locale, number)


def format_change(change: int, locale: str) -> str:
    """Return a score change: `+4`, `0` and `−3`."""
    return _format_number("{n, number, ::sign-except-zero}", locale, change)


def format_percent(hundredths: int, locale: str) -> str:
    """Return a share in hundredths of a percent: `33.33%`."""
    return _format_number("{n, number, ::percent .##}", locale, hundredths / 100)


def format_money(minor: int, currency: str, locale: str) -> str:
    """Return an amount in minor units of a currency: `$10.00` and `−¥500`."""
    places = decimal_places(currency)
    precision = f".{'0' * places}" if places else "precision-integer"
    pattern = f"{{n, number, ::currency/{currency} {precision}}}"
    return _format_number(pattern, locale, minor / 10**places)


def format_date(iso_date: str, locale: str) -> str:
    """Return a date such as 2026-03-31 in words: `March 31, 2026`."""
    return _formatter("{n, date, ::yMMMMd}", locale).format({"n": date.fromisoformat(iso_date)})


def format_time(iso_time: str, locale: str) -> str:
    """Return a time of day such as 19:05 or 19:05:30: `7:05 PM` or `7:05:30 PM`."""
    # ICU reads a time without a zone in its own zone, and shows it in that zone.
    at = datetime.fromisoformat(f"1970-01-01T{iso_time}")
    pattern = "{n, time, ::jms}" if at.second else "{n, time, ::jm}"
    text = _formatter(pattern, locale).format({"n": at})
    return text.replace(_NARROW_SPACE, " ")


def _format_number(pattern: str, locale: str, number: float) -> str:
    # One minus sign everywhere: CLDR has a hyphen in English, and a minus in Finnish.
    return _formatter(pattern, locale).format({"n": number}).replace("-", _MINUS)


@lru_cache(maxsize=256)
def _formatter(pattern: str, locale: str) -> MessageFormat:
    return MessageFormat(pattern, locale)
