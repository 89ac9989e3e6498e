"""Cards in the notation that players read, rank and suit as in AS, TH, 2C, and the pack of them.

This module alone looks into the text of a card.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final

from msgspec import Meta, Struct

WRITTEN: Final = r"^(10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤][\uFE0E\uFE0F]?$"
"""A card as people and phones write it: `TH`, `10h` and `T♥` are one card."""
_WRITTEN: Final = re.compile(WRITTEN)
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")


def spelled(text: str) -> str | None:
    """A card by its rank and suit, however it was written; None if it is no card."""
    if not _WRITTEN.match(text):
        return None
    # Phones type ♥ or h and people write 10: one spelling is kept, so that a card is one text in
    # JSON, SQL and notation.
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


class Pack(Struct, frozen=True, dict=True):
    """A pack of cards as data: its suits, how its ranks stand, and what they count.

    Whatever depends on the pack takes it from here, so that another pack (stripped, doubled, with
    other pips) is another value and no other code.
    """

    suits: str
    """The letters of the suits."""
    ranks: str
    """The letters of the ranks, from the lowest up; trumps stand in the same order (S0.trick)."""
    worths: tuple[tuple[str, int], ...]
    """What a card of a rank counts towards Game; of a rank that is not named, nothing."""

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card: suit by suit, each from the lowest up."""
        return tuple(rank + suit for suit in self.suits for rank in self.ranks)

    @cached_property
    def order(self) -> dict[str, int]:
        """How high a card stands in its suit, by card: from 0 for the lowest."""
        return {card: self.ranks.index(rank(card)) for card in self.cards}

    @cached_property
    def pips(self) -> dict[str, int]:
        """What a card counts towards Game, by card."""
        worths = dict(self.worths)
        return {card: worths.get(rank(card), 0) for card in self.cards}

    @cached_property
    def all_pips(self) -> int:
        """What all cards together count."""
        return sum(self.pips.values())

    @cached_property
    def pip_cards(self) -> int:
        """How many cards count anything."""
        return sum(worth > 0 for worth in self.pips.values())

    @cached_property
    def plain_cards(self) -> int:
        """How many cards are no trumps, whatever is trump."""
        return len(self.cards) - len(self.ranks)

    def above(self, card: str) -> tuple[str, ...]:
        """The cards of the same suit that are higher, from the lowest up."""
        return self.suit_cards(suit(card))[self.order[card] + 1 :]

    def below(self, card: str) -> tuple[str, ...]:
        """The cards of the same suit that are lower, from the lowest up."""
        return self.suit_cards(suit(card))[: self.order[card]]

    def suit_cards(self, suit: str) -> tuple[str, ...]:
        """The cards of a suit, from the lowest up."""
        return tuple(rank + suit for rank in self.ranks)


PACK: Final = Pack(
    suits="CDHS",
    ranks="23456789TJQKA",
    worths=(("T", 10), ("J", 1), ("Q", 2), ("K", 3), ("A", 4)),
)
"""The pack that all rule sets play with: 52 cards, aces high, pips as in S0.pips."""

_RANK_NAMES: Final = {rank: rank for rank in PACK.ranks} | {
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def rank(card: str) -> str:
    """The letter of a card's rank."""
    return card[0]


def suit(card: str) -> str:
    """The letter of a card's suit."""
    return card[1]


def of_suit(listed: Iterable[str], wanted: str | None) -> list[str]:
    """Those of some cards that are of a suit, in their order; none of no suit."""
    return [card for card in listed if card[1] == wanted]


def jack(trump: str) -> str:
    """The jack of a suit."""
    return "J" + trump


def is_jack(card: str) -> bool:
    """Whether a card is a jack, of whatever suit."""
    return card[0] == "J"


def name(card: str) -> str:
    """How a player says a card: `TH` is the ten of hearts."""
    return f"{_RANK_NAMES[card[0]]} of {_SUIT_NAMES[card[1]]}"


def suit_name(trump: str) -> str:
    """How a player says a suit: `S` is spades."""
    return _SUIT_NAMES[trump]
