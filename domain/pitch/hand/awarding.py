"""Awarding: what the points of a hand are told by, and a point as it is given or left open."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitch.hand import points
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.pips import SidePips
from pitch.hand.points import Certainty, Point
from pitch.hand.records import Claims, HandRecord
from pitch.messages import POINT, SIDE, Message, Sentence
from pitch.point_names import PointName

ENTERED: Final = Message("point.entered", point=POINT, side=SIDE)
"""A point that the table says somebody has."""


class Award(Struct, frozen=True):
    """How a point of a rule set is found, and the clauses that it rests on."""

    point: PointName
    worth: int
    find: "Callable[[Award, Facts], Point]"
    clauses: tuple[str, ...]
    further: tuple[str, ...]
    """The same with the clause of what else it can rest on: pips, the only trump in play."""


class Facts(Struct, frozen=True):
    """What the points of one hand are told by."""

    record: HandRecord
    claims: Claims
    captures: Captures
    counted: tuple[SidePips, ...]
    deal: Deal
    pitcher: int | None
    last_winner: int | None


def certain(
    award: Award,
    side: int | None,
    card: str | None,
    cited: tuple[str, ...],
    why: Sentence,
) -> Point:
    """A point that is one side's for certain, or nobody's."""
    return Point(
        point=award.point,
        worth=award.worth,
        state=Certainty.CERTAIN,
        side=side,
        possible=() if side is None else (side,),
        may_be_nobody=side is None,
        card=card,
        clauses=cited,
        why=why,
    )


def unsettled(
    award: Award,
    cited: tuple[str, ...],
    deal: Deal,
    *,
    nobody: bool,
    card: str | None = None,
    possible: tuple[int, ...] | None = None,
) -> Point:
    """A point that may still go to some sides, by default to any."""
    owners = tuple(range(deal.sides)) if possible is None else possible
    return Point(
        point=award.point,
        worth=award.worth,
        state=Certainty.OPEN,
        side=None,
        possible=owners,
        may_be_nobody=nobody,
        card=card,
        clauses=cited,
        why=points.still_open(owners, deal, nobody=nobody),
    )
