"""All that people read on a page, on paper or in a picture is in the language that they ask for.

Documents are rendered in a language that has no Latin letters: whatever has some was not said by
the catalogue, so it must be what people wrote, or an id.
"""

import csv
import io
import re
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from typing import Final

import pytest
from msgspec import structs
from pypdf import PdfReader

from openapi.examples.access import DEVICE_ID
from openapi.examples.leagues import SEASON
from pitch.league.fixtures import Substitute
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulesets import RuleSet
from pitchkeeper.documents import html, pdf, pictures, rulebooks, score_sheets, score_tables
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import Document
from pitchkeeper.documents.leagues import league_pictures, league_sheets, league_tables
from pitchkeeper.leagues.records import RecordedReport, Report
from pitchkeeper.leagues.season import plans, seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.messages import catalogues, languages
from pitchkeeper.messages.catalogues import Catalogue
from pitchkeeper.rulings import rulebooks as markdown
from tests.support import patterns, sheets
from tests.support.hands import ALL_PRESETS, NAMES, claim_points

READ: Final = {"abbr", "aria-label", "data-head", "alt", "title"}
"""Attributes that are shown or read out."""
STATE: Final = SEASON.state
TYPED: Final = (
    *NAMES,
    *("Low was ours", "Agreed at the table", "Revoke", "Misdeal", "It was not one", "Zoe"),
    *(preset.name for preset in PRESETS.values()),
    *(preset.document for preset in PRESETS.values()),
    *(STATE.charter.name, rulesets.CUSTOM_NAME, "Pitchkeeper", "UTC", "EST"),
    *(entrant.name for entrant in STATE.entrants),
    *(player for entrant in STATE.entrants for player in entrant.players),
)
"""What people wrote, what CLDR writes, and what is called the same in every language."""
_IDS: Final = (
    r"[0-9a-f]{8}-[0-9a-f-]{27}",
    r"\b[0-9a-f]{12,64}\b",
    rf"\b({'|'.join(sorted(PRESETS, key=len, reverse=True))}|house)(/[a-z.-]+)?\b",
    r"\bK7MP-3QXR\b",
    r"\b[A-Z][a-z]+ \d{1,2}, \d{4}\b",
    r"\b[AP]M\b",
)
_GIVEN: Final = re.compile(
    "|".join([*_IDS, *(rf"\b{re.escape(word)}" for word in sorted(TYPED, key=len, reverse=True))])
)
_LATIN: Final = re.compile(r"[A-Za-z_]{2,}")


class Reader(HTMLParser):
    """The text of a page or a picture, as read or as read aloud."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._open: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        self.pieces += [value or "" for name, value in attrs if name in READ]

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.pieces.append(data)


@pytest.fixture
def _pseudo_translate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language without Latin letters, in which everything is said."""
    usual = catalogues.catalogue(catalogues.USUAL).patterns
    pseudo = Catalogue("en", patterns.pseudo(usual))
    monkeypatch.setattr(catalogues, "catalogue", lambda _language: pseudo)


def list_escapes(text: str) -> list[str]:
    """The words in Latin letters that nobody wrote."""
    return _LATIN.findall(_GIVEN.sub(" ", text))


def league() -> LeagueSeason:
    """Three teams on three nights: a substitute on the first, a forfeit, and nothing yet."""
    form = structs.replace(STATE.charter.format, nights=3, fixtures_a_night=1)
    charter = structs.replace(STATE.charter, format=form, dates=STATE.charter.dates[:3])
    state = structs.replace(
        STATE, charter=charter, entrants=STATE.entrants[:3], fixtures=(), reported=(), plan=None
    )
    for night in (1, 2, 3):
        state = plans.plan_fixtures(seasons.from_state(state, {}), night)
    first, second, _ = state.fixtures
    substitute = Substitute(entrant=first.sides[0][0], player=0, name="Zoe")
    played = Report(wins=(2, 1), substitutes=(substitute,), is_closed=True)
    reports = tuple(
        RecordedReport(fixture=fixture.number, report=report, device_id=DEVICE_ID, at=sheets.AT)
        for fixture, report in ((first, played), (second, Report(forfeit=1)))
    )
    return seasons.from_state(structs.replace(state, reported=reports), {})


