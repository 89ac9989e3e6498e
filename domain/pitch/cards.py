"""Cards as players write them, rank and suit as in AS, TH, 2C, and the packs that hold them.

No other module looks into the text of a card.
"""

import re
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final

from msgspec import Meta, Struct

CARD_PATTERN: Final = (
    r"^((10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤][\uFE0E\uFE0F]?"
    r"|[HLhl][Jj]|[Jj][RrBb]|\*[12Jj]|[Jj][Oo][Kk][Ee][Rr])$"
)
"""A card as people and phones write it: `TH`, `10h` and `T♥` are one card, `HJ` and `joker` too."""
_CARD: Final = re.compile(CARD_PATTERN)
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")

HIGH_JOKER: Final = "HJ"
LOW_JOKER: Final = "LJ"
JOKER: Final = "J"
"""The suit letter of a joker, which has no suit, and the name of the only joker of a pack."""
# A pack's only joker is the high one. Of two, the red or first is usually the high one.
_JOKERS: Final = {
    **dict.fromkeys(("HJ", "JR", "*J", "*1", "JOKER"), HIGH_JOKER),
    **dict.fromkeys(("LJ", "JB", "*2"), LOW_JOKER),
}


def parse_card(text: str) -> str | None:
    """Return a card by its rank and suit, however it was written; None if the text is no card."""
    if not _CARD.fullmatch(text):
        return None
    # Phones type ♥ or h and people write 10: one spelling is stored, so that a card is the same
    # text in JSON, SQL and notation.
    plain = text.translate(_SYMBOLS).upper()
    if plain in _JOKERS:
        return _JOKERS[plain]
    return f"T{plain[2:]}" if plain.startswith("10") else plain


def parse_rank(text: str) -> str:
    """Return a rank by its letter, however it was written."""
    return "T" if text == "10" else text.upper()


Card = Annotated[
    str,
    Meta(
        pattern=r"^([2-9TJQKA][CDHS]|[HL]J)\Z",
        min_length=2,
        max_length=2,
        description="A card: rank 2 to 9, T, J, Q, K or A, then suit C, D, H or S; or HJ, LJ for "
        "the high and the low joker. The only joker of a deck is HJ. Answers have this spelling; "
        "requests may also have 10H, th or T♥.",
        examples=["AS", "TH"],
        extra={"parse": parse_card, "error": "card"},
    ),
]
Rank = Annotated[
    str,
    Meta(
        pattern=r"^[2-9TJQKA]\Z",
        min_length=1,
        max_length=1,
        description="The rank of a card: 2 to 9, T, J, Q, K or A.",
        extra={"parse": parse_rank, "error": "rank"},
    ),
]
OffRank = Annotated[
    str,
    Meta(
        pattern=r"^[AKJ953]\Z",
        min_length=1,
        max_length=1,
        description="A rank of which the other card of the trump color is a trump too: A, K, J, "
        "9, 5 or 3.",
        extra={"parse": parse_rank, "error": "off_rank"},
    ),
]


class Suit(StrEnum):
    """A suit by its first letter.

    A request is also read with lower case, ♥ or hearts, which this schema leaves out.
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @classmethod
    def _missing_(cls, value: object) -> "Suit | None":
        plain = str(value).translate(_SYMBOLS).upper()
        return next((suit for suit in cls if plain in {suit.value, suit.name}), None)


class JokerRank(StrEnum):
    """The rank of jokers among the trumps.

    `above_ten` is below the jack and the off-jack. With `apart` jokers are not trumps: they rank
    below every trump and above every other suit.
    """

    ABOVE_TEN = "above_ten"
    LOWEST = "lowest"
    HIGHEST = "highest"
    APART = "apart"


class JokerOrder(StrEnum):
    """The higher of two jokers in one trick: the one marked high, the first or the last played."""

    MARKED = "marked"
    FIRST_PLAYED = "first_played"
    LAST_PLAYED = "last_played"


class JokerPips(StrEnum):
    """The number that a joker adds to the card count for Game."""

    NONE = "none"
    ONE = "one"


class Ranking(Struct, frozen=True, gc=False):
    """The order of a pack's cards while a suit is trump (S0.trick)."""

    trumps: tuple[str, ...]
    """The trumps from the lowest up, with off-cards and jokers; none while no suit is trump."""
    trump_set: frozenset[str]
    """The trumps as a set."""
    naturals: tuple[str, ...]
    """The trumps without jokers, from the lowest up: a joker is never Low."""
    suits: dict[str, str]
    """The suit that a card follows, by card. An off-card follows trumps; so does a joker, which has
    the suit `JOKER` if it is apart or no suit is trump."""
    order: dict[str, int]
    """The height of a card in the suit that it follows, from 0 for the lowest."""
    positions: dict[str, int]
    """The position of every trump among `trumps`; two jokers of equal height differ in it."""


