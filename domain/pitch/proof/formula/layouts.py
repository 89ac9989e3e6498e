"""Layouts: everything about a game that deals and plays depend on, and so its formula.

In a layout spades are trump; a hand with another trump is the same hand with its suits exchanged.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Final

from msgspec import Struct

from pitch import cards
from pitch.cards import PACK, JokerOrder, JokerRank, Pack
from pitch.hand import points
from pitch.hand.deals import Deal
from pitch.point_names import PointName
from pitch.rules.choices import Draw, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.options import Rules
from pitch.seats import Table
from pitch.tricks import Follow


class Layout(Struct, frozen=True, dict=True):
    """The seats, the cards, the deal and the rules of play.

    Cards have their texts for spades as trump.
    """

    sides: tuple[tuple[int, ...], ...]
    """The seats of every side."""
    suits: tuple[tuple[str, ...], ...]
    """The cards of each suit, from the lowest up, off-cards and jokers among the trumps; the trumps
    come last."""
    pips: tuple[tuple[str, int], ...]
    """The pips of cards, which count towards Game."""
    points: tuple[tuple[PointName, int], ...]
    """The points, in counting order, with their worths."""
    tricks: int
    """The cards that each seat plays from, at most one to each trick."""
    dealt: int
    """The cards that each seat is dealt."""
    kitty: int = 0
    """Further cards that the pitcher takes."""
    draws: bool = False
    """Whether all seats throw away other cards than trumps, and draw up to as many as they play
    from."""
    rest_to: RestTo = RestTo.NOBODY
    surplus: Surplus = Surplus.BURNED
    apart: tuple[str, ...] = ()
    """Jokers that are no trumps: they beat the plain suits, and can be played at any time."""
    jokers: tuple[str, ...] = ()
    """The jokers, which are never Low."""
    equal: tuple[str, ...] = ()
    """Two jokers whose rank depends on the order of play."""
    last_is_higher: bool = False
    """Whether of two such jokers the one played last is the higher, not the first."""
    only_trumps: bool = False
    """Whether only trumps are played, and a seat without trumps is out."""
    may_trump: bool = True
    """Whether a seat that can follow a plain suit may play a trump."""
    trump_is_led: bool = True
    """Whether the first lead has to be a trump."""
    barred: tuple[str, ...] = ()
    """Trumps that cannot be led first, because that would make another suit trump, or none."""
    makes_spades: tuple[str, ...] = ()
    """Jokers that make spades trump when led first."""
    calls_partner: bool = False
    """Whether the pitcher calls a trump, and its holder is the partner."""

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(map(len, self.sides))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card; its index is its number in a formula."""
        return (*(card for suit in self.suits for card in suit), *self.apart)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each card when spades are trump."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def letters(self) -> list[str]:
        """The letters of the suits."""
        return sorted({cards.suit(card) for card in self.cards if card not in self.jokers})

    def printed_suit(self, suit: str) -> list[int]:
        """Return the numbers of the cards of a printed suit, from the highest down."""
        own = [card for card in self.cards if card not in self.jokers and cards.suit(card) == suit]
        return [
            self.numbers[card] for card in sorted(own, key=PACK.order.__getitem__, reverse=True)
        ]

    def own_suit(self, suit: str, trump: str) -> str:
        """Return the suit of the layout that stands for a suit when one is trump."""
        pairs = zip(self.cards, self.cards_by_trump[trump], strict=True)
        return next(cards.suit(own) for own, card in pairs if cards.suit(card) == suit)

    @cached_property
    def cards_by_trump(self) -> dict[str, tuple[str, ...]]:
        """By trump suit, the cards at the table in the order of their numbers."""
        return {trump: self._exchange_suits(trump, self.letters) for trump in self.letters}

    @cached_property
    def has_off_cards(self) -> bool:
        """Whether the suit of the same colour has cards among the trumps."""
        return any(cards.suit(card) == _SAME_COLOUR for card in self.suits[-1])

    def _exchange_suits(self, trump: str, suits: list[str]) -> tuple[str, ...]:
        """Return the cards with a suit exchanged for spades.

        If the suit of the same colour has cards among the trumps, it is exchanged as well.
        """
        places = {_CANONICAL: trump}
        if self.has_off_cards:
            places[_SAME_COLOUR] = cards.same_colour(trump)
        else:
            places[trump] = _CANONICAL
        places |= {suit: suit for suit in suits if suit not in {*places, *places.values()}}
        remaining = (suit for suit in suits if suit not in places.values())
        for suit in suits:
            if suit not in places:
                places[suit] = next(remaining)
        return tuple(
            card if card in self.jokers else cards.rank(card) + places[cards.suit(card)]
            for card in self.cards
        )

    @cached_property
    def numbers_by_trump(self) -> dict[str, dict[str, int]]:
        """By trump suit, the number of each card at the table."""
        return {
            trump: {card: number for number, card in enumerate(names)}
            for trump, names in self.cards_by_trump.items()
        }

    @cached_property
    def played_suits(self) -> tuple[range, ...]:
        """The numbers of the cards of each suit that is played, jokers apart last."""
        groups = [*self.suits, self.apart] if self.apart else list(self.suits)
        ends = accumulate(map(len, groups))
        runs = tuple(range(end - len(suit), end) for suit, end in zip(groups, ends, strict=True))
        return (runs[len(self.suits) - 1],) if self.only_trumps else runs

    @property
    def trump(self) -> int:
        """The index of the trumps among the suits that are played."""
        return 0 if self.only_trumps else len(self.suits) - 1

    @property
    def plain(self) -> range:
        """The indexes of the other suits that are played."""
        return range(self.trump)

    @property
    def trumps(self) -> range:
        """The numbers of the trumps, from the lowest up."""
        return self.played_suits[self.trump]

    @cached_property
    def played(self) -> tuple[int, ...]:
        """The numbers of the cards that can be played."""
        return tuple(number for suit in self.played_suits for number in suit)

    @cached_property
    def above(self) -> tuple[tuple[int, int], ...]:
        """Cards that can be played, each with a next higher one of its suit."""
        equal = {self.numbers[card] for card in self.equal}
        pairs = [pair for suit in self.played_suits for pair in pairwise(suit)]
        if not equal:
            return tuple(pairs)
        # The same cards are above and below either of two equal jokers.
        doubled = {
            (low, high)
            for lower, higher in pairs
            if not {lower, higher} <= equal
            for low in (equal if lower in equal else {lower})
            for high in (equal if higher in equal else {higher})
        }
        return tuple(sorted(doubled))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The pips of each card, by number."""
        worths = dict(self.pips)
        return tuple(worths.get(card, 0) for card in self.cards)

    def point_card(self, point: PointName) -> int | None:
        """Return the number of the card that brings a point; None if no single card does."""
        return self.numbers.get(points.card_for(point, _CANONICAL) or "")

    @property
    def most_spare(self) -> int:
        """The most trumps that a seat can have beside those it plays from, if they are known."""
        if not self.draws:
            return 0
        rest = 0 if self.rest_to is RestTo.NOBODY else self.undealt
        most = min(self.dealt + rest + self.kitty, len(self.suits[-1]))
        return max(0, most - self.tricks)

    @property
    def has_all_trumps(self) -> bool:
        """Whether every trump is in some hand when play begins."""
        return self.draws and self.rest_to is not RestTo.NOBODY

    @property
    def undealt(self) -> int:
        """The number of cards that nobody is dealt, before any draw."""
        return len(self.cards) - self.players * self.dealt - self.kitty


_CANONICAL: Final = "S"
"""The suit that is trump in a layout."""
_SAME_COLOUR: Final = "C"
"""The other suit of the same colour, from which off-cards come."""


def from_deal(deal: Deal) -> Layout:
    """Return the layout of a deal."""
    return _build(deal.ruleset.rules, deal.seating.table, deal.pack)


@lru_cache(maxsize=256)
def _build(rules: Rules, table: Table, pack: Pack) -> Layout:
    """Return the layout of rules, a table and a pack.

    Options without effect on deals and plays keep their defaults, so that games share layouts.
    """
    trumps = pack.trumps(_CANONICAL)
    jokers = pack.jokers[::-1]
    is_apart = pack.joker_rank is JokerRank.APART
    is_equal = len(jokers) > 1 and pack.joker_order is not JokerOrder.MARKED
    draws = rules.draw is Draw.NON_TRUMPS
    return Layout(
        sides=table.seats_by_side,
        suits=(*_plain(pack), trumps),
        pips=tuple((card, worth) for card, worth in pack.pips.items() if worth),
        points=tuple((value.point, value.worth) for value in rules.point_values),
        tricks=rules.keep,
        dealt=table.dealt,
        kitty=table.kitty,
        draws=draws,
        rest_to=rules.rest_to if draws else RestTo.NOBODY,
        surplus=rules.surplus if draws else Surplus.BURNED,
        apart=jokers if is_apart else (),
        jokers=jokers,
        equal=jokers if is_equal else (),
        last_is_higher=is_equal and pack.joker_order is JokerOrder.LAST_PLAYED,
        only_trumps=rules.follow is Follow.TRUMPS_ONLY,
        may_trump=rules.follow is not Follow.FOLLOW_SUIT,
        trump_is_led=rules.trump_by is not TrumpBy.NAMED,
        calls_partner=table.calls_partner,
        **_openings(rules, trumps),
    )


def _plain(pack: Pack) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every suit but spades, which are trump in a layout."""
    suits = pack.ranking(_CANONICAL).suits
    for suit in pack.suits.replace(_CANONICAL, ""):
        yield tuple(card for card in pack.suit_cards(suit) if suits[card] == suit)


def _openings(rules: Rules, trumps: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return trumps that cannot open if the first lead makes trump, by the fields of a layout."""
    if rules.trump_by is not TrumpBy.FIRST_CARD:
        return {}
    jokers = tuple(card for card in trumps if cards.is_joker(card))
    # An off-card led first would make its own suit trump.
    off_cards = tuple(card for card in trumps if cards.suit(card) == _SAME_COLOUR)
    is_barred = rules.pitched_joker is PitchedJoker.BARRED
    makes_spades = rules.pitched_joker is PitchedJoker.SPADES
    return {
        "barred": (*off_cards, *(jokers if is_barred else ())),
        "makes_spades": jokers if makes_spades else (),
    }
