"""Cards in the notation that players read: rank and suit, as in AS, TH, 2C."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

Card = Annotated[
    str,
    Meta(
        pattern="^[2-9TJQKA][CDHS]$",
        min_length=2,
        max_length=2,
        description="A card: rank 2 to 9, T, J, Q, K or A, then suit C, D, H or S.",
        examples=["AS", "TH"],
    ),
]


class Suit(StrEnum):
    """A suit, by its first letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANKS: Final = "23456789TJQKA"
DECK: Final[tuple[str, ...]] = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
ORDER: Final[dict[str, int]] = {card: RANKS.index(card[0]) for card in DECK}
"""How high a card stands in its suit: 0 for the deuce to 12 for the ace."""

PIPS: Final[dict[str, int]] = {
    card: {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0) for card in DECK
}
"""What a card counts towards Game (S0.pips)."""

DECK_PIPS: Final = sum(PIPS.values())

_RANK_NAMES: Final = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def jack(trump: str) -> str:
    """The jack of a suit."""
    return "J" + trump


def name(card: str) -> str:
    """How a player says a card: `TH` is the ten of hearts."""
    return f"{_RANK_NAMES.get(card[0], card[0])} of {_SUIT_NAMES[card[1]]}"


def suit_name(trump: str) -> str:
    """How a player says a suit: `S` is spades."""
    return _SUIT_NAMES[trump]
