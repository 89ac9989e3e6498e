"""Incidents: irregularities at a table, questions about them, and remedies that several share."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from pitch import seats as tables
from pitch.calls import Call
from pitch.cards import Card, Suit
from pitch.hand import records
from pitch.hand.auctions import Contract
from pitch.messages import CHOICE, COUNT, TYPED, Argument, Message, Refusal
from pitch.rules.options import Rules
from pitch.rules.rulesets import RuleSet
from pitch.rulings import questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from pitch.rulings.questions import Question
from pitch.seats import Table
from pitch.types import Seat

_TOO_MANY = Message("problem.too_many_points", rules=TYPED, points=COUNT, asked=COUNT)


class TooManyPoints(Refusal, has_message=False):
    """No hand pays that many points."""


class Irregularity(StrEnum):
    """A kind of irregularity."""

    CALL_OUT_OF_TURN = "call_out_of_turn"
    CARD_PULLED_BACK = "card_pulled_back"
    WRONG_LEADER = "wrong_leader"
    REVOKE = "revoke"
    HAND_STOPPED_EARLY = "hand_stopped_early"
    MISDEAL = "misdeal"
    EXPOSED_CARD = "exposed_card"
    TABLE_TALK = "table_talk"
    WRONG_SCORE = "wrong_score"


SidePoints = Annotated[int, Meta(ge=0, le=999)]


class IrregularityQuestion(Question, frozen=True, kw_only=True):
    """An irregularity, the player at fault, and the facts on which its remedy may depend."""

    irregularity: Irregularity
    """The kind of irregularity."""
    offender: Seat
    """The seat of the player at fault, counted clockwise from 0."""
    dealer: Seat | None = None
    """The seat that dealt the hand, counted clockwise from 0."""
    call: Call | None = None
    """The bid or pass that was made out of turn."""
    contract: Contract | None = None
    """The pitcher and the bid, if the bidding was over by then."""
    points: Annotated[tuple[SidePoints, ...], Meta(min_length=2, max_length=8)] | None = None
    """The points that each side took in the hand, by side."""
    led: Card | None = None
    """The card led first in the hand."""
    named: Suit | None = None
    """The suit that was named as trump."""
    trick_complete: bool = False
    """True if everybody had played to the trick."""
    trick_quitted: bool = False
    """True if the trick was turned over, or the next begun."""
    warned: bool = False
    """True if the side had been warned before."""
    hand_scored: bool = False
    """True if the hand had already been scored."""
    match_over: bool = False
    """True if somebody had already won the match."""


def check_irregularity(question: IrregularityQuestion, ruleset: RuleSet, table: Table) -> None:
    """Refuse a seat that is not at the table, and more points than a hand pays."""
    questions.check_seats(table, {"/offender": question.offender, "/dealer": question.dealer})
    if question.contract is not None:
        records.check_contract(question.contract, ruleset, table)
    if question.points is not None:
        tables.check_by_side(table, question.points, "/points")
        total = sum(question.points)
        if total > ruleset.rules.total:
            raise TooManyPoints(
                _TOO_MANY(rules=ruleset.name, points=ruleset.rules.total, asked=total),
                pointer="/points",
            )


DEALT_AGAIN: Final = Message("ruling.remedy.redeal", dealer=CHOICE)


class Case(Struct, frozen=True):
    """An irregularity at a table, and the rules that remedy it."""

    question: IrregularityQuestion
    rules: Rules
    table: Table

    @property
    def side(self) -> int:
        """The side of the offender."""
        return self.table.side_of(self.question.offender)

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
        sides = range(self.table.side_count)
        return tuple(SideChange(side=side, change=points.get(side, 0)) for side in sides)


FindRemedy: TypeAlias = Callable[[Case], ReasonedRemedy]
