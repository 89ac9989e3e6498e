"""Calls: a bid or a pass, and how bids rank."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import Final

from pitch import messages
from pitch.messages import BID, Argument
from pitch.wording import in_words

MOST_BID: Final = 100
"""The highest number that anybody can bid, whatever the rules."""


class Call(StrEnum):
    """What a player says in turn: pass, a number of points, or a slam, which ranks above them.

    One to four are answered as words and the numbers from 5 on in digits. A number may also be sent
    as 3, "3" or THREE.
    """

    # The variable of the loop would be a member too.
    _ignore_ = ["number"]  # noqa: RUF012

    PASS = "pass"  # noqa: S105
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    # No code calls these by name, so they need none that reads well.
    for number in range(5, MOST_BID + 1):
        vars()[f"BID_{number}"] = str(number)
    SMUDGE = "smudge"
    PITCH = "pitch"
    MOON = "moon"

    @classmethod
    def _missing_(cls, value: object) -> "Call | None":
        # People write 3, THREE or seven; the one spelling of the contract is kept.
        return _SPELLINGS.get(str(value).lower())


SLAMS: Final = (Call.SMUDGE, Call.PITCH, Call.MOON)
_BIDS: Final = [each for each in Call if each not in {Call.PASS, *SLAMS}]
_NUMBERS: Final = {each: number for number, each in enumerate(_BIDS, 1)}
_RANKS: Final = {Call.PASS: 0, **_NUMBERS, **dict.fromkeys(SLAMS, MOST_BID + 1)}
_SPELLINGS: Final = {
    **{in_words(number): each for each, number in _NUMBERS.items()},
    **{str(number): each for each, number in _NUMBERS.items()},
    **{each.value: each for each in Call},
}
CALL_PATTERN: Final = rf"^(pass|one|two|three|four|[5-9]|[1-9][0-9]|100|{'|'.join(SLAMS)})$"
"""How a call is written, as a regular expression."""
_LONGEST_LIST: Final = 4


def bid(number: int) -> Call:
    """The bid of so many points, from 1 to `MOST_BID`."""
    return _BIDS[range(1, MOST_BID + 1).index(number)]


def bids(least: int, most: int) -> tuple[Call, ...]:
    """The bids of all the numbers from the least to the most, both included."""
    return tuple(map(bid, range(least, most + 1)))


def number(made: Call) -> int | None:
    """The points that a bid by number promises; None of a pass and of a slam."""
    return _NUMBERS.get(made)


def rank(made: Call) -> int:
    """How high a call is: a pass 0, a number itself, and every slam more than any number."""
    return _RANKS[made]


def is_slam(made: Call | None) -> bool:
    """Whether a call is a bid above every number (S2.smudge.def)."""
    return made in SLAMS


def alternatives(listed: Iterable[Call]) -> tuple[Call | Argument, ...]:
    """Calls to choose from, for a sentence: a long run of numbers by its ends, as 30 to 62."""
    choices = list[Call | Argument]()
    # A number keeps its distance from its place in the list as long as no other is left out.
    for _, run in groupby(enumerate(listed), key=_place_in_run):
        calls = [each for _, each in run]
        is_long = len(calls) > _LONGEST_LIST
        choices += [messages.range_argument(BID, calls[0], calls[-1])] if is_long else calls
    return tuple(choices)


def _place_in_run(placed: tuple[int, Call]) -> int | Call:
    place, made = placed
    return _NUMBERS[made] - place if made in _NUMBERS else made
