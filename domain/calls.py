"""Calls: a bid or a pass, and how bids rank."""

from enum import StrEnum
from typing import Final


class Call(StrEnum):
    """What a player says in turn. Smudge and pitch rank above four.

    In answers it is the word; it may be sent in capitals or as a number too, 3 for three.
    """

    PASS = "pass"  # noqa: S105
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    SMUDGE = "smudge"
    PITCH = "pitch"

    @classmethod
    def _missing_(cls, value: object) -> "Call | None":
        # People write 3 or THREE; the word is what is kept.
        plain = str(value).lower()
        said = plain if plain in cls.__members__.values() else _DIGITS.get(plain)
        return None if said is None else cls(said)


_DIGITS: Final = {"1": "one", "2": "two", "3": "three", "4": "four"}
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


def is_slam(made: Call | None) -> bool:
    """Whether a call is a bid above every number: smudge or pitch (S2.smudge.def)."""
    return made is not None and RANK[made] > RANK[NUMBERS[-1]]
