"""Score sheets on pages and on paper: every fact in its cell, nothing that people wrote runs."""

import base64
import hashlib
import io
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from pypdf import PdfReader

from pitch.calls import Call
from pitch.hand.records import HandRecord
from pitch.rules.choices import AllPass
from pitch.rules.options import Options
from pitchkeeper.documents import html, pdf, pictures, score_sheets
from pitchkeeper.documents.charts.charts import Series
from pitchkeeper.documents.documents import Column, DataTable, Document
from pitchkeeper.matches.state import MatchState
from tests.support import sheets
from tests.support.hands import EVERY_TABLE, NAMES, claim_points
from tests.support.searches import share

VOID = {"meta"}
Reading = Callable[[MatchState], str]
HANDS = [
    ["1", "Dee", "Bob", "three", "?", "made", "2", "2", "2", "1", "1 (+1)", "3 (+3)"],
    ["2", "Ann", "Ann", "four", "?", "set", "1", "1", "2", "1", "−3 (−4)", "4 (+1)"],
    ["3", "Bob", "Cid", "three", "?", "made, disputed", *"1111", "1 (+4)", "3 [−1]"],
    ["4", "Cid", "?", "?", "?", "made, overruled", *"????", "3 (+2)", "4 (+1)"],
    ["5", "Dee", "Dee", "three", "?", "void", "2", "2", "2", "1", "3", "4"],
    ["6", "Dee", "Ann", "four", "?", "made", "1", "1", "1", "1", "7 (+4)", "4"],
    ["7", "Ann", "Bob", "three", "?", "set", "1", "2", "-", "2", "8 (+1)", "1 (−3)"],
    ["8", "Bob", "Ann", "three", "spades", "made", "1", "1", "1", "1", "12 (+4)", "1"],
    ["9", "Cid", "Cid", "four", "?", "after the win", "1", "1", "1", "1", "12", "1"],
]


class Page(HTMLParser):
    """A page as a browser reads it: its elements in order, balanced, and its table cells."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page.decode())
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] in {"td", "th"}:
            self.rows[-1][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def on_page(state: MatchState) -> str:
    """Return the text of a match's page."""
    return Page(html.render(score_sheets.document(state))).text


def on_paper(state: MatchState) -> str:
    """Return the text of a match's PDF."""
    return paper_text(pdf.render(score_sheets.document(state)))


