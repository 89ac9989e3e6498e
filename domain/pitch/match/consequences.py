"""Consequences: the effects of a change of one hand on the rest of its match."""

from pitch.match.matches import HandNumber
from pitch.match.sheets import ScoreLine, Sheet
from pitch.match.steps import Standing
from pitch.match.wins import Winner
from pitch.types import RunningScore, Seat, Value


class HandChange(Value, frozen=True):
    """The effects on one hand; a new hand has no values before."""

    number: HandNumber
    standing_before: Standing | None
    """The way in which the hand counted before."""
    standing_after: Standing
    """The way in which the hand counts after."""
    dealer_before: Seat | None
    dealer_after: Seat
    deltas_before: tuple[RunningScore, ...] | None
    """The changes that the hand made to the score of each side before."""
    deltas_after: tuple[RunningScore, ...]
    """The changes that the hand makes to the score of each side after."""
    scores_before: tuple[RunningScore, ...] | None
    """The scores after this hand as they were."""
    scores_after: tuple[RunningScore, ...]
    """The scores after this hand as they become."""


class Consequences(Value, frozen=True):
    """The match before and after a change, and every hand that comes out differently."""

    scores_before: tuple[RunningScore, ...]
    """The scores by side, without the change."""
    scores_after: tuple[RunningScore, ...]
    """The scores by side, with the change."""
    winner_before: Winner | None
    """The winner without the change; null if nobody has won."""
    winner_after: Winner | None
    """The winner with the change; null if nobody has won."""
    winner_changes: bool
    """Whether another side has won, or one wins or no longer wins."""
    changes: tuple[HandChange, ...]
    """Every hand that comes out differently."""
    not_played: tuple[HandNumber, ...]
    """Recorded hands that would not have been played, because the match was over."""


def compare_sheets(before: Sheet, after: Sheet) -> Consequences:
    """Return the consequences of going from one sheet of a match to another."""
    lines = {line.number: line for line in before.lines}
    # Only what a table sees is compared: dealers, deltas and running scores; reasons may change.
    changes = [_change(lines.get(line.number), line) for line in after.lines]
    return Consequences(
        scores_before=before.scores,
        scores_after=after.scores,
        winner_before=before.winner,
        winner_after=after.winner,
        winner_changes=_victory(before) != _victory(after),
        changes=tuple(change for change in changes if change is not None),
        not_played=tuple(
            line.number for line in after.lines if line.standing is Standing.AFTER_WIN
        ),
    )


def _victory(sheet: Sheet) -> tuple[int, int] | None:
    return (sheet.winner.side, sheet.winner.hand) if sheet.winner else None


def _change(before: ScoreLine | None, after: ScoreLine) -> HandChange | None:
    if before is not None and _outcome(before) == _outcome(after):
        return None
    return HandChange(
        number=after.number,
        standing_before=before.standing if before else None,
        standing_after=after.standing,
        dealer_before=before.dealer if before else None,
        dealer_after=after.dealer,
        deltas_before=before.deltas if before else None,
        deltas_after=after.deltas,
        scores_before=before.scores if before else None,
        scores_after=after.scores,
    )


def _outcome(line: ScoreLine) -> tuple[Standing, int, tuple[int, ...], tuple[int, ...]]:
    return (line.standing, line.dealer, line.deltas, line.scores)
