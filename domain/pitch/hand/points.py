"""Points: the owner of each as far as it is known, its card, and what points add up to."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from operator import add
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch import cards, point_names
from pitch.cards import Card, JokerRank
from pitch.hand.deals import Deal
from pitch.messages import CHOICE, SIDE, Message, Sentence, any_of
from pitch.point_names import JOKERS, PointName
from pitch.rules.options import PointValue
from pitch.types import Code, Side, Value

Owners = tuple[int | None, ...]
"""The owning sides of the points of the rules, in counting order; None for nobody."""


class Certainty(StrEnum):
    """The certainty of a point: certain if every way to complete the record gives it alike."""

    CERTAIN = "certain"
    OPEN = "open"


class Point(Value, frozen=True):
    """One point of a hand and its owner, or every side that may still get it."""

    point: PointName
    """The name of the point that the hand pays."""
    worth: Annotated[int, Meta(ge=1, le=100)]
    """The points that its owner scores for it."""
    state: Certainty
    """The certainty of the point's owner."""
    side: Side | None
    """The side that has the point, counted from 0; null while open, and if nobody has the point."""
    possible: tuple[Side, ...]
    """The sides that may still get the point, counted from 0."""
    may_be_nobody: bool
    """True if the point may still go to nobody."""
    card: Card | None
    """The card that brings the point; null if no card does, or if the card is not known."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide the point."""
    why: Sentence
    """The owner of the point and the reason, in a sentence."""

    @property
    def is_open(self) -> bool:
        """Return whether its owner is still open."""
        return self.state is Certainty.OPEN


Points = tuple[Point, ...]
"""The points of a hand in counting order, as the rules list them."""


class PointSide(Value, frozen=True):
    """One point and the side that took it."""

    point: PointName
    """The point that the side has."""
    side: Side | None = None
    """The side that has the point; null if nobody has the point, or the side is not known."""


class Bounds(Struct, frozen=True):
    """The fewest and the most points that each side can have."""

    least: tuple[int, ...]
    """The fewest points, by side."""
    most: tuple[int, ...]
    """The most points, by side."""


_OPEN: Final = Message("point.open", sides=any_of(SIDE), nobody=CHOICE)
_PROVEN: Final = Message("point.proven", side=SIDE)
_PROVEN_NOBODYS: Final = Message("point.proven.nobody")


def open_sentence(sides: Iterable[int], deal: Deal, *, nobody: bool) -> Sentence:
    """Return the sentence on the owners that an open point may have."""
    return _OPEN(sides=tuple(map(deal.side, sides)), nobody="yes" if nobody else "no")


def find_point(hand_points: Points, name: PointName) -> Point | None:
    """Return the point of a name; None if the rules do not have it."""
    for point in hand_points:
        if point.point is name:
            return point
    return None


def bounds(hand_points: Points, sides: int) -> Bounds:
    """Return the fewest and the most points that each side can have."""
    certain, more = [0] * sides, [0] * sides
    for point in hand_points:
        if point.side is not None:
            certain[point.side] += point.worth
        else:
            for side in point.possible:
                more[side] += point.worth
    return Bounds(tuple(certain), tuple(map(add, certain, more)))


def by_side(owners: Owners, deal: Deal) -> list[int]:
    """Return the points of each side, by side, from the owner of each."""
    counts = [0] * deal.sides
    for value, side in zip(deal.ruleset.rules.point_values, owners, strict=True):
        if side is not None:
            counts[side] += value.worth
    return counts


def narrow(hand_points: Points, owners_by_point: tuple[Owners, ...], deal: Deal) -> Points:
    """Return the points with only the owners that a search left possible, in counting order."""
    return tuple(
        _narrow_point(point, owners, deal)
        for point, owners in zip(hand_points, owners_by_point, strict=True)
    )


