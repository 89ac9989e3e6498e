"""Cases: an irregularity at a table under some rules, and the remedies that several kinds share."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from pitch import seats
from pitch.messages import CHOICE, Argument, Message
from pitch.rules.options import Rules
from pitch.rulings import questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from pitch.rulings.incidents import IrregularityQuestion
from pitch.seats import Table

DEALT_AGAIN: Final = Message("ruling.remedy.redeal", dealer=CHOICE)


class Case(Struct, frozen=True):
    """An irregularity at a table, and the rules that remedy it."""

    question: IrregularityQuestion
    rules: Rules
    table: Table

    @property
    def side(self) -> int:
        """The side of the offender."""
        return seats.side_of(self.table, self.question.offender)

    @property
    def side_argument(self) -> Argument:
        """The side of the offender, as a message argument."""
        return questions.side_arguments(self.question, self.table)[self.side]

    @property
    def offender_argument(self) -> Argument:
        """The offender, as a message argument."""
        return questions.player_arguments(self.question, self.table)[self.question.offender]

    def remedy(self, action: RemedyAction, **fields: Any) -> Remedy:
        """Return a remedy against the side of the offender."""
        return Remedy(action=action, offending_side=self.side, **fields)

    def redeal(self, dealer: int | None, points: Mapping[int, int]) -> Remedy:
        """Return the remedy that the hand is void and dealt again; `points` are by side."""
        return self.remedy(
            RemedyAction.REDEAL,
            replaces_hand=True,
            changes=self._changes(points),
            next_dealer=dealer,
        )

    def fine(self, points: int) -> Remedy:
        """Return the remedy that the side loses points on top of the score of the hand."""
        return self.remedy(RemedyAction.POINTS_LOST, changes=self._changes({self.side: -points}))

    def _changes(self, points: Mapping[int, int]) -> tuple[SideChange, ...]:
        sides = range(seats.side_count(self.table))
        return tuple(SideChange(side=side, change=points.get(side, 0)) for side in sides)


FindRemedy: TypeAlias = Callable[[Case], ReasonedRemedy]