class Pack(Struct, frozen=True, dict=True):
    """A pack of cards as data: its suits, the order of its ranks, and their pips.

    All code that depends on the pack reads it here, so another pack (stripped, with jokers or
    off-cards, with other pips) is another value and needs no other code.
    """

    suits: str
    """The letters of the suits."""
    ranks: str
    """The letters of the ranks, from the lowest up; trumps stand in the same order (S0.trick)."""
    worths: tuple[tuple[str, int], ...]
    """The pips that a card of a rank counts towards Game; other ranks count nothing."""
    jokers: tuple[str, ...] = ()
    """The jokers, the higher first."""
    joker_rank: JokerRank = JokerRank.ABOVE_TEN
    joker_order: JokerOrder = JokerOrder.MARKED
    joker_pips: JokerPips = JokerPips.NONE
    off_ranks: tuple[str, ...] = ()
    """The ranks whose other card of the trump colour is a trump, just below its rank."""

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards: suit by suit, each from the lowest up, and the jokers."""
        return (*(rank + suit for suit in self.suits for rank in self.ranks), *self.jokers[::-1])

    @cached_property
    def card_set(self) -> frozenset[str]:
        """All cards as a set."""
        return frozenset(self.cards)

    @cached_property
    def order(self) -> dict[str, int]:
        """The height of a card in its printed suit, by card, from 0 for the lowest."""
        return {card: self.ranks.find(rank(card)) for card in self.cards}

    @cached_property
    def pips(self) -> dict[str, int]:
        """The pips that a card counts towards Game, by card."""
        worths = dict(self.worths)
        joker = int(self.joker_pips is JokerPips.ONE)
        return {
            card: joker if suit(card) == JOKER else worths.get(rank(card), 0) for card in self.cards
        }

    @cached_property
    def total_pips(self) -> int:
        """The pips of all cards together."""
        return sum(self.pips.values())

    @cached_property
    def pip_card_count(self) -> int:
        """The number of cards that have pips."""
        return sum(worth > 0 for worth in self.pips.values())

    @cached_property
    def plain_card_count(self) -> int:
        """The number of cards that are not trumps, whichever suit is trump."""
        return len(self.cards) - len(self.ranking(self.suits[0]).trumps)

    @cached_property
    def _rankings(self) -> dict[str | None, Ranking]:
        return {trump: self._rank_cards(trump) for trump in (None, *self.suits)}

    def ranking(self, trump: str | None) -> Ranking:
        """Return the order of the cards while a suit is trump; None if the trump is unknown."""
        return self._rankings[trump]

    def trumps(self, trump: str) -> tuple[str, ...]:
        """Return the trumps while a suit is trump, from the lowest up."""
        return self._rankings[trump].trumps

    def suit_of(self, card: str, trump: str | None) -> str:
        """Return the suit that a card follows while a suit is trump."""
        return self._rankings[trump].suits[card]

    def card_argument(self, card: str) -> str:
        """Return a card as an argument of a sentence: the only joker of a pack is `JOKER`."""
        return JOKER if self.jokers == (card,) else card

    def off_card(self, card: str) -> str:
        """Return the card of the same rank in the other suit of its colour."""
        return rank(card) + _SAME_COLOUR[suit(card)]

    def suit_cards(self, suit: str) -> tuple[str, ...]:
        """Return the cards of a printed suit, from the lowest up."""
        return tuple(rank + suit for rank in self.ranks)

    def _rank_cards(self, trump: str | None) -> Ranking:
        """Return the order while a suit is trump; cards that are not trumps keep their suit."""
        trumps = () if trump is None else self._order_trumps(trump)
        suits = {card: suit(card) for card in self.cards} | dict.fromkeys(trumps, trump or "")
        order = dict(self.order)
        order |= {card: height for height, card in enumerate(reversed(self.jokers))}
        positions = {card: position for position, card in enumerate(trumps)}
        order |= positions
        # Two unmarked jokers are equally high: the order of play decides (`tricks.winning_card`).
        if len(self.jokers) > 1 and self.joker_order is not JokerOrder.MARKED:
            order[LOW_JOKER] = order[HIGH_JOKER]
        return Ranking(
            trumps=trumps,
            trump_set=frozenset(trumps),
            naturals=tuple(card for card in trumps if suit(card) != JOKER),
            suits=suits,
            order=order,
            positions=positions,
        )

    def _order_trumps(self, trump: str) -> tuple[str, ...]:
        """Return the trumps from the lowest up, an off-card just below the trump of its rank.

        Jokers above the ten are below every jack, even if the pack has no ten.
        """
        trumps: list[str] = []
        for letter in self.ranks:
            if letter in self.off_ranks:
                trumps.append(self.off_card(letter + trump))
            trumps.append(letter + trump)
        jokers = self.jokers[::-1]
        match self.joker_rank:
            case JokerRank.APART:
                return tuple(trumps)
            case JokerRank.LOWEST:
                return (*jokers, *trumps)
            case JokerRank.HIGHEST:
                return (*trumps, *jokers)
        below = sum(_RANKS.index(rank(card)) <= _RANKS.index("T") for card in trumps)
        return (*trumps[:below], *jokers, *trumps[below:])


_RANKS: Final = "23456789TJQKA"
_SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
PACK: Final = Pack(
    suits="CDHS",
    ranks=_RANKS,
    worths=(("T", 10), ("J", 1), ("Q", 2), ("K", 3), ("A", 4)),
)
"""The usual pack: 52 cards, aces high, pips as in S0.pips."""
MOST_CARDS: Final = len(PACK.cards) + 2
"""The number of cards in the largest pack, with two jokers."""
MOST_TRUMPS: Final = len(PACK.ranks) + 6 + 2
"""The most trumps possible: a suit, every off-card and two jokers."""


def rank(card: str) -> str:
    """Return the letter of a card's rank; of a joker, H or L for the high or the low one."""
    return card[0]


def suit(card: str) -> str:
    """Return the letter of a card's printed suit; `JOKER` for a joker."""
    return card[1]


def is_joker(card: str) -> bool:
    """Return whether a card is a joker."""
    return card[1] == JOKER


def jack(trump: str) -> str:
    """Return the jack of a suit."""
    return "J" + trump


def card(rank: str, suit: str) -> str:
    """Return the card of a rank and a suit, each by its letter."""
    return rank + suit


def same_colour(suit: str) -> str:
    """Return the letter of the other suit of the same colour."""
    return _SAME_COLOUR[suit]


def is_jack(card: str) -> bool:
    """Return whether a card is a jack, of any suit."""
    return card[0] == "J"
