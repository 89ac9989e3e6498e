"""Card facts: what statements tell of trumps, piles and holdings, whoever played what when."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from pitch import cards
from pitch.cards import JokerOrder
from pitch.hand.deals import Deal
from pitch.hand.records import Listed
from pitch.point_names import EXTREMES, PointName
from pitch.proof.statements import (
    InPile,
    NothingElseInPile,
    PlayedToTrick,
    PointCardIs,
    PointGoesTo,
    PointInPlay,
    Statement,
    TrumpIs,
    TrumpsAre,
    WasDealt,
)
from pitch.rules.choices import TrumpBy

Kind = TypeVar("Kind", bound=Statement)


class KnownValue(Struct, frozen=True):
    """A number, a seat or a suit that some statements tell."""

    value: int
    by: tuple[Statement, ...]


class CardFacts:
    """Statements at their places, and what follows from a few of them about cards."""

    def __init__(self, stated: Iterable[tuple[int, Statement]], deal: Deal) -> None:
        self.deal = deal
        self.pack = deal.pack
        self._places: dict[Statement, int] = {}
        for place, statement in stated:
            self._places.setdefault(statement, place)
        self._by_kind: dict[type, list[Statement]] = {}
        for statement in self._places:
            self._by_kind.setdefault(type(statement), []).append(statement)
        self.trump, self.trump_by = self._trump()
        self.ranking = self.pack.ranking(self.trump)
        is_marked = self.pack.joker_order is JokerOrder.MARKED
        self.equal = self.pack.jokers if len(self.pack.jokers) > 1 and not is_marked else ()

    def all(self, kind: type[Kind]) -> list[Kind]:
        """The statements of one kind, in the order of the record."""
        return [each for each in self._by_kind.get(kind, ()) if isinstance(each, kind)]

    def has(self, statement: Statement) -> bool:
        """Whether something is stated."""
        return statement in self._places

    def places(self, statements: Iterable[Statement]) -> frozenset[int]:
        """Where statements are made."""
        return frozenset(self._places[statement] for statement in statements)

    def _trump(self) -> tuple[str | None, tuple[Statement, ...]]:
        """The trump suit: as stated, or that of the first card led, or of a claimed High or Low."""
        for stated in self.all(TrumpIs):
            return stated.suit, (stated,)
        led: list[PlayedToTrick | PointCardIs] = [
            each for each in self.all(PlayedToTrick) if (each.trick, each.place) == (0, 0)
        ]
        # The first lead goes before claims: it was seen by everybody.
        for each in (*led, *self.extreme_claims()):
            suit = self._suit_from(each)
            if suit is not None:
                return suit, (each,)
        # Where only trumps are played every card that fell tells the suit.
        for fell in self.played_cards() if self.deal.is_trumps_only else ():
            if self.is_natural(fell.card):
                return cards.suit(fell.card), (fell,)
        return None, ()

    def played_cards(self) -> list[InPile | PlayedToTrick]:
        return [*self.all(InPile), *self.all(PlayedToTrick)]

    def _suit_from(self, each: PlayedToTrick | PointCardIs) -> str | None:
        """The trump suit that a trump tells, which none does that may belong to two."""
        rules = self.deal.ruleset.rules
        if isinstance(each, PlayedToTrick):
            if rules.trump_by is TrumpBy.FIRST_CARD and not cards.is_joker(each.card):
                return cards.suit(each.card)
            if not self.deal.leads_trump:
                return None
        return cards.suit(each.card) if self.is_natural(each.card) else None

    def is_natural(self, *among: str) -> bool:
        """Whether cards stand in their printed suit and order, whatever is trump."""
        off_ranks = self.pack.off_ranks
        return not any(
            cards.is_joker(card) or (off_ranks and cards.rank(card) in off_ranks) for card in among
        )

    def suit(self, card: str) -> str:
        """The suit that a card belongs to, as far as the trump suit is known."""
        return self.ranking.suits.get(card, cards.suit(card))

    def is_trump(self, card: str) -> bool:
        """Whether a card is known to be a trump."""
        return self.trump is not None and self.suit(card) == self.trump

    def order(self, card: str) -> int:
        """How high a card stands in the suit that it belongs to."""
        return self.ranking.order[card]

    def known_trumps(self, listed: Iterable[str]) -> list[str]:
        """Those of some cards that are known to be trumps, in their order."""
        return [card for card in listed if self.is_trump(card)]

    def sources(
        self, *sources: KnownValue | Statement, trump: bool = True
    ) -> tuple[Statement, ...]:
        """All statements that a conclusion rests on, with what tells the trump suit."""
        found = list(self.trump_by) if trump else []
        for source in sources:
            found += source.by if isinstance(source, KnownValue) else (source,)
        return tuple(dict.fromkeys(found))

    def in_play_claims(self, point: PointName, *, was: bool) -> list[PointInPlay]:
        """What says that the card of a point was in play, or that it was not."""
        return [each for each in self.all(PointInPlay) if (each.point, each.was) == (point, was)]

    def worth(self, point: PointGoesTo | PointInPlay) -> int:
        """How many points a point counts under the rules."""
        values = self.deal.ruleset.rules.point_values
        return sum(value.worth for value in values if value.point is point.point)

    def extreme_claims(self) -> list[PointCardIs]:
        """The cards that are claimed for High and for Low."""
        return [each for each in self.all(PointCardIs) if each.point in EXTREMES]

    def captures(self, side: int) -> list[InPile]:
        """What a side is said to have captured."""
        return [each for each in self.all(InPile) if each.side == side]

    def captured_trumps(self, side: int) -> list[InPile]:
        """The trumps that a side is said to have captured."""
        return [each for each in self.captures(side) if self.is_trump(each.card)]

    def closed_pile(self, side: int, *, whole: bool = False) -> NothingElseInPile | None:
        """That nothing else is in a side's pile; `whole` where that is said of every card."""
        for each in self.all(NothingElseInPile):
            if each.side == side and (each.listed is Listed.ALL or not whole):
                return each
        return None

    def closed_piles(self, *, whole: bool = False) -> Sequence[NothingElseInPile]:
        """What closes every pile; nothing while one may have more cards of that kind."""
        found = [self.closed_pile(side, whole=whole) for side in range(self.deal.sides)]
        return [each for each in found if each is not None] if None not in found else ()

    def full_piles(self) -> Sequence[NothingElseInPile]:
        """Piles that are listed whole and together have room for no more than is played."""
        found = [self.closed_pile(side, whole=True) for side in range(self.deal.sides)]
        piles = [each for each in found if each is not None]
        room = sum(len(pile.cards) for pile in piles)
        is_full = self.deal.has_whole_tricks and room == self.deal.players * self.deal.tricks
        return piles if len(piles) == len(found) and is_full else ()

    def pile_trumps(self, pile: NothingElseInPile) -> list[str]:
        """The trumps that a pile lists, from low to high."""
        return sorted(self.known_trumps(pile.cards), key=self.ranking.order.__getitem__)

    def trump_count(self, side: int) -> KnownValue | None:
        """How many trumps a side captured: as stated, or as its pile lists all of them."""
        for stated in self.all(TrumpsAre):
            if stated.side == side:
                return KnownValue(stated.trumps, (stated,))
        pile = self.closed_pile(side, whole=True)
        if pile is None or self.trump is None:
            return None
        return KnownValue(len(self.pile_trumps(pile)), self.sources(pile))

    def none_beyond(self, side: int, card: str, sign: int) -> tuple[Statement, ...] | None:
        """What says that a side captured no higher trump than a card, or with -1 no lower one."""
        pack = self.pack
        beyond = {
            other
            for other in self.ranking.trumps
            if sign * (self.order(other) - self.order(card)) > 0
            and (sign > 0 or not cards.is_joker(other))
        }
        pile = self.closed_pile(side, whole=not all(pack.pips[other] for other in beyond))
        if pile is not None:
            return (pile,) if beyond.isdisjoint(pile.cards) else None
        own = self.captured_trumps(side)
        counted = self.trump_count(side)
        # If a side's trumps are counted and all listed, it has no other.
        if counted is None or counted.value != len(own):
            return None
        return None if any(taken.card in beyond for taken in own) else (*counted.by, *own)

    def cards_in_play(self) -> Iterator[InPile | WasDealt | PlayedToTrick]:
        """Every statement that a card was in play."""
        yield from self.all(InPile)
        yield from self.all(WasDealt)
        yield from self.all(PlayedToTrick)

    def holding(self, seat: int) -> list[WasDealt]:
        """What a seat is said to have been dealt."""
        return [each for each in self.all(WasDealt) if each.seat == seat]

    def is_dealt(self) -> bool:
        """Whether every card of every seat is stated."""
        every = self.deal.players * self.deal.tricks
        return len(self.all(WasDealt)) == every and not self.deal.is_surplus_captured

    def whole_hands(self) -> dict[int, list[WasDealt]]:
        """The seats of which all cards that they play from are stated."""
        hands = {seat: self.holding(seat) for seat in range(self.deal.players)}
        return {seat: held for seat, held in hands.items() if len(held) == self.deal.tricks}
