"""PDF: documents on paper, set by Typst, tagged so that they can also be read aloud.

It is set in the typefaces of the page, which have the Latin letters. The fonts that Typst brings
print names in Greek, Cyrillic and Hebrew letters; packages bring Arabic, Devanagari, Chinese,
Japanese and Korean. Others print where the server has a font for them, and as boxes where it has
none, which the paper then says before anything else.
"""

from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import structs

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.documents import typesetting
from pitchkeeper.documents.charts import charts
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import DataTable, Document, cell_text
from pitchkeeper.documents.typesetting import Job, ProcessFailed, Standard, StandardNotMet
from pitchkeeper.messages import catalogues

MOST_CELLS: Final = 16_000
"""The most cells of all tables of a document together: half a gigabyte, 4 s, 45 pages."""
_FEW_CELLS: Final = 1_000
"""A document of no more is set here, in a fraction of a second and at some 30 MB."""
_ALWAYS: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a document was made that is the same at all times."""
_BOXES: Final = Message("sheet.boxes")


class TooLongForPaper(Refusal):
    """This has more than 16,000 cells, too many for one PDF; print the page instead."""

    code = "too_long_for_paper"
    default_message = Message("problem.too_long_for_paper")
    hint = "A PDF has at most 16,000 cells in its tables."


def render(document: Document) -> bytes:
    """A document as PDF, on pages that print on A4 and on Letter; the same always as the same."""
    if _cells(document) > MOST_CELLS:
        raise TooLongForPaper
    try:
        return _set(document, "", "ua-1")
    except StandardNotMet as refused:
        # PDF/UA has no way to say a letter that no font has, nor what the joined letters of some
        # scripts mean inside a picture; only of the first there is something to tell.
        has_boxes = "could not be displayed" in str(refused)
        said = catalogues.catalogue(document.language).text(_BOXES())
        return _set(document, said if has_boxes else "", "1.7")
    except ProcessFailed as ended:
        raise TooLongForPaper from ended


def _cells(document: Document) -> int:
    return sum(len(table.columns) * len(table.rows) for table in document.tables)


def _set(document: Document, warning: str, standard: Standard) -> bytes:
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
    # Typst takes whole seconds only.
    job = Job(inputs, standard, (document.at or _ALWAYS).replace(microsecond=0))
    is_long = _cells(document) > _FEW_CELLS
    return typesetting.compile_in_process(job) if is_long else typesetting.compile_pdf(job)


def _spelled(document: Document) -> Document:
    """A document with its numbers as text, because Typst would write them its own way."""
    tables = tuple(map(_in_text, document.tables))
    sections = tuple(
        structs.replace(each, table=_in_text(each.table)) if each.table else each
        for each in document.sections
    )
    return structs.replace(document, tables=tables, sections=sections)


def _in_text(table: DataTable) -> DataTable:
    return structs.replace(table, rows=tuple(tuple(map(cell_text, row)) for row in table.rows))
