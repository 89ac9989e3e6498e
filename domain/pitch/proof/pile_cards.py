"""Pile cards: what cannot lie in the piles that a table is still listing, and what to ask for."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch.cards import MOST_CARDS, Card
from pitch.hand import points, readings
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import HandRecord, Listed
from pitch.point_names import PointName
from pitch.proof import provers, statements
from pitch.proof.cases import Case, Fit
from pitch.proof.efforts import Effort
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import InPile, StatementAt
from pitch.types import Side, Value

_WORK: Final = 4_000
"""Work for all cards together, in the solver's units: a phone asks after every tap."""
_TRIAL: Final = 400
"""Work for one question."""
_TOGETHER: Final = 4
"""How many cards are tried in a pile at once: most go together, and then one search is enough."""

_Place = tuple[int, Card]
"""A side and a card that may be in its pile."""


class ImpossibleCards(Value, frozen=True):
    """The cards that certainly are not in a pile that is still being listed."""

    side: Side
    cards: Annotated[
        tuple[Card, ...],
        Meta(
            description="Cards that no pile lists, and with which in this one no deal and play "
            "fits what was entered.",
            max_length=MOST_CARDS,
        ),
    ]
    is_complete: Annotated[
        bool,
        Meta(description="Whether each other card can be; false where some took too much work."),
    ]


class AskedCard(Value, frozen=True):
    """A card that no pile lists, and of which more than one thing can still be true."""

    card: Card
    """The card to ask for."""
    point: PointName
    """The open point that it tells about."""


ImpossibleInPiles = Annotated[
    tuple[ImpossibleCards, ...],
    Meta(
        description="What cannot be in the piles that are still being listed, while the hand "
        "is open: piles with `some` of their cards, and those of which nothing was entered.",
        max_length=8,
    ),
]
CardsToAsk = Annotated[
    tuple[AskedCard, ...],
    Meta(
        description="The cards to ask for next while such a hand is open, what tells most "
        "first: who took each, or whether anybody did, is open and tells about a point. Empty "
        "before trump is known.",
        max_length=MOST_CARDS,
    ),
]


class PileCards(Struct, frozen=True):
    """What is told of the cards while piles are being listed."""

    impossible: ImpossibleInPiles = ()
    asked: CardsToAsk = ()


def search(record: HandRecord, deal: Deal, points: Points) -> PileCards:
    """What cannot be in each half-listed pile, and what to ask for; nothing if none is listed.

    Half-listed are piles with `some` of their cards, and those of which nothing was entered. A card
    that is not decided within the work allowed is not told as impossible. `points` are those of the
    verdict; asked for are cards that tell about an open one, first the cards that bring a point, in
    counting order, then what may be Low, then what counts most for Game. Each of them was seen in
    two piles, or in one and in none, by deals and plays that fit the record.
    """
    places = _places(record, deal)
    if not places:
        return PileCards()
    found = _searched(record, deal, places)
    ruled_out = {place for place, can_be in found.decided.items() if not can_be}
    return PileCards(
        impossible=tuple(
            ImpossibleCards(
                side=side,
                cards=tuple(card for card in deal.pack.cards if (side, card) in ruled_out),
                is_complete=all(place in found.decided for place in places if place[0] == side),
            )
            for side in dict.fromkeys(side for side, _ in places)
        ),
        asked=tuple(_asked(record, deal, points, found)),
    )


class _Found(Struct):
    """Which places were decided, and where each card was seen; None is in no half-listed pile."""

    decided: dict[_Place, bool]
    seen: dict[Card, set[int | None]]


def _places(record: HandRecord, deal: Deal) -> list[_Place]:
    if not record.piles:
        return []
    listed = {card for pile in record.piles for card in pile.cards}
    ended = {pile.side for pile in record.piles if pile.listed is not Listed.SOME}
    return [
        (side, card)
        for side in range(deal.sides)
        if side not in ended
        for card in deal.pack.cards
        if card not in listed
    ]


def _searched(record: HandRecord, deal: Deal, places: list[_Place]) -> _Found:
    """Each place that was decided, and whether the card can be there.

    Every deal and play that is found shows a whole layout, and so decides many places at once.
    """
    seated = provers.pitchers(record, deal, readings.read(record, deal))
    stated = statements.from_record(record, seated)
    effort = Effort(_WORK)
    engine = effort.solvers.for_layout(layouts.from_deal(deal))
    found = _Found({}, {card: set() for _, card in places})
    waiting = [
        [place for place in places if place[0] == side][first : first + _TOGETHER]
        for side in range(deal.sides)
        for first in range(0, len(places), _TOGETHER)
    ]
    while waiting:
        tried = [place for place in waiting.pop() if place not in found.decided]
        if not tried:
            continue
        # Stated like what was entered, for it tells cards from those that are else exchanged.
        supposed = (StatementAt("/piles", InPile(*place)) for place in tried)
        case = Case((*stated, *supposed), deal, engine, _TRIAL, effort)
        try:
            answer = case.fit(case.everything())
        except OutOfWork:
            answer = None
        # Several cards that cannot be there together may be there one by one.
        if not isinstance(answer, Fit) and len(tried) > 1:
            half = len(tried) // 2
            waiting += [tried[half:], tried[:half]]
        elif isinstance(answer, Fit):
            _see(case, answer, places, found)
        elif answer is not None:
            found.decided |= dict.fromkeys(tried, False)
    return found


def _see(case: Case, fit: Fit, places: list[_Place], found: _Found) -> None:
    """Note where a fit has every card."""
    numbers, captured = case.formula.layout.numbered[fit.trump], case.formula.captured
    there = {(s, card) for s, card in places if fit.model.holds(captured[numbers[card], s])}
    found.decided |= dict.fromkeys(there, True)
    for side, card in there:
        found.seen[card].add(side)
    for card in found.seen.keys() - {card for _, card in there}:
        found.seen[card].add(None)


_LAST: Final = (PointName.LOW, PointName.GAME)
"""The points that several cards tell about: one that a single card brings is asked for before."""


def _asked(record: HandRecord, deal: Deal, points: Points, found: _Found) -> Iterator[AskedCard]:
    """The cards worth asking for, each once."""
    trump = readings.read(record, deal).captures.trump
    if trump is None:
        return
    still_open = [point.point for point in points if point.is_open]
    done: set[Card] = set()
    for point in sorted(still_open, key=_turn):
        for card in _telling(point, trump, record, deal):
            if card not in done and len(found.seen.get(card, ())) > 1:
                done.add(card)
                yield AskedCard(card=card, point=point)


def _turn(point: PointName) -> int:
    return _LAST.index(point) + 1 if point in _LAST else 0


def _telling(point: PointName, trump: str, record: HandRecord, deal: Deal) -> Iterator[Card]:
    """The cards that tell about a point, what tells most first."""
    if point in deal.ruleset.rules.dealt_points:
        return
    listed, ranking = (
        {card for pile in record.piles for card in pile.cards},
        deal.pack.ranking(trump),
    )
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
