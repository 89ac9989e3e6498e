"""Score sheets: a match as a document for paper and pages."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pitch.hand import Point
from pitch.match import ScoreLine
from pitch.messages import BID, COUNT, POINT, SIDE, SUIT, TYPED, Message, all_of
from pitchkeeper.documents import pictures, score_facts, score_sentences
from pitchkeeper.documents.documents import Cell, Column, DataTable, Document
from pitchkeeper.matches import presenters, views
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import languages, numbers

NOBODY: Final = "-"
NOT_KNOWN: Final = "?"
_TITLE: Final = Message("sheet.title", sides=all_of(SIDE))
_TITLE_NAMED: Final = Message("sheet.title.named", name=TYPED)
_TITLE_OF_TWO: Final = Message("sheet.title.two", one=SIDE, other=SIDE)
_SIDES: Final = Message("heading.sheet.sides")
_SIDE: Final = Message("heading.sheet.side")
_PLAYERS: Final = Message("heading.sheet.players")
_SCORE: Final = Message("heading.sheet.score")
_SCORE_OF: Final = Message("heading.sheet.score_of", side=SIDE)
_HANDS: Final = Message("heading.sheet.hands")
_HAND: Final = Message("heading.sheet.hand")
_DEALER: Final = Message("heading.sheet.dealer")
_PITCHER: Final = Message("heading.sheet.pitcher")
_BID: Final = Message("heading.sheet.bid")
_TRUMP: Final = Message("heading.sheet.trump")
_RESULT: Final = Message("heading.sheet.result")
_POINT: Final = Message("heading.sheet.point", point=POINT)
_POINT_NAME: Final = Message("heading.sheet.point_name", point=POINT)
_OUTSIDE_PLAY: Final = Message("heading.sheet.outside_play")
_AFTER_HAND: Final = Message("heading.sheet.after_hand")
_POINTS: Final = Message("heading.sheet.points")
_REASON: Final = Message("heading.sheet.reason")
_BID_AT: Final = Message("sheet.bid", bid=BID)
_TRUMP_SUIT: Final = Message("sheet.trump", suit=SUIT)
_POINT_KEY: Final = Message("sheet.key.point", point=POINT)
_KEYS: Final = (Message("sheet.key.owners"), Message("sheet.key.scores"))
_OF_HAND: Final = Message("sheet.of_hand", hand=COUNT)
_BEFORE_POINTS: Final = 6
"""The number of columns before those of the points."""


def document(state: MatchState) -> Document:
    """Return the score sheet of a match, hand by hand, with rulings and reasons."""
    adjustments = _adjustments(state)
    return Document(
        title=_title(state),
        at=state.updated_at,
        time_zone=state.time_zone,
        facts=score_sentences.facts(state),
        tables=(_sides(state), _hands(state), *((adjustments,) if adjustments.rows else ())),
        notes=tuple(
            f"{languages.text(_OF_HAND(hand=line.number))}: {remark}"
            for line in state.sheet.lines
            for remark in score_sentences.remarks(state, line)
        ),
        charts=(pictures.match_chart(state),) if state.sheet.lines else (),
        signatures=state.match.seating.side_names,
        language=languages.current(),
    )


def _title(state: MatchState) -> str:
    """Return the name of the table, or else who played there."""
    if state.name:
        return languages.text(_TITLE_NAMED(name=state.name))
    sides = state.match.seating.side_arguments
    if len(sides) > 2:
        return languages.text(_TITLE(sides=sides))
    first, second = sides
    return languages.text(_TITLE_OF_TWO(one=first, other=second))


def _sides(state: MatchState) -> DataTable:
    """Return the table of the sides and their scores."""
    text = languages.text
    names = state.match.seating.side_names
    return DataTable(
        caption=text(_SIDES()),
        columns=(
            Column(text(_SIDE()), is_number=True, is_side=True),
            Column(text(_PLAYERS()), is_wide=True),
            Column(text(_SCORE()), is_number=True, is_figure=True),
        ),
        rows=tuple(
            (score_facts.side_label(side), name, state.sheet.scores[side])
            for side, name in enumerate(names)
        ),
    )


def _hands(state: MatchState) -> DataTable:
    """Return the table of the hands, with the scores after each.

    Points, scores and agreements come from the sheet of the match; nothing is computed here.
    """
    text = languages.text
    shown = presenters.match(state)
    points = state.match.ruleset.rules.points
    keys = " \u00b7 ".join(text(_POINT_KEY(point=point)) for point in points)
    return DataTable(
        caption=text(_HANDS()),
        columns=(
            Column(text(_HAND()), is_number=True),
            *(Column(text(head())) for head in (_DEALER, _PITCHER, _BID, _TRUMP)),
            Column(text(_RESULT()), is_wide=True),
            *(
                Column(text(_POINT(point=point)), text(_POINT_NAME(point=point)), is_side=True)
                for point in points
            ),
            *_score_columns(state),
        ),
        rows=(
            *_start(state),
            *(
                _row(state, line, view)
                for line, view in zip(state.sheet.lines, shown.lines, strict=True)
            ),
        ),
        legend=f"{keys}. {' '.join(text(key()) for key in _KEYS)}",
    )


def _score_columns(state: MatchState) -> Iterator[Column]:
    """Yield the column of each side's score, in the colour of the side."""
    sides, names = state.match.seating.side_arguments, state.match.seating.side_names
    for place, (side, name) in enumerate(zip(sides, names, strict=True)):
        full = languages.text(_SCORE_OF(side=side))
        yield Column(score_facts.side_label(place), full, name, is_number=True, side=place)


