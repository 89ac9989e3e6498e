"""Foreseen answers: what each answer to a question about a hand would bring, before it is given."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from msgspec import Meta, structs

from api.matches.agreements import RecordedHand
from api.matches.state import MatchState
from api.workers.adjudicators import RulingsBusy
from domain.hand import answers
from domain.hand.answers import Answer
from domain.hand.points import Points
from domain.match import sheets
from domain.match.sheets import Sheet
from domain.proof import contests
from domain.types import RunningScore


class ForeseenAnswer(Answer, frozen=True):
    """An answer that a question can have, and what the hand and the match come to with it."""

    scores: Annotated[
        tuple[RunningScore, ...] | None,
        Meta(description="The scores after the hand, by side; null while that is open."),
    ]


def of_open(state: MatchState, after: Sheet, hand: RecordedHand) -> tuple[ForeseenAnswer, ...]:
    """What the questions of an open hand can be answered with; `after` is the sheet with it."""
    if hand.proof is None:
        return ()
    deal = sheets.deal_of(state.match, after, hand.number, state.in_force)
    verdict = after.lines[hand.number - 1].verdict
    return _in_match(answers.of_open(verdict, hand.proof, deal), state, after, hand.number)


async def of_impossible(
    state: MatchState, after: Sheet, hand: RecordedHand, judge: Callable[..., Any]
) -> tuple[tuple[ForeseenAnswer, ...], Points]:
    """The same of a hand that cannot be, and its points that are certain all the same.

    `judge` asks a process. If it is busy there are none: a phone shows the question at once and
    does without what the answers lead to.
    """
    found = after.lines[hand.number - 1].verdict.findings
    deal = sheets.deal_of(state.match, after, hand.number, state.in_force)
    try:
        told = await judge(contests.told, hand.record, deal, found)
    except RulingsBusy:
        return (), ()
    return _in_match(told.answers, state, after, hand.number), told.certain


def _in_match(
    found: Iterable[Answer], state: MatchState, after: Sheet, number: int
) -> tuple[ForeseenAnswer, ...]:
    def scores(deltas: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if deltas is None:
            return None
        return sheets.scores_with(state.match, after, number, deltas, state.in_force)

    return tuple(
        ForeseenAnswer(**structs.asdict(answer), scores=scores(answer.deltas)) for answer in found
    )
