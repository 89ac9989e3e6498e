"""Card facts: what statements say of trumps, piles and holdings, whoever played what when."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from pitch import cards
from pitch.cards import JokerOrder
from pitch.hand.deals import Deal
from pitch.hand.records import Listed
from pitch.point_names import EXTREMES
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
    """A number or a seat that follows from some statements."""

    value: int
    by: tuple[Statement, ...]


class CardFacts:
    """Statements at their places, and what follows from a few of them about cards."""

    def __init__(self, statements: Iterable[tuple[int, Statement]], deal: Deal) -> None:
        self.deal = deal
        self.pack = deal.pack
        self._places: dict[Statement, int] = {}
        for place, statement in statements:
            self._places.setdefault(statement, place)
        self._by_kind: dict[type, list[Statement]] = {}
        for statement in self._places:
            self._by_kind.setdefault(type(statement), []).append(statement)
        # The reasons look up the same statements over and over.
        self._matches: dict[object, list[Any]] = {}
        self.trump, self.trump_by = self._find_trump()
        self.ranking = self.pack.ranking(self.trump)
        is_marked = self.pack.joker_order is JokerOrder.MARKED
        self.equal_jokers = self.pack.jokers if len(self.pack.jokers) > 1 and not is_marked else ()

    def all(self, kind: type[Kind], **fields: object) -> list[Kind]:
        """Return the statements of one kind with these fields, in the order of the record."""
        key = (kind, *fields.items())
        if key not in self._matches:
            self._matches[key] = [
                statement
                for statement in self._by_kind.get(kind, ())
                if all(getattr(statement, name) == value for name, value in fields.items())
            ]
        return self._matches[key]

    def first(self, kind: type[Kind], **fields: object) -> Kind | None:
        """Return the first statement of one kind with these fields."""
        return next(iter(self.all(kind, **fields)), None)

    def has(self, statement: Statement) -> bool:
        """Return whether something is stated."""
        return statement in self._places

    def places(self, statements: Iterable[Statement]) -> frozenset[int]:
        """Return the places at which statements are made."""
        return frozenset(self._places[statement] for statement in statements)

    def _find_trump(self) -> tuple[str | None, tuple[Statement, ...]]:
        """Return the trump suit as stated, or that of the first lead, or of a claimed extreme."""
        for trump in self.all(TrumpIs):
            return trump.suit, (trump,)
        # The first lead goes before claims: it was seen by everybody.
        sources: list[PlayedToTrick | PointCardIs] = [
            *self.all(PlayedToTrick, trick=0, place=0),
            *self.extreme_claims(),
        ]
        for source in sources:
            suit = self._suit_from(source)
            if suit is not None:
                return suit, (source,)
        # If only trumps are played, every card that fell shows the suit.
        for fell in self.played_cards() if self.deal.is_trumps_only else ():
            if self.is_natural(fell.card):
                return cards.suit(fell.card), (fell,)
        return None, ()

    def _suit_from(self, source: PlayedToTrick | PointCardIs) -> str | None:
        """Return the trump suit that a first lead or a claim shows; None if it fits two suits."""
        rules = self.deal.ruleset.rules
        if isinstance(source, PlayedToTrick):
            if rules.trump_by is TrumpBy.FIRST_CARD and not cards.is_joker(source.card):
                return cards.suit(source.card)
            if not self.deal.leads_trump:
                return None
        return cards.suit(source.card) if self.is_natural(source.card) else None

    def is_natural(self, *among: str) -> bool:
        """Return whether cards stay in their printed suit and order, whatever is trump."""
        off_ranks = self.pack.off_ranks
        return not any(
            cards.is_joker(card) or (off_ranks and cards.rank(card) in off_ranks) for card in among
        )

    def suit(self, card: str) -> str:
        """Return the suit that a card belongs to, as far as the trump suit is known."""
        return self.ranking.suits.get(card, cards.suit(card))

    def is_trump(self, card: str) -> bool:
        """Return whether a card is known to be a trump."""
        return self.trump is not None and self.suit(card) == self.trump

    def order(self, card: str) -> int:
        """Return the rank of a card in the suit that it belongs to, from low to high."""
        return self.ranking.order[card]

    def sources(
        self, *conclusions: KnownValue | Statement, trump: bool = True
    ) -> tuple[Statement, ...]:
        """Return all statements that conclusions rest on; with `trump` those of the trump suit."""
        sources = list(self.trump_by) if trump else []
        for conclusion in conclusions:
            sources += conclusion.by if isinstance(conclusion, KnownValue) else (conclusion,)
        return tuple(dict.fromkeys(sources))

    def worth(self, point: PointGoesTo | PointInPlay) -> int:
        """Return how many points a point counts under the rules."""
        values = self.deal.ruleset.rules.point_values
        return sum(value.worth for value in values if value.point is point.point)

    def extreme_claims(self) -> list[PointCardIs]:
        """Return the claims of a card for High or for Low."""
        return [claim for claim in self.all(PointCardIs) if claim.point in EXTREMES]

    def played_cards(self) -> list[InPile | PlayedToTrick]:
        """Return the statements that a card was captured or fell to a trick."""
        return [*self.all(InPile), *self.all(PlayedToTrick)]

    def cards_in_play(self) -> list[InPile | WasDealt | PlayedToTrick]:
        """Return every statement that a card was in play."""
        return [*self.all(InPile), *self.all(WasDealt), *self.all(PlayedToTrick)]

    def captured_trumps(self, side: int) -> list[InPile]:
        """Return the statements that a side captured a trump."""
        return [taken for taken in self.all(InPile, side=side) if self.is_trump(taken.card)]

    def closed_pile(self, side: int, *, whole: bool = False) -> NothingElseInPile | None:
        """Return the statement that closes a side's pile; with `whole` only one for all cards."""
        piles = self.all(NothingElseInPile, side=side)
        return next((pile for pile in piles if pile.listed is Listed.ALL or not whole), None)

    def closed_piles(self, *, whole: bool = False) -> Sequence[NothingElseInPile]:
        """Return the statements that close all piles; nothing while a pile may have more cards."""
        piles = [self.closed_pile(side, whole=whole) for side in range(self.deal.sides)]
        return [pile for pile in piles if pile is not None] if None not in piles else ()

    def full_piles(self) -> Sequence[NothingElseInPile]:
        """Return the piles if all are listed whole and have as many cards as are played."""
        piles = self.closed_piles(whole=True)
        size = sum(len(pile.cards) for pile in piles)
        is_full = self.deal.has_whole_tricks and size == self.deal.players * self.deal.tricks
        return piles if is_full else ()

    def pile_trumps(self, pile: NothingElseInPile) -> list[str]:
        """Return the trumps that a pile lists, from low to high."""
        return sorted(filter(self.is_trump, pile.cards), key=self.ranking.order.__getitem__)

    def trump_count(self, side: int) -> KnownValue | None:
        """Return how many trumps a side captured: as stated, or as its whole pile lists them."""
        for count in self.all(TrumpsAre, side=side):
            return KnownValue(count.trumps, (count,))
        pile = self.closed_pile(side, whole=True)
        if pile is None or self.trump is None:
            return None
        return KnownValue(len(self.pile_trumps(pile)), self.sources(pile))

    def none_beyond(self, side: int, card: str, sign: int) -> tuple[Statement, ...] | None:
        """Return the statements by which a side captured no trump higher than a card.

        With a `sign` of -1 no lower one. None if nothing says so.
        """
        pack = self.pack
        beyond = {
            trump
            for trump in self.ranking.trumps
            if sign * (self.order(trump) - self.order(card)) > 0
            and (sign > 0 or not cards.is_joker(trump))
        }
        pile = self.closed_pile(side, whole=not all(pack.pips[trump] for trump in beyond))
        if pile is not None:
            return (pile,) if beyond.isdisjoint(pile.cards) else None
        own, count = self.captured_trumps(side), self.trump_count(side)
        # If a side's trumps are counted and all listed, it has no further one.
        if count is None or count.value != len(own):
            return None
        return None if any(taken.card in beyond for taken in own) else (*count.by, *own)

    def is_dealt(self) -> bool:
        """Return whether every card of every seat is stated."""
        total = self.deal.players * self.deal.tricks
        return len(self.all(WasDealt)) == total and not self.deal.is_surplus_captured

    def whole_hands(self) -> dict[int, list[WasDealt]]:
        """Return the holdings of the seats whose cards to play from are all stated."""
        hands = {seat: self.all(WasDealt, seat=seat) for seat in range(self.deal.players)}
        return {seat: hand for seat, hand in hands.items() if len(hand) == self.deal.tricks}
