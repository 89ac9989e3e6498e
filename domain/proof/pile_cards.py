"""Pile cards: which cards cannot lie in the piles that a table is still listing."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from domain.cards import MOST_CARDS, Card
from domain.hand import readings
from domain.hand.deals import Deal
from domain.hand.records import HandRecord, Listed
from domain.proof import provers, solver, statements
from domain.proof.cases import Case, Fit
from domain.proof.efforts import Effort
from domain.proof.formula import layouts
from domain.proof.solver import OutOfWork
from domain.proof.statements import InPile, StatementAt
from domain.types import Side, Value

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


def impossible(record: HandRecord, deal: Deal) -> tuple[ImpossibleCards, ...]:
    """What cannot be in each half-listed pile of a record that can be; none if nothing is listed.

    Half-listed are piles with `some` of their cards, and those of which nothing was entered. A card
    that is not decided within the work allowed is not told as impossible.
    """
    places = _asked(record, deal)
    if not places:
        return ()
    decided = dict(_decided(record, deal, places))
    ruled_out = {place for place, can_be in decided.items() if not can_be}
    return tuple(
        ImpossibleCards(
            side=side,
            cards=tuple(card for card in deal.pack.cards if (side, card) in ruled_out),
            is_complete=all(place in decided for place in places if place[0] == side),
        )
        for side in dict.fromkeys(side for side, _ in places)
    )


def _asked(record: HandRecord, deal: Deal) -> list[_Place]:
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


def _decided(record: HandRecord, deal: Deal, places: list[_Place]) -> Iterator[tuple[_Place, bool]]:
    """Each place that was decided, and whether the card can be there.

    Every deal and play that is found shows a whole layout, and so decides many places at once.
    """
    seated = provers.pitchers(record, deal, readings.read(record, deal))
    stated = statements.of(record, seated)
    effort, engine = Effort(_WORK), solver.of(layouts.of(deal))
    left = dict.fromkeys(places)
    waiting = [
        [place for place in places if place[0] == side][first : first + _TOGETHER]
        for side in range(deal.sides)
        for first in range(0, len(places), _TOGETHER)
    ]
    while waiting:
        asked = [place for place in waiting.pop() if place in left]
        if not asked:
            continue
        # Stated like what was entered, for it tells cards from those that are else exchanged.
        supposed = (StatementAt("/piles", InPile(*place)) for place in asked)
        case = Case((*stated, *supposed), deal, engine, _TRIAL, effort)
        try:
            answer = case.fit(case.everything())
        except OutOfWork:
            answer = None
        # Several cards that cannot be there together may be there one by one.
        if not isinstance(answer, Fit) and len(asked) > 1:
            half = len(asked) // 2
            waiting += [asked[half:], asked[:half]]
        elif answer is not None:
            is_there = isinstance(answer, Fit)
            for place in _shown(case, answer, left) if isinstance(answer, Fit) else asked:
                del left[place]
                yield place, is_there


def _shown(case: Case, fit: Fit, left: dict[_Place, None]) -> list[_Place]:
    """The places of those left where a fit has the card."""
    numbers, captured = case.formula.layout.numbered[fit.trump], case.formula.captured
    return [(side, card) for side, card in left if fit.model.holds(captured[numbers[card], side])]
