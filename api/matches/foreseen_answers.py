"""Foreseen answers: what each answer to a question about a hand would bring, before it is given."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, structs

from api.matches.state import MatchState
from domain.hand.answers import Answer
from domain.match import sheets
from domain.match.sheets import Sheet
from domain.types import RunningScore


class ForeseenAnswer(Answer, frozen=True):
    """An answer that a question can have, and what the hand and the match come to with it."""

    scores: Annotated[
        tuple[RunningScore, ...] | None,
        Meta(description="The scores after the hand, by side; null while that is open."),
    ]


def in_match(
    found: Iterable[Answer], state: MatchState, after: Sheet, number: int
) -> tuple[ForeseenAnswer, ...]:
    """The answers to questions about a hand with their scores; `after` is the sheet with it."""

    def scores(deltas: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if deltas is None:
            return None
        return sheets.scores_with(state.match, after, number, deltas, state.in_force)

    return tuple(
        ForeseenAnswer(**structs.asdict(answer), scores=scores(answer.deltas)) for answer in found
    )
