"""PDF: documents on paper, set by Typst, tagged so that they can also be read aloud.

It is set in the typefaces of the page, which have the Latin letters. The fonts that Typst brings
print names in Greek, Cyrillic and Hebrew letters; packages bring Arabic, Devanagari, Chinese,
Japanese and Korean. Others print where the server has a font for them, and as boxes where it has
none, which the paper then says before anything else.
"""

import importlib.util
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
import typst
from msgspec import structs

from api.documents import score_sheets, typefaces
from api.documents.charts import charts
from api.documents.charts.colours import Theme
from api.documents.documents import DataTable, Document
from api.matches.state import MatchState
from api.messages import catalogues
from domain.errors import Refusal
from domain.messages import Message

_TEMPLATE: Final = (Path(__file__).parent / "papers.typ").read_bytes()
MOST_ROWS: Final = 1_000
"""The most rows of all tables of a document together: some forty pages."""
_ALWAYS: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a document was made that is the same at all times."""
_BOXES: Final = Message("sheet.boxes")
_FONT_PACKAGES: Final = (
    "noto_cjk_sans_jp_regular",
    "fontpkg_noto_sans_arabic",
    "fontpkg_noto_sans_devanagari",
)


class TooLongForPaper(Refusal):
    """This has more than 1,000 rows, too many for one PDF; take the page instead and print that."""

    code = "too_long_for_paper"
    usual = Message("problem.too_long_for_paper")
    hint = "A PDF has at most 1,000 rows."


def match(state: MatchState) -> bytes:
    """The score sheet of a match."""
    return paper(score_sheets.document(state))


def paper(document: Document) -> bytes:
    """A document as PDF, on pages that print on A4 and on Letter; the same always as the same."""
    # Each row takes Typst some 7 ms and half a megabyte, and the longest league has 10,000.
    if sum(len(table.rows) for table in document.tables) > MOST_ROWS:
        raise TooLongForPaper
    try:
        return _set(document, "", "ua-1")
    except typst.TypstError as refused:
        # PDF/UA has no way to say a letter that no font has, nor what the joined letters of some
        # scripts mean inside a picture; only of the first there is something to tell.
        has_boxes = "could not be displayed" in str(refused)
        said = catalogues.catalogue(document.language).text(_BOXES())
        return _set(document, said if has_boxes else "", "1.7")


def _set(document: Document, warning: str, standard: Literal["ua-1", "1.7"]) -> bytes:
    """A document as Typst sets it: words and pictures go in as JSON, the template has the rest."""
    pictures = [
        {"svg": str(charts.svg(chart, Theme.LIGHT, is_bare=True)), "alt": chart.description}
        for chart in document.charts
    ]
    inputs = {
        "document": msgspec.json.encode(_spelled(document)).decode(),
        "pictures": msgspec.json.encode(pictures).decode(),
        "said": document.as_of,
        "remarks": document.remarks,
        "signed": document.signed,
        "warning": warning,
    }
    return typst.compile(
        _TEMPLATE,
        sys_inputs=inputs,
        font_paths=_fonts(),
        pdf_standards=standard,
        # Typst takes whole seconds only.
        timestamp=(document.at or _ALWAYS).replace(microsecond=0),
    )


def _spelled(document: Document) -> Document:
    """A document with its numbers as text, because Typst would write them its own way."""
    tables = tuple(map(_in_text, document.tables))
    sections = tuple(
        structs.replace(each, table=_in_text(each.table)) if each.table else each
        for each in document.sections
    )
    return structs.replace(document, tables=tables, sections=sections)


def _in_text(table: DataTable) -> DataTable:
    return structs.replace(table, rows=tuple(tuple(map(str, row)) for row in table.rows))


@cache
def _fonts() -> typst.Fonts:
    """The fonts that Typst and packages bring, and those of the machine for what these lack."""
    specs = map(importlib.util.find_spec, _FONT_PACKAGES)
    brought = [place for spec in specs if spec for place in spec.submodule_search_locations or ()]
    return typst.Fonts(include_system_fonts=True, font_paths=[str(typefaces.FOLDER), *brought])
