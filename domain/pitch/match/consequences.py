"""Consequences: the effects of a change of one hand on the rest of its match."""

from pitch.match.matches import HandNumber
from pitch.match.sheets import ScoreLine, Sheet
from pitch.match.steps import Standing
from pitch.match.wins import Winner
from pitch.types import RunningScore, Seat, Value


class HandChange(Value, frozen=True):
    """The effects on one hand; a new hand has no values before."""

    number: HandNumber
    """The number of the hand that comes out differently, from 1."""
    standing_before: Standing | None
    """The way the hand counts before the change; null for a new hand."""
    standing_after: Standing
    """The way the hand counts after the change."""
    dealer_before: Seat | None
    """The seat that dealt the hand before the change, counted clockwise from 0."""
    dealer_after: Seat
    """The seat that deals the hand after the change, counted clockwise from 0."""
    deltas_before: tuple[RunningScore, ...] | None
    """The points that the hand adds to each side's score before the change."""
    deltas_after: tuple[RunningScore, ...]
    """The points that the hand adds to each side's score after the change."""
    scores_before: tuple[RunningScore, ...] | None
    """The scores after this hand by side, without the change."""
    scores_after: tuple[RunningScore, ...]
    """The scores after this hand by side, with the change."""


class Consequences(Value, frozen=True):
    """The match before and after a change, and every hand that comes out differently."""

    scores_before: tuple[RunningScore, ...]
    """The scores of the match by side, without the change."""
    scores_after: tuple[RunningScore, ...]
    """The scores of the match by side, with the change."""
    winner_before: Winner | None
    """The winner of the match without the change; null if nobody has won."""
    winner_after: Winner | None
    """The winner of the match with the change; null if nobody has won."""
    winner_changes: bool
    """True if another side has won with the change, or a side wins or no longer wins."""
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
