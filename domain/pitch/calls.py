"""Calls: a bid or a pass, and how bids rank."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import Final

from pitch import messages
from pitch.messages import BID, Argument, in_words

MOST_BID: Final = 100
"""The highest number that anybody can bid, whatever the rules."""


class Call(StrEnum):
    """A pass, a bid of a number of points, or a slam, which ranks above every number.

    It has one to four as words and the numbers from 5 on in digits. A request is also read with a
    number as 3, "3" or THREE, which this schema leaves out.
    """

    # Else the variable of the loop would become a member.
    _ignore_ = ["number"]  # noqa: RUF012

    PASS = "pass"  # noqa: S105
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    # No code refers to these by name, so the names need not read well.
    for number in range(5, MOST_BID + 1):
        vars()[f"BID_{number}"] = str(number)
    SMUDGE = "smudge"
    PITCH = "pitch"
    MOON = "moon"

    @classmethod
    def _missing_(cls, value: object) -> "Call | None":
        return _SPELLINGS.get(str(value).lower())

    @property
    def is_slam(self) -> bool:
        """Whether a call is a bid above every number (S2.bid.legal)."""
        return self in SLAMS


SLAMS: Final = (Call.SMUDGE, Call.PITCH, Call.MOON)
_BIDS: Final = [call for call in Call if call not in {Call.PASS, *SLAMS}]
_NUMBERS: Final = {bid: number for number, bid in enumerate(_BIDS, 1)}
_RANKS: Final = {Call.PASS: 0, **_NUMBERS, **dict.fromkeys(SLAMS, MOST_BID + 1)}
_SPELLINGS: Final = {
    **{in_words(number): bid for bid, number in _NUMBERS.items()},
    **{str(number): bid for bid, number in _NUMBERS.items()},
    **{call.value: call for call in Call},
}
CALL_PATTERN: Final = rf"^(pass|one|two|three|four|[5-9]|[1-9][0-9]|100|{'|'.join(SLAMS)})$"
"""A regular expression for a call as the contract spells it."""
_LONGEST_LIST: Final = 4


def bid(number: int) -> Call:
    """Return the bid of a number of points, from 1 to `MOST_BID`."""
    return _BIDS[range(1, MOST_BID + 1).index(number)]


def bids(least: int, most: int) -> tuple[Call, ...]:
    """Return the bids of all numbers from the least to the most, both included."""
    return tuple(map(bid, range(least, most + 1)))


def number(call: Call) -> int | None:
    """Return the points that a bid by number promises; None for a pass or a slam."""
    return _NUMBERS.get(call)


def rank(call: Call) -> int:
    """Return the height of a call: 0 for a pass, the number of a bid, and more for every slam."""
    return _RANKS[call]


def alternatives(calls: Iterable[Call]) -> tuple[Call | Argument, ...]:
    """Return calls as arguments of a sentence, with the ends of a long run, as 30 to 62."""
    choices = list[Call | Argument]()
    # Consecutive numbers have the same distance from their positions in the list.
    for _, run in groupby(enumerate(calls), key=_distance_from_position):
        bids = [call for _, call in run]
        is_long = len(bids) > _LONGEST_LIST
        choices += [messages.range_argument(BID, bids[0], bids[-1])] if is_long else bids
    return tuple(choices)


def _distance_from_position(entry: tuple[int, Call]) -> int | Call:
    position, call = entry
    return _NUMBERS[call] - position if call in _NUMBERS else call
