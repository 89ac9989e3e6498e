"""Cards in the notation that players read, rank and suit as in AS, TH, 2C, and packs of them.

This module alone looks into the text of a card.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Final

from msgspec import Meta, Struct

CARD_PATTERN: Final = (
    r"^((10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤][\uFE0E\uFE0F]?"
    r"|[HLhl][Jj]|[Jj][RrBb]|\*[12Jj]|[Jj][Oo][Kk][Ee][Rr])$"
)
"""A card as people and phones write it: `TH`, `10h` and `T♥` are one card, `HJ` and `joker` too."""
_WRITTEN: Final = re.compile(CARD_PATTERN)
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")

HIGH_JOKER: Final = "HJ"
LOW_JOKER: Final = "LJ"
JOKER: Final = "J"
"""What stands for a suit in a joker, which has none, and for the only joker of a pack."""
# The joker of a pack with one is the high one. Of two the red or first is usually the high one.
_JOKERS: Final = {
    **dict.fromkeys(("HJ", "JR", "*J", "*1", "JOKER"), HIGH_JOKER),
    **dict.fromkeys(("LJ", "JB", "*2"), LOW_JOKER),
}


def parse_card(text: str) -> str | None:
    """A card by its rank and suit, however it was written; None if it is no card."""
    if not _WRITTEN.fullmatch(text):
        return None
    # Phones type ♥ or h and people write 10: one spelling is kept, so that a card is one text in
    # JSON, SQL and notation.
    plain = text.translate(_SYMBOLS).upper()
    if plain in _JOKERS:
        return _JOKERS[plain]
    return f"T{plain[2:]}" if plain.startswith("10") else plain


def parse_rank(text: str) -> str:
    """A rank by its letter, however it was written."""
    return "T" if text == "10" else text.upper()


Card = Annotated[
    str,
    Meta(
        pattern=r"^([2-9TJQKA][CDHS]|[HL]J)\Z",
        min_length=2,
        max_length=2,
        description="A card: rank 2 to 9, T, J, Q, K or A, then suit C, D, H or S; or HJ, LJ for "
        "the high and the low joker, of which a deck with one has HJ. So it is answered; it may "
        "be sent as 10H, th or T♥ too.",
        examples=["AS", "TH"],
        extra={
            "parse": parse_card,
            "error": "card",
        },
    ),
]
Rank = Annotated[
    str,
    Meta(
        pattern=r"^[2-9TJQKA]\Z",
        min_length=1,
        max_length=1,
        description="The rank of a card: 2 to 9, T, J, Q, K or A.",
        extra={
            "parse": parse_rank,
            "error": "rank",
        },
    ),
]
OffRank = Annotated[
    str,
    Meta(
        pattern=r"^[AKJ953]\Z",
        min_length=1,
        max_length=1,
        description="A rank that is a trump in the other suit of the trump colour too: A, K, J, "
        "9, 5 or 3.",
        extra={
            "parse": parse_rank,
            "error": "off_rank",
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


class JokerRank(StrEnum):
    """Where jokers stand among the trumps.

    `above_ten` is below the jack and the off-jack. `apart` they are no trumps: below every trump,
    above every other suit.
    """

    ABOVE_TEN = "above_ten"
    LOWEST = "lowest"
    HIGHEST = "highest"
    APART = "apart"


class JokerOrder(StrEnum):
    """Which of two jokers in one trick is the higher: the one marked so, or by when it fell."""

    MARKED = "marked"
    FIRST_PLAYED = "first_played"
    LAST_PLAYED = "last_played"


class JokerPips(StrEnum):
    """What a joker counts towards Game."""

    NONE = "none"
    ONE = "one"


class Ranking(Struct, frozen=True, gc=False):
    """How the cards of a pack stand while a suit is trump (S0.trick)."""

    trumps: tuple[str, ...]
    """The trumps from the lowest up, off-cards and jokers among them; none while no suit is."""
    trump_set: frozenset[str]
    """The trumps, to ask whether a card is one."""
    naturals: tuple[str, ...]
    """The trumps that are no jokers, from the lowest up: a joker is never Low."""
    suits: dict[str, str]
    """The suit that a card belongs to, by card: of an off-card trump, of a joker trump or, where
    it is apart or no suit is trump, `JOKER`."""
    order: dict[str, int]
    """How high a card stands in the suit that it belongs to, from 0 for the lowest."""
    places: dict[str, int]
    """The place of every trump among the trumps, of two jokers that are as high as another too."""


class Pack(Struct, frozen=True, dict=True):
    """A pack of cards as data: its suits, how its ranks stand, and what they count.

    Whatever depends on the pack takes it from here, so that another pack (stripped, with jokers
    or off-cards, with other pips) is another value and no other code.
    """

    suits: str
    """The letters of the suits."""
    ranks: str
    """The letters of the ranks, from the lowest up; trumps stand in the same order (S0.trick)."""
    worths: tuple[tuple[str, int], ...]
    """What a card of a rank counts towards Game, in pips; of a rank not named, nothing."""
    jokers: tuple[str, ...] = ()
    """The jokers, the higher first."""
    joker_rank: JokerRank = JokerRank.ABOVE_TEN
    joker_order: JokerOrder = JokerOrder.MARKED
    joker_pips: JokerPips = JokerPips.NONE
    off_ranks: tuple[str, ...] = ()
    """The ranks of which the other card of the trump colour is a trump, just below its rank."""

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card: suit by suit, each from the lowest up, and the jokers."""
        return (*(rank + suit for suit in self.suits for rank in self.ranks), *self.jokers[::-1])

    @cached_property
    def card_set(self) -> frozenset[str]:
        """Every card, to ask whether one is in the pack."""
        return frozenset(self.cards)

    @cached_property
    def order(self) -> dict[str, int]:
        """How high a card stands in its printed suit, by card: from 0 for the lowest."""
        return {card: self.ranks.find(rank(card)) for card in self.cards}

    @cached_property
    def pips(self) -> dict[str, int]:
        """What a card counts towards Game, by card."""
        worths = dict(self.worths)
        joker = int(self.joker_pips is JokerPips.ONE)
        return {
            card: joker if suit(card) == JOKER else worths.get(rank(card), 0) for card in self.cards
        }

    @cached_property
    def total_pips(self) -> int:
        """What all cards together count."""
        return sum(self.pips.values())

    @cached_property
    def pip_card_count(self) -> int:
        """How many cards count anything."""
        return sum(worth > 0 for worth in self.pips.values())

    @cached_property
    def plain_card_count(self) -> int:
        """How many cards are no trumps, whatever is trump."""
        return len(self.cards) - len(self.ranking(self.suits[0]).trumps)

    @cached_property
    def _rankings(self) -> dict[str | None, Ranking]:
        return {trump: self._rank_cards(trump) for trump in (None, *self.suits)}

    def ranking(self, trump: str | None) -> Ranking:
        """How the cards stand while a suit is trump; None where nobody knows which is."""
        return self._rankings[trump]

    def trumps(self, trump: str) -> tuple[str, ...]:
        """The trumps while a suit is trump, from the lowest up."""
        return self._rankings[trump].trumps

    def suit_of(self, card: str, trump: str | None) -> str:
        """The suit that a card belongs to while a suit is trump."""
        return self._rankings[trump].suits[card]

    def name(self, card: str) -> str:
        """How a player says a card: one joker is the joker, of two `HJ` is the high joker."""
        return _ONLY_JOKER if self.jokers == (card,) else name(card)

    def card_argument(self, card: str) -> str:
        """A card as an argument of a sentence: the only joker of a pack is just `JOKER`."""
        return JOKER if self.jokers == (card,) else card

    def off_card(self, card: str) -> str:
        """The card of the same rank in the other suit of its colour."""
        return rank(card) + _SAME_COLOUR[suit(card)]

    def above(self, card: str) -> tuple[str, ...]:
        """The cards of the same printed suit that are higher, from the lowest up."""
        return self.suit_cards(suit(card))[self.order[card] + 1 :]

    def below(self, card: str) -> tuple[str, ...]:
        """The cards of the same printed suit that are lower, from the lowest up."""
        return self.suit_cards(suit(card))[: self.order[card]]

    def suit_cards(self, suit: str) -> tuple[str, ...]:
        """The cards of a printed suit, from the lowest up."""
        return tuple(rank + suit for rank in self.ranks)

    def _rank_cards(self, trump: str | None) -> Ranking:
        """The ranking of one trump suit: its trumps first, what is left stands as it is printed."""
        trumps = () if trump is None else self._order_trumps(trump)
        suits = {card: suit(card) for card in self.cards} | dict.fromkeys(trumps, trump or "")
        order = dict(self.order)
        order |= {card: place for place, card in enumerate(reversed(self.jokers))}
        places = {card: place for place, card in enumerate(trumps)}
        order |= places
        # Jokers that nobody marked are as high as one another: who wins is a matter of when they
        # fell (`tricks.winning_card`).
        if len(self.jokers) > 1 and self.joker_order is not JokerOrder.MARKED:
            order[LOW_JOKER] = order[HIGH_JOKER]
        return Ranking(
            trumps=trumps,
            trump_set=frozenset(trumps),
            naturals=tuple(card for card in trumps if suit(card) != JOKER),
            suits=suits,
            order=order,
            places=places,
        )

    def _order_trumps(self, trump: str) -> tuple[str, ...]:
        """The trumps from the lowest up: an off-card just below its rank, jokers where they rank.

        Jokers above the ten stand below every jack, also where no ten is in the pack.
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
"""The cards of the largest pack, with two jokers."""
MOST_TRUMPS: Final = len(PACK.ranks) + 6 + 2
"""The most trumps that there can be: a suit, every off-card and two jokers."""


_RANK_NAMES: Final = {rank: rank for rank in PACK.ranks} | {
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_ONLY_JOKER: Final = "joker"
_JOKER_NAMES: Final = {HIGH_JOKER: "high joker", LOW_JOKER: "low joker"}


def rank(card: str) -> str:
    """The letter of a card's rank; of a joker, whether it is the high or the low one."""
    return card[0]