def paper_text(paper: bytes) -> str:
    """Return the text of a PDF, as a reader would copy it."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages)


def test_a_page_has_every_hand_in_its_row() -> None:
    page = Page(html.render(score_sheets.document(sheets.eventful())))
    assert [row for row in page.rows if len(row) == 12][1:] == HANDS
    assert ["1", "Ann & Cid", "12"] in page.rows
    assert ["3", "Bob & Dee", "−1", "Revoke"] in page.rows
    assert ["5", "Ann & Cid", "−2", "Misdeal (cancelled: “It was not one”)"] in page.rows


def test_a_paper_has_every_hand_in_its_row() -> None:
    text = paper_text(pdf.render(score_sheets.document(sheets.eventful())))
    for row in HANDS:
        assert " ".join(row) in text


@pytest.mark.parametrize("read", [on_page, on_paper])
def test_a_sheet_says_who_won_and_why_by_which_rules_and_what_was_ruled(read: Reading) -> None:
    flat = " ".join(read(sheets.eventful()).split())
    for fact in (
        "Score sheet: Ann & Cid vs. Bob & Dee",
        "Ann & Cid won with hand 8.",
        "Ann & Cid made the bid and are out with 12: the pitcher goes out first.",
        "MB Lounge Pitch League, to 11",
        "March 3, 2026, 7:30 PM UTC",
        "As of March 3, 2026, 9:30 PM UTC",
        "Hand 3: Disputed: “Low was ours”",
        (
            "Hand 4: Overruled by the table. Ann & Cid: +2. Bob & Dee: "
            "+1. Reason: “Agreed at the table”"
        ),
        "Hand 5: Void: it counts for nothing.",
        "hand 9 doesn't count",
        "Score by hand",
    ):
        assert fact in flat


def test_a_hand_that_cannot_be_says_why_until_it_is_settled() -> None:
    state = sheets.state(claim_points(0, "one", "0000"), sheets.NOTHING)
    document = score_sheets.document(state)
    assert [row[5] for row in document.tables[1].rows] == ["impossible", "open"]
    assert document.notes[0].startswith("Hand 1: Impossible: it counts for nothing")
    assert len(document.notes) == 3
    assert ("Result", "Nobody has won yet; 2 hands not settled.") in document.facts


def test_a_handicap_has_a_row_before_the_first_hand() -> None:
    handicap = sheets.penalty(1, 1, 4, "Handicap", 0)
    rows = score_sheets.document(sheets.state(given=(handicap,))).tables[1].rows
    assert rows == ((0, *[""] * 9, "0", "4"),)


def test_a_page_runs_nothing_and_loads_nothing() -> None:
    made = html.render(score_sheets.document(sheets.eventful()))
    page = Page(made)
    styles = re.findall(rb"<style>(.*?)</style>", made, re.DOTALL)
    assert len(styles) == 2
    for style in styles:
        digest = base64.b64encode(hashlib.sha256(style).digest()).decode()
        assert f"'sha256-{digest}'" in html.POLICY
    assert "default-src 'none'" in html.POLICY
    assert "unsafe" not in html.POLICY
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    assert html.POLICY.startswith(str(policy))
    assert {"src", "href", "style", "onload"}.isdisjoint(key for _, has in page.tags for key in has)


@pytest.mark.parametrize("all_pass", [AllPass.REDEAL_NEXT_DEALER, AllPass.DEALER_SET])
def test_where_everybody_passed_there_is_nothing_that_is_not_known(all_pass: AllPass) -> None:
    passes = HandRecord(calls=(Call.PASS,) * 4)
    state = sheets.state(passes, preset="mb-lounge", options=Options(all_pass=all_pass))
    (row,) = (
        row
        for row in Page(html.render(score_sheets.document(state))).rows
        if row[:2] == ["1", "Dee"]
    )
    assert row[1] == "Dee"
    assert (row[2:5], row[6:10]) == (["-"] * 3, ["-"] * 4)


def test_a_page_can_be_read_aloud() -> None:
    page = Page(html.render(score_sheets.document(sheets.eventful())))
    assert page.all("html") == [{"lang": "en", "dir": "ltr"}]
    assert len(page.all("caption")) == 3
    heads = page.all("th")
    assert all(head["scope"] in {"col", "row"} for head in heads)
    assert {"High", "Low", "Jack", "Game"} <= {head.get("abbr") for head in heads}
    assert page.all("svg")[0]["role"] == "img"


@pytest.mark.parametrize("read", [on_page, on_paper])
def test_a_sheet_is_headed_by_the_name_of_its_table(read: Reading) -> None:
    state = structs.replace(sheets.eventful(), name="Friday at Joe's")
    assert "Friday at Joe's: score sheet" in " ".join(read(state).split())


def test_a_paper_can_be_read_aloud_and_prints_on_a4_and_on_letter() -> None:
    reader = PdfReader(io.BytesIO(pdf.render(score_sheets.document(sheets.eventful()))))
    root = repr(reader.root_object)
    assert "'/Marked': True" in root
    assert "'/Lang': 'en'" in root
    assert reader.metadata is not None
    assert reader.metadata.title == "Score sheet: Ann & Cid vs. Bob & Dee"
    width, height = (float(side) * 25.4 / 72 for side in reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (210, 279)


@settings(max_examples=share(60), derandomize=True, database=None)
@given(names=st.tuples(*[st.text(min_size=1, max_size=40)] * 4))
def test_whatever_people_are_called_a_page_is_balanced(names: tuple[str, str, str, str]) -> None:
    page = Page(
        html.render(
            score_sheets.document(sheets.state(claim_points(0, "three", "0110"), names=names))
        )
    )
    assert {name for name, _ in page.tags}.isdisjoint({"script", "img", "iframe", "object"})
    assert len(page.all("table")) == 2


@settings(max_examples=share(15), derandomize=True, database=None)
@given(names=st.tuples(*[st.text(min_size=1, max_size=40)] * 4))
def test_whatever_people_are_called_a_paper_is_made(names: tuple[str, str, str, str]) -> None:
    paper = pdf.render(
        score_sheets.document(sheets.state(claim_points(0, "three", "0110"), names=names))
    )
    assert "set 1 2 2 1 −3 (−3) 2 (+2)" in paper_text(paper)


@pytest.mark.parametrize("name", ["#sys.inputs", "*Ann* _b_ $x$", "<b>&amp;", "@ref <label>", "\\"])
def test_a_name_is_text_on_page_and_paper(name: str) -> None:
    state = sheets.state(claim_points(0, "three", "0110"), names=(name, "Bob", "Cid", "Dee"))
    page = Page(html.render(score_sheets.document(state)))
    assert ["1", f"{name} & Cid", "−3"] in page.rows
    assert f"1 {name} & Cid −3" in paper_text(pdf.render(score_sheets.document(state)))


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Ωμέγα", "Иван", "Łukasz", "გიორგი", "李小龍", "さくら", "홍길동", "محمد", "सीता"],
)
def test_names_print_in_the_letters_of_the_world(name: str) -> None:
    state = sheets.state(claim_points(0, "three", "0110"), names=(name, "Bob", "Cid", "Dee"))
    text = paper_text(pdf.render(score_sheets.document(state)))
    assert "Boxes stand for letters" not in text


def test_letters_that_no_font_has_are_owned_up_to() -> None:
    names = ("\U000e0ffe\U0010fffd", "Bob", "Cid", "Dee")
    text = paper_text(
        pdf.render(
            score_sheets.document(sheets.state(claim_points(0, "three", "0110"), names=names))
        )
    )
    assert "Boxes stand for letters that no font of this server has." in text


def test_the_same_sheet_is_the_same_file() -> None:
    for renderer in (html, pdf):
        first, second = (score_sheets.document(sheets.eventful()) for _ in range(2))
        assert renderer.render(first) == renderer.render(second)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_wide_table_is_printed_across(players: int) -> None:
    state = sheets.state(
        claim_points(0, "two", "1100"),
        names=NAMES[:players],
        preset="setback",
        options=Options(tables=EVERY_TABLE),
    )
    box = PdfReader(io.BytesIO(pdf.render(score_sheets.document(state)))).pages[0].mediabox
    assert (box.width > box.height) == (players > 4)


def test_standings_are_a_document_too() -> None:
    lines = (Series(name="Lions", values=(2, 1)), Series(name="Aces & co", values=(1, 2)))
    standings = Document(
        title="Standings of the <Tuesday> league",
        at=sheets.AT,
        facts=(("Nights", "2 of 5"),),
        tables=(
            DataTable(
                caption="Standings",
                columns=(
                    Column(head="#", name="rank", is_number=True),
                    Column(head="Team", name="team"),
                    Column(head="Won", name="matches_won", is_number=True),
                ),
                rows=((1, "Lions", 9), (2, "Aces & co", 3)),
            ),
        ),
        notes=("Lions are ahead by matches won.",),
        charts=(pictures.league_chart("Rank by night", ("1", "2"), lines, is_rank=True),),
    )
    page = Page(html.render(standings))
    assert page.rows == [["#", "Team", "Won"], ["1", "Lions", "9"], ["2", "Aces & co", "3"]]
    text = paper_text(pdf.render(standings))
    for row in ("1 Lions 9", "2 Aces & co 3", "Standings of the <Tuesday> league", "2 of 5"):
        assert row in text
    assert "Lions are ahead by matches won." in page.text
