"""The points that a hand can pay, by name, and how a player says them."""

from enum import StrEnum
from typing import Final


class PointName(StrEnum):
    """What a point is for. Which of them a hand has, and what each is worth, the rules say."""

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
"""The points of the highest and of the lowest trump in play, and which way each looks."""
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
"""The ranks of the trumps that bring a point by themselves."""
OFF_RANKS: Final = {
    PointName.OFF_JACK: "J",
    PointName.OFF_ACE: "A",
    PointName.OFF_KING: "K",
    PointName.OFF_NINE: "9",
    PointName.OFF_FIVE: "5",
    PointName.OFF_THREE: "3",
}
"""The ranks of the off-cards that bring a point."""
JOKERS: Final = {PointName.JOKER: 1, PointName.HIGH_JOKER: 2, PointName.LOW_JOKER: 2}
"""The points that a joker brings, and how many jokers the pack then has."""
DEALT: Final = frozenset({PointName.LOW, PointName.TWO})
"""The points that go to who was dealt their card, where the rules say so of Low (N3)."""
NO_CARD: Final = frozenset({PointName.GAME, PointName.LAST_TRICK})
"""The points that no card brings."""


def label(point: PointName) -> str:
    """How a point is called: `High`, `Off-jack`, `Last trick`."""
    return point.value.replace("off_", "off-").replace("_", " ").capitalize()


def card_said(point: PointName) -> str:
    """How the card of a point is called: `the jack of trumps`, `the off-jack`, `the joker`."""
    if point in EXTREMES:
        return f"the {'highest' if point is PointName.HIGH else 'lowest'} trump"
    if point is PointName.HIGH_SPADE:
        return "the highest spade"
    is_named = point.value.startswith("off_") or point.value.endswith("joker")
    return f"the {label(point).lower()}{'' if is_named else ' of trumps'}"


def topic(point: PointName) -> str:
    """The topic of the clauses on a point."""
    return _TOPICS[point]


_TOPICS: Final = {point: f"score.{point.value.replace('_', '-')}" for point in PointName}
