"""What several remedies come to: a hand that is dealt again, and points that are lost."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pitch import seats
from pitch.messages import CHOICE, Message
from pitch.rules.options import Rules
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from pitch.rulings.incidents import IrregularityQuestion
from pitch.seats import Table

DEALT_AGAIN: Final = Message("ruling.remedy.redeal", dealer=CHOICE)
Find: TypeAlias = Callable[[IrregularityQuestion, Rules, Table], ReasonedRemedy]
"""What finds the remedy for one irregularity."""


def redeal(
    question: IrregularityQuestion, table: Table, dealer: int | None, given: Mapping[int, int]
) -> Remedy:
    """The hand is void: nobody scores it, and somebody deals again."""
    return Remedy(
        action=RemedyAction.REDEAL,
        offending_side=seats.side_of(table, question.offender),
        replaces_hand=True,
        changes=tuple(
            SideChange(side=side, change=given.get(side, 0))
            for side in range(seats.side_count(table))
        ),
        next_dealer=dealer,
    )


def fine(fined: int, points: int, table: Table) -> Remedy:
    """Points lost on top of what the hand scores."""
    return Remedy(
        action=RemedyAction.POINTS_LOST,
        offending_side=fined,
        changes=tuple(
            SideChange(side=side, change=-points if side == fined else 0)
            for side in range(seats.side_count(table))
        ),
    )
