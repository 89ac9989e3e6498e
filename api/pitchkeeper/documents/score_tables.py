"""Score tables: matches and leagues as CSV for spreadsheets, made row by row.

RFC 4180 in UTF-8 behind a byte order mark: without the mark Excel reads names as its own old
encoding, LibreOffice and CSV libraries take it for what it is. Columns and codes are for programs
and the same in every language; only remarks are in the language of what goes on here. Text
that a spreadsheet would take for a formula stands behind an apostrophe; numbers stay numbers.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitch import PointName
from pitch.hand import Point
from pitch.match import ScoreLine
from pitch.types import MOST_PLAYERS
from pitchkeeper.documents import score_facts, score_sentences
from pitchkeeper.documents.documents import Cell
from pitchkeeper.matches import presenters, views
from pitchkeeper.matches.state import MatchState

BOM: Final = codecs.BOM_UTF8
# Where commas are decimal, spreadsheets cut cells at semicolons, inside quotes as well.
_FORMULA: Final = re.compile("(^|[;\t\r\n])(?=[^\\S\t\r\n]*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20])")
_HAND: Final = (
    *("match_id", "opened_at", "ruleset", "hand", "dealer", "pitcher", "bid", "trump", "result"),
    *("standing", "agreement"),
)
_FOUR: Final = (PointName.HIGH, PointName.LOW, PointName.JACK, PointName.GAME)
_OTHERS: Final = tuple(point for point in PointName if point not in _FOUR)
_MATCH: Final = (
    *("match_id", "version", "opened_at", "changed_at", "ruleset", "ruleset_hash", "target"),
    *("fixed_hands", "hands", "unsettled_hands", "winner", "won_with_hand", "won_by"),
)


def match_table(state: MatchState) -> bytes:
    """Return a match as CSV, a row for each hand."""
    sides = len(state.match.seating.side_names)
    points = state.match.ruleset.rules.points
    return b"".join((BOM, _header(points, sides), *_rows(state, sides, points)))


def write_table(columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> bytes:
    """Return rows as CSV, under the names of their columns."""
    return b"".join((BOM, write_row(columns), *map(write_row, rows)))


def hand_header() -> bytes:
    """Return the header of hands under any rules, at tables of up to eight sides."""
    return _header(_FOUR, MOST_PLAYERS, _OTHERS)


def _header(
    points: Sequence[PointName], sides: int, last_points: Sequence[PointName] = ()
) -> bytes:
    by_side = _by_side(("side", "delta", "adjustment", "score"), sides)
    return write_row([*_HAND, *map(str, points), *by_side, "remarks", *map(str, last_points)])


def match_header() -> bytes:
    """Return the header of matches."""
    return write_row([*_MATCH, *_by_side(("side", "score"), MOST_PLAYERS)])


def hand_rows(state: MatchState) -> Iterator[bytes]:
    """Yield the hands of a match for a table of many matches, with columns for any rules."""
    # Points that few games have are last, so that the positions of other columns stay.
    return _rows(state, MOST_PLAYERS, _FOUR, _OTHERS)


def _rows(
    state: MatchState,
    sides: int,
    points: Sequence[PointName],
    last_points: Sequence[PointName] = (),
) -> Iterator[bytes]:
    """Yield the hands of a match; a point is the number of its side, or 0 for nobody.

    A score is the previous one plus the delta of the hand plus its adjustments, as far as the rules
    let it fall. Adjustments before the first hand are in its row.
    """
    common = (str(state.match_id), state.created_at.isoformat(), state.match.ruleset.name)
    names = state.match.seating.side_names
    views = presenters.match(state).lines
    for line, view in zip(state.sheet.lines, views, strict=True):
        adjustments = _adjustments(state, line.number)
        by_side = zip(names, line.deltas, adjustments, line.scores, strict=True)
        remarks = " ".join(score_sentences.remarks(state, line))
        cells = [cell for side in by_side for cell in side]
        # A table of many matches has columns for the most sides, so that all rows are equally long.
        empty = [""] * 4 * (sides - len(names))
        owners = dict(zip(state.match.ruleset.rules.points, _owners(state, line), strict=True))
        yield write_row(
            [
                *(*common, *_hand(state, line, view)),
                *(owners.get(point, "") for point in points),
                *(*cells, *empty, remarks),
                *(owners.get(point, "") for point in last_points),
            ]
        )


def match_row(state: MatchState) -> bytes:
    """Return a match as a row; the winner is the number of a side."""
    sheet, ruleset, names = state.sheet, state.match.ruleset, state.match.seating.side_names
    won = sheet.winner
    sides = [cell for side in zip(names, sheet.scores, strict=True) for cell in side]
    return write_row(
        [
            str(state.match_id),
            state.version,
            state.created_at.isoformat(),
            state.updated_at.isoformat(),
            ruleset.name,
            ruleset.hash,
            _cell(ruleset.rules.target),
            _cell(ruleset.rules.hands),
            len(sheet.lines),
            len(sheet.unscored),
            *((won.side + 1, won.hand, won.reason.value) if won else ("", "", "")),
            *sides,
            *[""] * 2 * (MOST_PLAYERS - len(names)),
        ]
    )


def write_row(cells: Iterable[Cell]) -> bytes:
    """Return a row of CSV; text is quoted, and no cell is a formula."""
    text = io.StringIO()
    # RFC 4180 ends lines with CRLF.
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue().encode()


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return _FORMULA.sub(r"\1'", text)


def _by_side(names: tuple[str, ...], sides: int) -> list[str]:
    return [f"{name}_{number}" for number in range(1, sides + 1) for name in names]


def _hand(state: MatchState, line: ScoreLine, view: views.SheetLine) -> tuple[Cell, ...]:
    names, verdict = state.match.seating.names, line.verdict
    made = score_facts.is_bid_made(state, line)
    return (
        line.number,
        names[line.dealer],
        "" if verdict.pitcher is None else names[verdict.pitcher],
        verdict.bid.value if verdict.bid else "",
        verdict.trump.value if verdict.trump else "",
        "" if made is None else "made" if made else "set",
        line.standing.value,
        view.agreement.value,
    )


def _owners(state: MatchState, line: ScoreLine) -> tuple[Cell, ...]:
    return tuple(map(_owner, score_facts.points(state, line)))


def _owner(point: Point | None) -> Cell:
    if point is None or point.is_open:
        return ""
    return 0 if point.side is None else point.side + 1


def _adjustments(state: MatchState, number: int) -> tuple[int, ...]:
    adjustments = score_facts.adjustments_after(state, number)
    if number > 1:
        return adjustments
    first = score_facts.adjustments_after(state, 0)
    return tuple(map(sum, zip(adjustments, first, strict=True)))


def _cell(value: int | None) -> Cell:
    return "" if value is None else value
