"""Bearings: what an option bears on, and what else is known of it besides its choices."""

from collections.abc import Callable
from enum import Flag, auto
from typing import Any

from msgspec import Struct

from pitch.messages import BID, Several


class Bearing(Flag):
    """The parts of a game, and the questions about it, that an option bears on."""

    AUCTION = auto()
    """Which calls are open."""
    CALL = auto()
    """A question about a call alone."""
    TRICK = auto()
    """A question about a card played to a trick."""
    REMEDY = auto()
    """What follows an irregularity."""
    CONTRACT = auto()
    """How trump is made, and what can be bid besides numbers."""
    PLAY = auto()
    """Pack, draw and play of a hand."""
    POINTS = auto()
    """Who gets which point of a hand."""
    PAY = auto()
    """What a hand pays to each side."""
    OUT = auto()
    """Who goes out."""
    SCORE = auto()
    """What else becomes of the scores after a hand."""
    SLAM = auto()
    """Only hands with a bid of a slam."""


AUCTION, CALL, TRICK, REMEDY = Bearing.AUCTION, Bearing.CALL, Bearing.TRICK, Bearing.REMEDY
CONTRACT, PLAY, POINTS, PAY = Bearing.CONTRACT, Bearing.PLAY, Bearing.POINTS, Bearing.PAY
OUT, SCORE, SLAM = Bearing.OUT, Bearing.SCORE, Bearing.SLAM


class Option(Struct, frozen=True):
    """What is known of an option besides its choices; stands beside its field in `Rules`."""

    on: Bearing = Bearing(0)
    """What it bears on; nothing if no ruling can turn on it."""
    allowed_by: tuple[str, ...] = ()
    """Options that have to be chosen otherwise before some choices in this one can be made."""
    said: Several | None = None
    """How a list that is chosen is said: the kind of its entries, and whether all or any."""
    matters: Callable[[Any], bool] | None = None
    """Whether other choices of some rules leave it a meaning; None if all do."""
    name: str = ""
    """Its field in `Rules`, filled in from there, as all that follows."""
    key: str = ""
    """Its name in JSON."""
    kind: Any = None
    """The type of its choices, without their bounds."""
    choice_type: Any = None
    """The type of its choices with their bounds, which is never null."""
    default: Any = None

    @property
    def is_bids(self) -> bool:
        """Whether a list of bids is chosen."""
        return self.said is not None and self.said.of is BID
