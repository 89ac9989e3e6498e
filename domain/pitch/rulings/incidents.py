"""Incidents: irregularities at a table, and questions about them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from pitch import seats as tables
from pitch.calls import Call
from pitch.cards import Card, Suit
from pitch.hand import records
from pitch.hand.auctions import Contract
from pitch.messages import COUNT, TYPED, Message, Refusal
from pitch.rules.rulesets import RuleSet
from pitch.rulings import questions
from pitch.rulings.questions import Question
from pitch.seats import Table
from pitch.types import Seat

_TOO_MANY = Message("problem.too_many_points", rules=TYPED, points=COUNT, asked=COUNT)


class TooManyPoints(Refusal):
    """A hand does not pay so many points."""

    code = "too_many_points"


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
