"""Cards in the notation that players read: rank and suit, as in AS, TH, 2C."""

import re
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

WRITTEN: Final = r"^(10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤][\uFE0E\uFE0F]?$"
"""A card as people and phones write it: `TH`, `10h` and `T♥` are one card."""
_WRITTEN: Final = re.compile(WRITTEN)
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")


def spelled(text: str) -> str | None:
    """A card by its rank and suit, however it was written; None if it is no card."""
    if not _WRITTEN.match(text):
        return None
    plain = text.translate(_SYMBOLS).upper()
    return f"T{plain[2:]}" if plain.startswith("10") else plain


Card = Annotated[
    str,
    Meta(
        pattern="^[2-9TJQKA][CDHS]$",
        min_length=2,
        max_length=2,
        description="A card: rank 2 to 9, T, J, Q, K or A, then suit C, D, H or S. So it is "
        "answered; it may be sent as 10H, th or T♥ too.",
        examples=["AS", "TH"],
        extra={
            "read": spelled,
            "said": "There is no card {}. A card is written as its rank and suit, such as TS or "
            "10S.",
        },
    ),
]


class Suit(StrEnum):
    """A suit, by its first letter. It may be sent in lower case, as ♥ or as hearts too."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @classmethod
    def _missing_(cls, value: object) -> "Suit | None":
        plain = str(value).translate(_SYMBOLS).upper()
        return next((suit for suit in cls if plain in {suit.value, suit.name}), None)


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
