"""Moments: times in UTC, to the second, as text that sorts like time."""

import re
from typing import Final

from pitch.types import MOMENT_PATTERN

EXAMPLE: Final = "2026-03-02T18:30:00Z"
_FIRST_YEAR: Final = 1970
"""The clock of no server that stores matches has shown an earlier year."""
_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_real(moment: str) -> bool:
    """Return whether a text is a time that clocks have shown or will show."""
    if not re.match(MOMENT_PATTERN, moment, re.ASCII):
        return False
    year, month, day = int(moment[:4]), int(moment[5:7]), int(moment[8:10])
    hour, minute, second = int(moment[11:13]), int(moment[14:16]), int(moment[17:19])
    has_day = year >= _FIRST_YEAR and 1 <= month <= 12 and 1 <= day <= _days(year, month)
    return has_day and hour < 24 and minute < 60 and second < 60


def _days(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _LENGTHS[month - 1]
