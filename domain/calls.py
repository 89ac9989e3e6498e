"""Calls: a bid or a pass, and how bids rank."""

from enum import StrEnum
from typing import Final


class Call(StrEnum):
    """What a player says in turn. Smudge and pitch rank above four."""

    PASS = "pass"  # noqa: S105
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    SMUDGE = "smudge"
    PITCH = "pitch"


NUMBERS: Final = (Call.ONE, Call.TWO, Call.THREE, Call.FOUR)
RANK: Final[dict[Call, int]] = {
    Call.PASS: 0,
    Call.ONE: 1,
    Call.TWO: 2,
    Call.THREE: 3,
    Call.FOUR: 4,
    Call.SMUDGE: 5,
    Call.PITCH: 5,
}
"""How calls outrank one another; for the numbers also the points that they promise."""
