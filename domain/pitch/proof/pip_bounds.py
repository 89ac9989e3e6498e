"""Pip bounds: the fewest and the most pips that each side can have."""

from pitch.hand.deals import Deal
from pitch.hand.pips import SidePips
from pitch.hand.readings import HandReading
from pitch.point_names import PointName
from pitch.proof import outcomes
from pitch.proof.cases import Case


def are_open(reading: HandReading, deal: Deal) -> bool:
    """Return whether the facts leave open what a side counted, where pips bring a point."""
    return PointName.GAME in deal.ruleset.rules.points and any(
        told.least != told.most for told in reading.pips
    )


def narrowed(case: Case, reading: HandReading) -> tuple[tuple[SidePips, ...], list[int]]:
    """Return the pips of each side, and the sides whose bounds may not be the closest."""
    counted, unsure = [], []
    for told in reading.pips:
        least, most, is_sure = told.least, told.most, True
        if least != most:
            least, most, is_sure = outcomes.pips(case, told.side, least, most)
        if not is_sure:
            unsure.append(told.side)
        counted.append(SidePips(side=told.side, least=least, most=most))
    return tuple(counted), unsure
