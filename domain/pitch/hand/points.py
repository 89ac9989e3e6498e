"""Points: which side each goes to, as far as a record tells, and what that leaves open."""

from collections.abc import Iterable
from enum import StrEnum
from operator import add
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch.cards import Card
from pitch.hand.deals import Deal
from pitch.messages import CHOICE, SIDE, Message, Sentence, any_of
from pitch.point_names import PointName
from pitch.types import Code, Side, Value

Owners = tuple[int | None, ...]
"""The sides that have the points of the rules, in counting order; None stands for nobody."""


class Certainty(StrEnum):
    """Whether a point is the same in every way the record can be completed."""

    CERTAIN = "certain"
    OPEN = "open"


class Point(Value, frozen=True):
    """Where one point goes. Open points list every side that may still get it."""

    point: PointName
    """What it is for."""
    worth: Annotated[int, Meta(ge=1, le=100)]
    """How many points it counts."""
    state: Certainty
    """How far it is certain."""
    side: Side | None
    """The side that has the point; null while open, and when nobody has it."""
    possible: tuple[Side, ...]
    """Every side that may still get it."""
    may_be_nobody: bool
    """Whether it may still be that nobody gets it."""
    card: Card | None
    """The card that brings it; null where no card does, or it is not known."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide it."""
    why: Sentence
    """Who gets it and why, in a sentence."""

    @property
    def is_open(self) -> bool:
        """Whether it is not certain yet who gets it."""
        return self.state is Certainty.OPEN


Points = tuple[Point, ...]
"""The points of a hand in counting order, as the rules list them."""


class PointSide(Value, frozen=True):
    """Which side took one point."""

    point: PointName
    """The point that somebody took."""
    side: Side | None = None
    """The side that has the point; null where nobody has it, or it is not known."""


class Bounds(Struct, frozen=True):
    """The fewest and the most points that each side can have."""

    least: tuple[int, ...]
    """The fewest points, by side."""
    most: tuple[int, ...]
    """The most points, by side."""


_OPEN: Final = Message("point.open", sides=any_of(SIDE), nobody=CHOICE)
_PROVEN: Final = Message("point.proven", side=SIDE)
_PROVEN_NOBODYS: Final = Message("point.proven.nobody")


def still_open(sides: Iterable[int], deal: Deal, *, nobody: bool) -> Sentence:
    """Who may still get a point."""
    return _OPEN(sides=tuple(map(deal.side, sides)), nobody="yes" if nobody else "no")


def of(reckoned: Points, name: PointName) -> Point | None:
    """The point of a name; None where the rules do not have it."""
    for point in reckoned:
        if point.point is name:
            return point
    return None


def bounds(reckoned: Points, sides: int) -> Bounds:
    """How much the points that each side can have are worth, by side (D-8)."""
    certain, more = [0] * sides, [0] * sides
    for point in reckoned:
        if point.side is not None:
            certain[point.side] += point.worth
        else:
            for side in point.possible:
                more[side] += point.worth
    return Bounds(tuple(certain), tuple(map(add, certain, more)))


def taken(owners: Owners, deal: Deal) -> list[int]:
    """What the points of each side are worth, by side."""
    counts = [0] * deal.sides
    for value, side in zip(deal.ruleset.rules.point_values, owners, strict=True):
        if side is not None:
            counts[side] += value.worth
    return counts


def narrowed(reckoned: Points, possible: tuple[Owners, ...], deal: Deal) -> Points:
    """The points when a search has shown who alone can have each, in counting order."""
    return tuple(
        _narrowed(point, owners, deal) for point, owners in zip(reckoned, possible, strict=True)
    )


def _narrowed(point: Point, owners: tuple[int | None, ...], deal: Deal) -> Point:
    """A point with its owners brought down to those that a search left."""
    if point.state is Certainty.CERTAIN:
        return point
    if len(owners) > 1:
        sides = tuple(side for side in owners if side is not None)
        return structs.replace(
            point,
            possible=sides,
            may_be_nobody=None in owners,
            why=still_open(sides, deal, nobody=None in owners),
        )
    return proven(point, owners[0], deal)


def proven(point: Point, side: int | None, deal: Deal) -> Point:
    """A point of which a search has shown that only one side can have it, or nobody."""
    return structs.replace(
        point,
        state=Certainty.CERTAIN,
        side=side,
        possible=() if side is None else (side,),
        may_be_nobody=side is None,
        why=_PROVEN_NOBODYS() if side is None else _PROVEN(side=deal.side(side)),
    )


def owned(reckoned: Points, owners: Owners) -> Points:
    """The points when the sides that have each are certain."""
    return tuple(
        structs.replace(
            point,
            state=Certainty.CERTAIN,
            side=side,
            possible=() if side is None else (side,),
            may_be_nobody=side is None,
        )
        for point, side in zip(reckoned, owners, strict=True)
    )
