"""Pile cards: cards that cannot be in piles still being listed, and cards to ask for."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch.cards import MOST_CARDS, Card
from pitch.hand import points, readings
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import HandRecord, Listed
from pitch.point_names import PointName
from pitch.proof import outcomes, statements
from pitch.proof.cases import Case
from pitch.proof.fits import Fit, Misfit
from pitch.proof.formula import layouts
from pitch.proof.solver import Effort
from pitch.proof.statements import AnyInNoPile, AnyInPiles, InPile, Statement, StatementAt
from pitch.types import Side, Value

_WORK: Final = 4_000
"""Work for all cards together, in the solver's units: a phone asks after every tap."""
_TRIAL: Final = 400
"""Work for the question whether any of some cards can be in a pile."""
_BATCH: Final = 4
"""Cards tried in a pile at once: most go together, so one search is enough."""
_BATCH_TRIAL: Final = 100
"""Work for the question whether these go together."""
_MOST_MISFITS: Final = 10
"""Such questions that may find no fit: then most of the remaining cards are impossible."""

_Place = tuple[int, Card]
"""A side and a card that may be in its pile."""


class ImpossibleCards(Value, frozen=True):
    """The cards that certainly are not in a pile that is still being listed."""

    side: Side
    """The side whose pile certainly lacks the cards, counted from 0."""
    cards: Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)]
    """Cards that no pile lists and that cannot be in this pile: no deal and play would fit what was
    entered.
    """
    is_complete: bool
    """True if every other card can be in the pile; false if some took too much work to check."""


class AskedCard(Value, frozen=True):
    """A card that is listed in no pile, so that its taker is open."""

    card: Card
    """The card to ask the table about."""
    point: PointName
    """The open point that the card helps to decide."""


ImpossibleInPiles = Annotated[
    tuple[ImpossibleCards, ...],
    Meta(
        description="Cards that cannot be in the piles that are still being listed, while the hand "
        "is open: piles with `some` of their cards, and those without any entry.",
        max_length=8,
    ),
]
CardsToAsk = Annotated[
    tuple[AskedCard, ...],
    Meta(max_length=MOST_CARDS),
]


class PileCards(Struct, frozen=True):
    """Impossible cards and cards to ask for while piles are being listed."""

    impossible: ImpossibleInPiles = ()
    cards_to_ask: CardsToAsk = ()


def search(
    record: HandRecord, deal: Deal, points: Points, effort: Effort | None = None
) -> PileCards:
    """Return the impossible cards of each half-listed pile, and the cards to ask for.

    Half-listed are piles with `some` of their cards, and those without any entry; without such a
    pile both are empty. A card that is not decided within the work allowed is not named as
    impossible. `points` are those of the verdict; cards to ask for bear on an open one, first the
    cards that bring a point, in counting order, then possible Lows, then the most pips for Game.
    Each of them was seen in two piles, or in one and in none, by deals and plays that fit the
    record. With the `effort` of its proof the solver and the fits of that are used again.
    """
    places = _places(record, deal)
    if not places:
        return PileCards()
    decisive = list(_decisive_cards(record, deal, points))
    work = Effort(_WORK) if effort is None else effort.continue_with(_WORK)
    result = _Search(record, deal, places, work)
    result.decide()
    result.look_for_none({card for card, _ in decisive})
    ruled_out = {place for place, can_be in result.decided.items() if not can_be}
    return PileCards(
        impossible=tuple(
            ImpossibleCards(
                side=side,
                cards=tuple(card for card in deal.pack.cards if (side, card) in ruled_out),
                is_complete=all(place in result.decided for place in places if place[0] == side),
            )
            for side in dict.fromkeys(side for side, _ in places)
        ),
        cards_to_ask=tuple(
            AskedCard(card=card, point=point)
            for card, point in decisive
            if len(result.seen.get(card, ())) > 1
        ),
    )


def _places(record: HandRecord, deal: Deal) -> list[_Place]:
    """Return the cards that no pile lists, each in every half-listed pile."""
    if not record.piles:
        return []
    listed = {card for pile in record.piles for card in pile.cards}
    complete = {pile.side for pile in record.piles if pile.listed is not Listed.SOME}
    return [
        (side, card)
        for side in range(deal.sides)
        if side not in complete
        for card in deal.pack.cards
        if card not in listed
    ]


