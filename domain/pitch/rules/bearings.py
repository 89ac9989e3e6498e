"""Bearings: the parts of a game that an option bears on, in its entry beside its field."""

from collections.abc import Callable
from enum import Flag, auto
from typing import Any

from msgspec import Struct

from pitch.messages import BID, Several


class Bearing(Flag):
    """A part of a game, or a question about it, that an option bears on."""

    AUCTION = auto()
    """The calls that are open."""
    CALL = auto()
    """A question about a call alone."""
    TRICK = auto()
    """A question about a card played to a trick."""
    REMEDY = auto()
    """The remedy of an irregularity."""
    CONTRACT = auto()
    """The way trump is made, and bids that are not numbers."""
    PLAY = auto()
    """Pack, draw and play of a hand."""
    POINTS = auto()
    """The side that gets a point of a hand."""
    PAY = auto()
    """The points that a hand pays to each side."""
    OUT = auto()
    """The side that goes out."""
    SCORE = auto()
    """Any other change of the scores after a hand."""
    SLAM = auto()
    """Hands with a bid of a slam, and no others."""


AUCTION, CALL, TRICK, REMEDY = Bearing.AUCTION, Bearing.CALL, Bearing.TRICK, Bearing.REMEDY
CONTRACT, PLAY, POINTS, PAY = Bearing.CONTRACT, Bearing.PLAY, Bearing.POINTS, Bearing.PAY
OUT, SCORE, SLAM = Bearing.OUT, Bearing.SCORE, Bearing.SLAM


class Option(Struct, frozen=True):
    """The entry of an option, beside its field in `Rules`."""

    on: Bearing = Bearing(0)
    """The parts that it bears on; none if no ruling can turn on it."""
    allowed_by: tuple[str, ...] = ()
    """The options that forbid some choices in this one until they change too."""
    listed_as: Several | None = None
    """The parameter of a sentence for a list of choices."""
    matters: Callable[[Any], bool] | None = None
    """Whether it has a meaning beside the other choices of some rules; None if it always has."""
    name: str = ""
    """Its field in `Rules`. This and all fields below are filled in from there."""
    key: str = ""
    """Its name in JSON."""
    kind: Any = None
    """The type of its choices, without their bounds."""
    choice_type: Any = None
    """The type of its choices with their bounds, which is never null."""
    default: Any = None

    @property
    def is_bids(self) -> bool:
        """Return whether its choices are lists of bids."""
        return self.listed_as is not None and self.listed_as.item_kind is BID
