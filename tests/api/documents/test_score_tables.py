"""CSV: what spreadsheets open cleanly and take for what it is."""

import csv
import io
import tracemalloc
from collections.abc import AsyncIterator, Iterable
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchkeeper.documents import exports, score_tables
from pitchkeeper.documents.exports import MatchTable
from pitchkeeper.documents.transcripts import MatchWithJournal
from pitchkeeper.matches.state import MatchState
from tests.support import sheets
from tests.support.hands import claim_points
from tests.support.searches import share


def read(table: bytes) -> list[dict[str, str]]:
    """The rows of a file by the names of their columns."""
    assert table.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""), strict=True))


def export(states: Iterable[MatchState], table: MatchTable) -> AsyncIterator[bytes]:
    """Many matches as they are exported, piece by piece."""

    async def copies() -> AsyncIterator[MatchWithJournal]:
        for state in states:
            yield MatchWithJournal(state=state, journal=())

    return exports.write_matches(copies(), exports.TABLES[table])


def test_a_match_has_a_row_a_hand() -> None:
    rows = read(score_tables.match_table(sheets.eventful()))
    assert [row["hand"] for row in rows] == list("123456789")
    assert [row["score_1"] for row in rows] == ["1", "-3", "1", "3", "3", "7", "8", "12", "12"]
    assert [row["score_2"] for row in rows] == ["3", "4", "3", "4", "4", "4", "1", "1", "1"]
    assert {row["side_1"] for row in rows} == {"Ann & Cid"}
    seventh = rows[6]
    assert (seventh["dealer"], seventh["pitcher"], seventh["bid"]) == ("Ann", "Bob", "three")
    assert [seventh[name] for name in ("high", "low", "jack", "game")] == ["1", "2", "0", "2"]
    assert (seventh["result"], seventh["delta_1"], seventh["delta_2"]) == ("set", "1", "-3")
    assert [row["standing"] for row in rows][3:5] == ["overruled", "void"]
    assert rows[7]["trump"] == "S"
    assert "Agreed at the table" in rows[3]["remarks"]
    assert (rows[2]["agreement"], rows[2]["remarks"]) == ("disputed", "Disputed: “Low was ours”")


def test_scores_add_up_across_a_row() -> None:
    handicap = sheets.penalty(1, 1, 4, "Handicap", 0)
    played = sheets.state(claim_points(0, "three", "0000"), given=(handicap,))
    for state in (sheets.eventful(), played):
        for side in ("1", "2"):
            score = 0
            for row in read(score_tables.match_table(state)):
                score += int(row[f"delta_{side}"]) + int(row[f"adjustment_{side}"])
                assert score == int(row[f"score_{side}"])


async def test_many_matches_have_the_same_columns_whatever_their_tables() -> None:
    three = sheets.state(
        claim_points(0, "two", "0110"), names=("Ann", "Bob", "Cid"), preset="setback"
    )
    both = [sheets.eventful(), three]
    rows = read(b"".join([piece async for piece in export(both, MatchTable.HANDS)]))
    assert len(rows) == 10
    assert list(rows[0]) == list(rows[-1])
    assert [rows[-1][f"side_{side}"] for side in range(1, 9)] == ["Ann", "Bob", "Cid", *[""] * 5]
    table = b"".join([piece async for piece in export(both, MatchTable.MATCHES)])
    (first, second) = read(table)
    assert (first["winner"], first["won_with_hand"], first["won_by"]) == ("1", "8", "pitcher_out")
    assert (first["score_1"], first["score_2"], first["target"], first["hands"]) == (
        "12",
        "1",
        "11",
        "9",
    )
    assert (second["winner"], second["score_3"], second["hands"]) == ("", "0", "1")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1+cmd", "'-1+cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"),
        ("a;=1", "a;'=1"),
        ("a\n=1", "a\n'=1"),
        ("Ann-Marie", "Ann-Marie"),
        ("a+b=c, -2", "a+b=c, -2"),
        ("O'Hara", "O'Hara"),
        ("", ""),
    ],
)
def test_no_text_becomes_a_formula(text: str, cell: str) -> None:
    assert score_tables.escape_formula(text) == cell


def test_names_and_reasons_are_made_harmless_and_numbers_stay_numbers() -> None:
    names = ("=HYPERLINK(0)", "@Bob", 'C"i"d, the 3rd', "Dee")
    penalties = (sheets.penalty(1, 0, -3, "-3", 1),)
    table = score_tables.match_table(
        sheets.state(claim_points(0, "three", "0110"), names=names, given=penalties)
    )
    (row,) = read(table)
    assert row["side_1"] == '\'=HYPERLINK(0) & C"i"d, the 3rd'
    assert row["side_2"] == "'@Bob & Dee"
    assert row["score_1"] == "-6"
    assert b",-6," in table
    assert b"'-6" not in table


@settings(max_examples=share(300), derandomize=True, database=None)
@given(st.lists(st.one_of(st.text(max_size=30), st.integers(-99, 99)), min_size=1, max_size=6))
def test_a_row_reads_back_as_it_was_but_for_apostrophes(cells: list[str | int]) -> None:
    cells = [cell.replace("\0", "") if isinstance(cell, str) else cell for cell in cells]
    line = score_tables.write_row(cells).decode()
    assert line.endswith("\r\n")
    (back,) = csv.reader(io.StringIO(line, newline=""), strict=True)
    for cell, read_back in zip(cells, back, strict=True):
        if isinstance(cell, int):
            assert read_back == str(cell)
        else:
            assert read_back.replace("'", "") == cell.replace("'", "")
            assert read_back[:1] not in {"=", "+", "-", "@", "\t", "\r", "\n"}


def test_a_table_goes_under_the_names_of_its_columns() -> None:
    table = score_tables.write_table(("rank", "team"), ((1, "Lions"), (2, "=Aces")))
    assert read(table) == [
        {"rank": "1", "team": "Lions"},
        {"rank": "2", "team": "'=Aces"},
    ]


async def test_memory_does_not_grow_with_the_number_of_matches() -> None:
    long = sheets.state(*[claim_points(0, "three", "1110")] * 50)
    few, many = await _most_memory(long, 4), await _most_memory(long, 40)
    # Ten times the matches; what the collector has not come to yet is counted as well.
    assert many < 1.5 * few


async def _most_memory(state: MatchState, times: int) -> int:
    """The most memory in use at once while a match streams that many times."""
    tracemalloc.start()
    rows = 0
    async for piece in export(repeat(state, times), MatchTable.HANDS):
        rows += piece.count(b"\r\n")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert rows == 1 + times * len(state.hands)
    return most