def _narrow_point(point: Point, owners: Owners, deal: Deal) -> Point:
    if not point.is_open:
        return point
    if len(owners) == 1:
        return prove_owner(point, owners[0], deal)
    sides, may_be_nobody = tuple(side for side in owners if side is not None), None in owners
    why = open_sentence(sides, deal, nobody=may_be_nobody)
    return structs.replace(point, possible=sides, may_be_nobody=may_be_nobody, why=why)


def prove_owner(point: Point, side: int | None, deal: Deal) -> Point:
    """Return a point whose only possible owner, None for nobody, was proven by a search."""
    why = _PROVEN_NOBODYS() if side is None else _PROVEN(side=deal.side(side))
    return structs.replace(_with_owner(point, side), why=why)


def with_owners(hand_points: Points, owners: Owners) -> Points:
    """Return the points as certain, each with its owner."""
    return tuple(map(_with_owner, hand_points, owners))


def _with_owner(point: Point, side: int | None) -> Point:
    return structs.replace(
        point,
        state=Certainty.CERTAIN,
        side=side,
        possible=() if side is None else (side,),
        may_be_nobody=side is None,
    )


_JOKER_CARDS: Final = {
    PointName.JOKER: cards.HIGH_JOKER,
    PointName.HIGH_JOKER: cards.HIGH_JOKER,
    PointName.LOW_JOKER: cards.LOW_JOKER,
}


@cache
def card_for(point: PointName, trump: str | None) -> str | None:
    """Return the card that a point is for; None if it has none, or the trump is not known."""
    if point in _JOKER_CARDS or trump is None:
        return _JOKER_CARDS.get(point)
    off, rank = point_names.OFF_RANKS.get(point), point_names.RANKS.get(point)
    if off is not None:
        return cards.card(off, cards.same_colour(trump))
    return None if rank is None else cards.card(rank, trump)


def most_points(deal: Deal) -> int:
    """Return the most that a hand pays: all its points."""
    return deal.ruleset.rules.total


def is_always_taken(point: PointName, deal: Deal) -> bool:
    """Return whether a point has an owner in every hand.

    Somebody wins the last trick. If trump has to be led, or every trump is drawn, some trump is
    captured, so High has an owner, and Low unless the trump can be a joker. If all trumps are
    captured, so is every point that a trump brings.
    """
    if point is PointName.LAST_TRICK:
        return True
    if point is PointName.HIGH:
        return deal.has_trump
    if point is PointName.LOW:
        return deal.has_natural_trump
    return deal.has_all_trumps and _is_of_trump(point, deal)


_BY_PLAY: Final = frozenset({PointName.GAME, PointName.HIGH_SPADE})
"""The points that may have no owner though every trump is captured."""


def _is_of_trump(point: PointName, deal: Deal) -> bool:
    """Return whether a trump brings a point; a joker apart is no trump."""
    is_joker_apart = point in JOKERS and deal.pack.joker_rank is JokerRank.APART
    return point not in _BY_PLAY and not is_joker_apart


def payable_sums(deal: Deal) -> frozenset[int]:
    """Return every sum that some or no points of a hand can be worth."""
    return _sums(deal.ruleset.rules.point_values)


@cache
def _sums(values: tuple[PointValue, ...]) -> frozenset[int]:
    sums = {0}
    for value in values:
        sums |= {total + value.worth for total in sums}
    return frozenset(sums)


def least_points(deal: Deal) -> int:
    """Return the least that a hand pays: the points that always have an owner."""
    values = deal.ruleset.rules.point_values
    return sum(value.worth for value in values if is_always_taken(value.point, deal))


def drawn_points(deal: Deal) -> int:
    """Return the least that a hand pays if all trumps are drawn and none is burned."""
    values = deal.ruleset.rules.point_values
    return sum(value.worth for value in values if _is_of_trump(value.point, deal))


def is_sum_fixed(deal: Deal) -> bool:
    """Return whether the points of all sides add up to the same in every hand."""
    return least_points(deal) == most_points(deal)
