"""Point cards: which card a point is for."""

from functools import cache
from typing import Final

from pitch import cards, point_names
from pitch.point_names import PointName

_JOKERS: Final = {
    PointName.JOKER: cards.HIGH_JOKER,
    PointName.HIGH_JOKER: cards.HIGH_JOKER,
    PointName.LOW_JOKER: cards.LOW_JOKER,
}


@cache
def of(point: PointName, trump: str | None) -> str | None:
    """The card that a point is for; None where the rules name none, or it hangs on the trump."""
    if point in _JOKERS or trump is None:
        return _JOKERS.get(point)
    off, rank = point_names.OFF_RANKS.get(point), point_names.RANKS.get(point)
    if off is not None:
        return cards.of_rank(off, cards.same_colour(trump))
    return None if rank is None else cards.of_rank(rank, trump)