def house() -> RuleSet:
    """The rules of one table."""
    return rulesets.preset("setback").house_rules(Options(target=21))


def open_document() -> Document:
    """The sheet of a match that nobody has won, with a handicap, a hand that cannot be and one
    that is open, between more sides than two."""
    return score_sheets.document(
        sheets.state(
            claim_points(0, "one", "0000"),
            sheets.NOTHING,
            names=NAMES[:3],
            preset="setback",
            given=(sheets.penalty(1, 1, 4, "Revoke", 0),),
        )
    )


def _rulebook(preset: str) -> Document:
    return rulebooks.document(rulesets.preset(preset))


DOCUMENTS: Final[dict[str, Callable[[], Document]]] = {
    "match": lambda: score_sheets.document(sheets.eventful()),
    "unsettled match": open_document,
    "league": lambda: league_sheets.document(league()),
    "tied league": lambda: league_sheets.document(SEASON),
    "house rules": lambda: rulebooks.document(house()),
    **{preset: partial(_rulebook, preset) for preset in ALL_PRESETS},
}
PICTURES: Final[dict[str, Callable[[], bytes]]] = {
    "match": lambda: pictures.match_svg(sheets.eventful()),
    "league": lambda: league_pictures.svg(league(), Theme.LIGHT),
}


@pytest.mark.usefixtures("_pseudo_translate")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_words_of_ours_escape_on_a_page(name: str) -> None:
    pieces = _list_texts(DOCUMENTS[name]())
    assert len(pieces) > 20
    assert [piece for piece in pieces if list_escapes(piece)] == []


@pytest.mark.usefixtures("_pseudo_translate")
@pytest.mark.parametrize("name", ["match", "unsettled match", "league", "house rules"])
def test_no_words_of_ours_escape_on_paper(name: str) -> None:
    document = DOCUMENTS[name]()
    text = " ".join(
        page.extract_text() for page in PdfReader(io.BytesIO(pdf.render(document))).pages
    )
    assert len(text) > 200
    # On paper an id that is longer than its line is cut.
    texts_of_users = " ".join(
        match[0] for match in _GIVEN.finditer(" ".join(_list_texts(document)))
    )
    assert [word for word in list_escapes(text) if word not in texts_of_users] == []


def _list_texts(document: Document) -> list[str]:
    return Reader(html.render(document)).pieces


@pytest.mark.usefixtures("_pseudo_translate")
@pytest.mark.parametrize("name", PICTURES)
def test_no_words_of_ours_escape_in_a_picture(name: str) -> None:
    pieces = Reader(PICTURES[name]()).pieces
    assert [piece for piece in pieces if list_escapes(piece)] == []


@pytest.mark.usefixtures("_pseudo_translate")
@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_no_words_of_ours_escape_in_a_rulebook_of_text(preset: str) -> None:
    assert list_escapes(markdown.markdown(rulesets.preset(preset))) == []


def test_a_word_that_escapes_is_found() -> None:
    assert list_escapes("Αππ Hand 3 mb-lounge/score.low Ann & Cid: ϝον") == ["Hand"]


def test_every_page_says_which_language_it_is_in() -> None:
    with languages.using("es"):
        for made in DOCUMENTS.values():
            document = made()
            assert document.language == "es"
            assert html.render(document).startswith(b'<!doctype html>\n<html lang="es" dir="ltr">')


def test_columns_and_codes_of_spreadsheets_are_the_same_in_every_language() -> None:
    """Programs read them: only the remarks are in words."""
    state, season = sheets.eventful(), league()
    usual = [score_tables.match_table(state), score_tables.match_row(state)]
    tables = [league_tables.standings(season), league_tables.accounts(season)]
    results = league_tables.results(season)
    with languages.using("es"):
        assert [league_tables.standings(season), league_tables.accounts(season)] == tables
        assert score_tables.match_row(state) == usual[1]
        for table, spanish in (
            (usual[0], score_tables.match_table(state)),
            (results, league_tables.results(season)),
        ):
            assert table != spanish
            assert _without_remarks(table) == _without_remarks(spanish)


def _without_remarks(page: bytes) -> list[dict[str, str]]:
    rows = csv.DictReader(io.StringIO(page.decode("utf-8-sig")))
    return [{name: value for name, value in row.items() if name != "remarks"} for row in rows]
