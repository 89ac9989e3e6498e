"""Foreseen answers: answers to questions about a hand, and repairs, with the scores after them."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from pitch import Sheet
from pitch.hand import Answer
from pitch.proof import RepairOutcome
from pitch.types import RunningScore
from pitchkeeper.matches.state import MatchState

_Scores = tuple[RunningScore, ...] | None


class ForeseenAnswer(Answer, frozen=True):
    """A possible answer to a question, with the result of the hand and the match."""

    scores: _Scores
    """The scores after the hand by side, with this answer; null while that is open."""


class ForeseenRepair(RepairOutcome, frozen=True):
    """The result of the hand and the match after one of the changes that would make the hand
    possible.
    """

    scores: _Scores
    """The scores after the hand by side, with the change; null while that is open."""


_Foreseen = TypeVar("_Foreseen", ForeseenAnswer, ForeseenRepair)


def with_scores(
    kind: type[_Foreseen],
    outcomes: Iterable[Answer | RepairOutcome],
    state: MatchState,
    after: Sheet,
    number: int,
) -> tuple[_Foreseen, ...]:
    """Return outcomes of a hand with the scores after them; `after` is the sheet with the hand."""

    def scores(deltas: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if deltas is None:
            return None
        return after.scores_after(state.match, number, deltas, state.in_force)

    return tuple(
        kind(**structs.asdict(outcome), scores=scores(outcome.deltas)) for outcome in outcomes
    )