def _start(state: MatchState) -> tuple[tuple[Cell, ...], ...]:
    """Return a row with the scores before the first hand, if any is not zero."""
    scores = score_facts.starting_scores(state)
    empty = _BEFORE_POINTS - 1 + len(state.match.ruleset.rules.points)
    return ((0, *[""] * empty, *map(str, scores)),) if any(scores) else ()


def _row(state: MatchState, line: ScoreLine, view: views.SheetLine) -> tuple[Cell, ...]:
    verdict, names = line.verdict, state.match.seating.names
    # If nobody pitched there is no pitcher; else the pitcher was not entered.
    missing = NOBODY if score_facts.is_unplayed(line) else NOT_KNOWN
    return (
        line.number,
        names[line.dealer],
        missing if verdict.pitcher is None else names[verdict.pitcher],
        languages.text(_BID_AT(bid=verdict.bid)) if verdict.bid else missing,
        languages.text(_TRUMP_SUIT(suit=verdict.trump)) if verdict.trump else missing,
        score_sentences.result(state, line, view),
        *(_owner(point, missing) for point in score_facts.points(state, line)),
        *_scores(state, line),
    )


def _owner(point: Point | None, missing: str) -> str:
    if point is None or point.is_open:
        return missing
    return NOBODY if point.side is None else score_facts.side_label(point.side)


def _scores(state: MatchState, line: ScoreLine) -> tuple[str, ...]:
    """Return each side's score after a hand, with the points of the hand and of adjustments."""
    adjustments, locale = score_facts.adjustments_after(state, line.number), languages.locale()
    change = partial(numbers.format_change, locale=locale)
    return tuple(
        " ".join(
            (
                numbers.format_number(score, locale),
                *((f"({change(delta)})",) if delta and score_facts.adds_score(line) else ()),
                *((f"[{change(extra)}]",) if extra else ()),
            )
        )
        for score, delta, extra in zip(line.scores, line.deltas, adjustments, strict=True)
    )


def _adjustments(state: MatchState) -> DataTable:
    """Return the table of adjustments, including those that were cancelled."""
    text, names = languages.text, state.match.seating.side_names
    return DataTable(
        caption=text(_OUTSIDE_PLAY()),
        columns=(
            Column(text(_AFTER_HAND()), is_number=True),
            Column(text(_SIDE())),
            Column(text(_POINTS()), is_number=True),
            Column(text(_REASON()), is_wide=True),
        ),
        rows=tuple(
            (
                adjustment.after_hand,
                names[adjustment.side],
                numbers.format_change(adjustment.points, languages.locale()),
                score_sentences.adjustment_reason(adjustment),
            )
            for adjustment in state.adjustments
        ),
    )
