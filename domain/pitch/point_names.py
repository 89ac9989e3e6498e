"""The names of the points that a hand can pay, and the cards that bring them."""

from enum import StrEnum
from typing import Final


class PointName(StrEnum):
    """The name of a point. The rules say which points a hand has and what each is worth."""

    HIGH = "high"
    LOW = "low"
    JACK = "jack"
    OFF_JACK = "off_jack"
    JOKER = "joker"
    HIGH_JOKER = "high_joker"
    LOW_JOKER = "low_joker"
    GAME = "game"
    LAST_TRICK = "last_trick"
    HIGH_SPADE = "high_spade"
    ACE = "ace"
    OFF_ACE = "off_ace"
    KING = "king"
    OFF_KING = "off_king"
    TEN = "ten"
    NINE = "nine"
    OFF_NINE = "off_nine"
    FIVE = "five"
    OFF_FIVE = "off_five"
    THREE = "three"
    OFF_THREE = "off_three"
    TWO = "two"


EXTREMES: Final = {PointName.HIGH: 1, PointName.LOW: -1}
"""The points of the highest and the lowest trump in play, with 1 for high and -1 for low."""
RANKS: Final = {
    PointName.JACK: "J",
    PointName.ACE: "A",
    PointName.KING: "K",
    PointName.TEN: "T",
    PointName.NINE: "9",
    PointName.FIVE: "5",
    PointName.THREE: "3",
    PointName.TWO: "2",
}
"""The rank of the trump that brings a point, by the point."""
OFF_RANKS: Final = {
    PointName.OFF_JACK: "J",
    PointName.OFF_ACE: "A",
    PointName.OFF_KING: "K",
    PointName.OFF_NINE: "9",
    PointName.OFF_FIVE: "5",
    PointName.OFF_THREE: "3",
}
"""The rank of the off-card that brings a point, by the point."""
JOKERS: Final = {PointName.JOKER: 1, PointName.HIGH_JOKER: 2, PointName.LOW_JOKER: 2}
"""The points of a joker, with the number of jokers in the pack."""
DEALT: Final = frozenset({PointName.LOW, PointName.TWO})
"""The points that go to the player who was dealt the card, if the rules deal Low."""
NO_CARD: Final = frozenset({PointName.GAME, PointName.LAST_TRICK})
"""The points that belong to no single card."""


def label(point: PointName) -> str:
    """Return the English name of a point: `High`, `Off-jack`, `Last trick`."""
    return point.value.replace("off_", "off-").replace("_", " ").capitalize()


def topic(point: PointName) -> str:
    """Return the topic of the clause on a point: `score.off-jack`."""
    return f"score.{point.value.replace('_', '-')}"