def suit(card: str) -> str:
    """The letter of a card's printed suit; `JOKER` of a joker."""
    return card[1]


def is_joker(card: str) -> bool:
    """Whether a card is a joker."""
    return card[1] == JOKER


def of_suit(listed: Iterable[str], wanted: str | None) -> list[str]:
    """Those of some cards that are of a printed suit, in their order; none of no suit."""
    return [card for card in listed if card[1] == wanted]


def jack(trump: str) -> str:
    """The jack of a suit."""
    return "J" + trump


def card(rank: str, suit: str) -> str:
    """The card of a rank and a suit, each by its letter."""
    return rank + suit


def same_colour(suit: str) -> str:
    """The other suit of the same colour, by its letter."""
    return _SAME_COLOUR[suit]


def is_jack(card: str) -> bool:
    """Whether a card is a jack, of whatever suit."""
    return card[0] == "J"


@cache
def name(card: str) -> str:
    """How a player says a card: `TH` is the ten of hearts, `HJ` the high joker."""
    if is_joker(card):
        return _JOKER_NAMES[card]
    return f"{_RANK_NAMES[card[0]]} of {_SUIT_NAMES[card[1]]}"


def rank_name(rank: str) -> str:
    """How a player says a rank: `T` is ten."""
    return _RANK_NAMES[rank]


def suit_name(trump: str) -> str:
    """How a player says a suit: `S` is spades."""
    return _SUIT_NAMES[trump]
