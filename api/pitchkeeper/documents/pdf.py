"""PDF: documents on paper, set by Typst, tagged for screen readers.

The typefaces of the page have the Latin letters. The fonts of Typst have Greek, Cyrillic and Hebrew
letters; packages have Arabic, Devanagari, Chinese, Japanese and Korean. Other letters print if the
server has a font for them, and else as boxes, which a warning at the top then explains.
"""

from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import structs

from pitch.messages import Message, Refusal
from pitchkeeper.documents import typesetting
from pitchkeeper.documents.charts import charts
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import DataTable, Document, cell_text
from pitchkeeper.documents.typesetting import Job, ProcessFailed, StandardNotMet
from pitchkeeper.messages import catalogues

MOST_CELLS: Final = 16_000
"""The most table cells of a document: half a gigabyte, 4 s, 45 pages."""
_FEW_CELLS: Final = 1_000
"""The most cells that are set in this process, in a fraction of a second with 30 MB."""
_TIMELESS: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""The creation time of a timeless document."""
_BOXES: Final = Message("sheet.boxes")


class TooLongForPaper(Refusal):
    """This has more than 16,000 cells, too many for one PDF; print the page instead."""

    hint = "A PDF has at most 16,000 cells in its tables."


def render(document: Document) -> bytes:
    """Return a document as PDF that fits A4 and Letter; the same document gives the same bytes."""
    cells = sum(len(table.columns) * len(table.rows) for table in document.tables)
    if cells > MOST_CELLS:
        raise TooLongForPaper
    pictures = [
        {"svg": str(charts.svg(chart, Theme.LIGHT, is_bare=True)), "alt": chart.description}
        for chart in document.charts
    ]
    drawings = [{"svg": each.svg, "alt": each.description} for each in document.drawings]
    inputs = {
        "drawings": msgspec.json.encode(drawings).decode(),
        "document": msgspec.json.encode(_with_text_cells(document)).decode(),
        "pictures": msgspec.json.encode(pictures).decode(),
        "said": document.footer,
        "remarks": document.notes_heading,
        "signed": document.signatures_heading,
        "language": document.language,
    }
    job = Job("papers", inputs, "ua-1", document.at or _TIMELESS)
    return typeset(job, is_long=cells > _FEW_CELLS)


def typeset(job: Job, *, is_long: bool) -> bytes:
    """Return the PDF of a job, which needs a process of its own if it is long."""
    try:
        return _typeset(job, "", is_long=is_long)
    except StandardNotMet as error:
        # PDF/UA forbids letters that no font has, and ligatures of some scripts inside pictures;
        # only missing letters need a warning.
        has_boxes = "could not be displayed" in str(error)
        warning = catalogues.catalogue(job.inputs["language"]).text(_BOXES()) if has_boxes else ""
        return _typeset(structs.replace(job, standard="1.7"), warning, is_long=is_long)
    except ProcessFailed as error:
        raise TooLongForPaper from error


def _typeset(job: Job, warning: str, *, is_long: bool) -> bytes:
    # Typst accepts only whole seconds.
    at, inputs = job.at.replace(microsecond=0), {**job.inputs, "warning": warning}
    job = structs.replace(job, inputs=inputs, at=at)
    return typesetting.compile_in_process(job) if is_long else typesetting.compile_pdf(job)


def _with_text_cells(document: Document) -> Document:
    """Return a document with numbers as text, because Typst would format them its own way."""
    tables = tuple(map(_in_text, document.tables))
    sections = tuple(
        structs.replace(section, table=_in_text(section.table)) if section.table else section
        for section in document.sections
    )
    return structs.replace(document, tables=tables, sections=sections)


def _in_text(table: DataTable) -> DataTable:
    return structs.replace(table, rows=tuple(tuple(map(cell_text, row)) for row in table.rows))
