"""Score sheets: a match as people write it down, for paper, pages and spreadsheets."""

from collections.abc import Sequence
from typing import Final

from api.documents import pictures, readings, score_sentences
from api.documents.documents import Cell, Column, DataTable, Document
from api.matches import presenters, views
from api.matches.state import MatchState
from domain import point_names
from domain.cards import suit_name
from domain.hand.points import Point
from domain.match.sheets import ScoreLine
from domain.point_names import PointName
from domain.wording import together

NOBODY: Final = "-"
NOT_KNOWN: Final = "?"
_HEADS: Final = (
    Column(head="Hand", name="hand", is_number=True),
    Column(head="Dealer", name="dealer"),
    Column(head="Pitcher", name="pitcher"),
    Column(head="Bid", name="bid"),
    Column(head="Trump", name="trump"),
    Column(head="Result", name="result", is_wide=True),
)


def document(state: MatchState) -> Document:
    """The score sheet of a match, hand by hand, with what was ruled and why."""
    names = readings.sides(state)
    given = _adjustments(state)
    return Document(
        title=f"Score sheet: {' v '.join(names)}",
        at=state.updated_at,
        time_zone=state.time_zone,
        facts=score_sentences.facts(state),
        tables=(_sides(state), _hands(state), *((given,) if given.rows else ())),
        notes=tuple(
            f"Hand {line.number}: {remark}"
            for line in state.sheet.lines
            for remark in score_sentences.remarks(state, line)
        ),
        charts=(pictures.of_match(state),) if state.sheet.lines else (),
    )


def _sides(state: MatchState) -> DataTable:
    names = readings.sides(state)
    return DataTable(
        caption="Sides",
        columns=(
            Column(head="Side", name="side"),
            Column(head="Players", name="players", is_wide=True),
            Column(head="Score", name="score", is_number=True),
        ),
        rows=tuple(
            (readings.letter(side), name, state.sheet.scores[side])
            for side, name in enumerate(names)
        ),
    )


def _hands(state: MatchState) -> DataTable:
    """The hands in a row each, with the scores after them.

    Nothing is added up here: points, scores and agreements are those that the match shows.
    """
    shown = presenters.match(state)
    names = readings.sides(state)
    points = state.match.ruleset.rules.points
    return DataTable(
        caption="Hands",
        columns=(
            *_HEADS,
            *(
                Column(head=point_names.short(point), name=point_names.said(point))
                for point in points
            ),
            *(
                Column(head=readings.letter(side), name=f"Score of {name}", is_number=True)
                for side, name in enumerate(names)
            ),
        ),
        rows=(
            *_start(state),
            *(
                _row(state, line, view)
                for line, view in zip(state.sheet.lines, shown.lines, strict=True)
            ),
        ),
        legend=_legend(points),
    )


def _legend(points: Sequence[PointName]) -> str:
    heads = ", ".join(map(point_names.short, points))
    return (
        f"{heads}: which side {together(map(point_names.said, points))} went to; {NOBODY} nobody, "
        f"{NOT_KNOWN} not known. Under each side its score after the hand; (+2) is what the hand "
        "paid, [-1] what was given or taken outside play."
    )


def _start(state: MatchState) -> tuple[tuple[Cell, ...], ...]:
    """A row for the scores before the first hand, where they are not zero."""
    scores = readings.start(state)
    # A handicap is given before the first hand, and then nobody begins at zero.
    empty = len(_HEADS) - 1 + len(state.match.ruleset.rules.points)
    return ((0, *[""] * empty, *map(str, scores)),) if any(scores) else ()


def _row(state: MatchState, line: ScoreLine, view: views.SheetLine) -> tuple[Cell, ...]:
    verdict, names = line.verdict, state.match.seating.names
    # Where nobody pitched there is nothing to know; else it is only that nobody has said who.
    missing = NOBODY if readings.is_unplayed(line) else NOT_KNOWN
    return (
        line.number,
        names[line.dealer],
        missing if verdict.pitcher is None else names[verdict.pitcher],
        verdict.bid.value if verdict.bid else missing,
        suit_name(verdict.trump) if verdict.trump else missing,
        score_sentences.result(state, line, view),
        *(_owner(point, missing) for point in readings.points(state, line)),
        *_scores(state, line),
    )


def _owner(point: Point | None, missing: str) -> str:
    if point is None or point.is_open:
        return missing
    return NOBODY if point.side is None else readings.letter(point.side)


def _scores(state: MatchState, line: ScoreLine) -> tuple[str, ...]:
    """Each side's score after a hand, with what the hand and the adjustments added to it."""
    given = readings.outside_play(state, line.number)
    return tuple(
        " ".join(
            (
                str(score),
                *((f"({delta:+d})",) if delta and readings.counts(line) else ()),
                *((f"[{extra:+d}]",) if extra else ()),
            )
        )
        for score, delta, extra in zip(line.scores, line.deltas, given, strict=True)
    )


def _adjustments(state: MatchState) -> DataTable:
    """What was given or taken outside play, with what was cancelled: it was on the sheet once."""
    return DataTable(
        caption="Penalties and other points outside play",
        columns=(
            Column(head="After hand", name="after_hand", is_number=True),
            Column(head="Side", name="side"),
            Column(head="Points", name="points", is_number=True),
            Column(head="Reason", name="reason", is_wide=True),
        ),
        rows=tuple(
            (
                given.after_hand,
                readings.letter(given.side),
                f"{given.points:+d}",
                score_sentences.adjustment_reason(given),
            )
            for given in state.adjustments
        ),
    )
