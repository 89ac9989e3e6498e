"""Papers: documents as PDF, set by Typst, tagged so that they can also be read aloud.

The fonts that Typst brings print names in Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian,
Armenian and Devanagari letters. Chinese, Japanese, Korean and others print where the server has a
font for them, and as boxes where it has none, which the paper then says.
"""

from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
import typst
from msgspec import structs

from api import charts, score_sheets
from api.colours import Theme
from api.documents import Document
from api.kept import Stored

_TEMPLATE: Final = (Path(__file__).parent / "papers.typ").read_bytes()
_BOXES: Final = "Boxes stand for letters that no font of this server has."


def match(stored: Stored) -> bytes:
    """The score sheet of a match."""
    return paper(score_sheets.document(stored))


def paper(document: Document) -> bytes:
    """A document as PDF, on pages that print on A4 and on Letter; the same always as the same."""
    try:
        return _set(document, document.as_of, "ua-1")
    except typst.TypstError:
        # PDF/UA has no way to say a letter that no font has.
        return _set(document, f"{document.as_of}. {_BOXES}", "1.7")


def _set(document: Document, said: str, standard: Literal["ua-1", "1.7"]) -> bytes:
    pictures = [
        {"svg": str(charts.svg(chart, Theme.LIGHT)), "alt": chart.description}
        for chart in document.charts
    ]
    inputs = {
        "document": msgspec.json.encode(_spelled(document)).decode(),
        "pictures": msgspec.json.encode(pictures).decode(),
        "said": said,
    }
    return typst.compile(
        _TEMPLATE,
        sys_inputs=inputs,
        font_paths=_fonts(),
        pdf_standards=standard,
        timestamp=document.at.replace(microsecond=0),
    )


def _spelled(document: Document) -> Document:
    """A document with its numbers as text, because Typst would write them its own way."""
    tables = tuple(
        structs.replace(table, rows=tuple(tuple(map(str, row)) for row in table.rows))
        for table in document.tables
    )
    return structs.replace(document, tables=tables)


@cache
def _fonts() -> typst.Fonts:
    """The fonts that Typst brings, and those of the machine for what these lack."""
    return typst.Fonts(include_system_fonts=True)