class _Search:
    """A search for the piles that cards can be in.

    Every deal and play that fits shows a whole layout, and so decides many places at once.
    """

    def __init__(
        self, record: HandRecord, deal: Deal, places: Sequence[_Place], effort: Effort
    ) -> None:
        self.decided: dict[_Place, bool] = {}
        """Whether a card can be in a pile, by the place, once that is known."""
        self.seen: dict[Card, set[int | None]] = {card: set() for _, card in places}
        """The piles in which each card was seen; None is no half-listed pile."""
        self._places = places
        self._effort = effort
        self._entries = statements.from_record(record, deal)
        engine = effort.solvers.for_layout(layouts.from_deal(deal))
        self._known = Case(self._entries, deal, engine, _WORK, effort)
        for fit in self._known.found:
            self._note(fit)

    def decide(self) -> None:
        """Decide all places: a batch together while batches fit, then each that is left."""
        misfits = 0
        for batch in _batches(self._places):
            left = self._undecided(batch)
            if left and misfits < _MOST_MISFITS:
                answer = self._ask(_BATCH_TRIAL, *(InPile(*place) for place in left))
                misfits += not isinstance(answer, Fit)
        for group in outcomes.cover(
            self._undecided(self._places),
            lambda group: self._ask(_TRIAL, AnyInPiles(tuple(group))),
            self.decided.__contains__,
        ):
            self.decided |= dict.fromkeys(group, False)

    def look_for_none(self, among: Collection[Card]) -> None:
        """See which of some cards that were in one pile only can also be in none."""
        sides = tuple(dict.fromkeys(side for side, _ in self._places))
        alone = [
            card
            for card, piles in self.seen.items()
            if card in among and len(piles) == 1 and None not in piles
        ]
        ruled_out = outcomes.cover(
            alone,
            lambda group: self._ask(_TRIAL, AnyInNoPile(sides, tuple(group))),
            lambda card: None in self.seen[card],
        )
        deque(ruled_out, maxlen=0)

    def _undecided(self, places: Sequence[_Place]) -> list[_Place]:
        return [place for place in places if place not in self.decided]

    def _ask(self, work: int, *trials: Statement) -> Fit | Misfit | None:
        """Return whether statements are possible; None if that takes more than some work."""
        # Added like entries, because a card that a statement names is not exchanged for another.
        added = (StatementAt("/piles", trial) for trial in trials)
        known = self._known
        case = Case((*self._entries, *added), known.deal, known.solver, work, self._effort)
        answer = case.try_fit(case.everything())
        if isinstance(answer, Fit):
            self._note(answer)
        return answer

    def _note(self, fit: Fit) -> None:
        """Note where a fit has every card."""
        formula = self._known.formula
        numbers, captured = formula.layout.numbers_by_trump[fit.trump], formula.captured
        there = {at for at in self._places if fit.model.holds(captured[numbers[at[1]], at[0]])}
        self.decided |= dict.fromkeys(there, True)
        for side, card in there:
            self.seen[card].add(side)
        for card in self.seen.keys() - {card for _, card in there}:
            self.seen[card].add(None)


def _batches(places: Sequence[_Place]) -> Iterator[Sequence[_Place]]:
    """Yield a few places of a side at a time."""
    for side in dict.fromkeys(side for side, _ in places):
        own = [place for place in places if place[0] == side]
        for first in range(0, len(own), _BATCH):
            yield own[first : first + _BATCH]


_LAST: Final = (PointName.LOW, PointName.GAME)
"""The points that several cards decide: those of a single card are asked for before."""


def _decisive_cards(
    record: HandRecord, deal: Deal, points: Points
) -> Iterator[tuple[Card, PointName]]:
    """Yield the cards that decide an open point, each once, in the order to ask for them."""
    trump = readings.read(record, deal).captures.trump
    if trump is None:
        return
    still_open = [point.point for point in points if point.is_open]
    yielded: set[Card] = set()
    for point in sorted(still_open, key=_priority):
        for card in _cards_for(point, trump, record, deal):
            if card not in yielded:
                yielded.add(card)
                yield card, point


def _priority(point: PointName) -> int:
    """Return the rank of a point among those to ask about."""
    return _LAST.index(point) + 1 if point in _LAST else 0


def _cards_for(point: PointName, trump: str, record: HandRecord, deal: Deal) -> Iterator[Card]:
    """Yield the cards that decide a point, the most decisive first."""
    if point in deal.ruleset.rules.dealt_points:
        return
    listed = {card for pile in record.piles for card in pile.cards}
    ranking = deal.pack.ranking(trump)
    card = points.card_for(point, trump)
    if card is not None:
        yield card
    elif point is PointName.HIGH:
        # Down to the first trump that is listed: none below it can be High any more.
        yield from takewhile(lambda card: card not in listed, ranking.trumps[::-1])
    elif point is PointName.LOW:
        yield from takewhile(lambda card: card not in listed, ranking.naturals)
    elif point is PointName.GAME:
        pips = deal.pack.pips
        yield from sorted(
            (card for card in deal.pack.cards if pips[card]), key=lambda card: -pips[card]
        )
