"""HTML: documents as pages, one file that needs nothing else and runs nothing."""

import base64
import hashlib
from pathlib import Path
from typing import Final

from pitchkeeper.documents import typefaces
from pitchkeeper.documents.charts import charts, colours
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import (
    Cell,
    Column,
    DataTable,
    Document,
    Line,
    Section,
    cell_text,
)
from pitchkeeper.messages import catalogues
from pitchkeeper.rest.markup import Markup, tag

_NARROW: Final = 4
"""As many columns as a phone has room for."""
_TYPEFACES: Final = typefaces.style(typefaces.TEXT, typefaces.FIGURE)
_STYLE: Final = _TYPEFACES + (Path(__file__).parent / "pages.css").read_text()
_COLOURS: Final = 8


def _digest(style: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


_CLOSED: Final = "default-src 'none'; base-uri 'none'; form-action 'none'"
_STYLES: Final = f"style-src {_digest(_STYLE)} {_digest(colours.style(Theme.AUTO))}; font-src data:"
# Of a meta element browsers do not take frame-ancestors, so it is only in the header.
POLICY: Final = f"{_CLOSED}; {_STYLES}; frame-ancestors 'none'"
"""What a browser may do with a page: apply the two style sheets and typefaces it was made with."""


def render(document: Document) -> bytes:
    """A document as HTML, for screens by light and in the dark and for A4 and Letter paper."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        # A file that was saved has no headers; this keeps it as closed.
        tag("meta", http_equiv="Content-Security-Policy", content=f"{_CLOSED}; {_STYLES}"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", document.title),
        tag("style", Markup(_STYLE)),
    )
    body = tag(
        "body",
        tag(
            "main",
            tag("h1", document.title),
            *(tag("p", said, class_="opening") for said in document.opening),
            *_facts(document.facts),
            *_sections(document.sections),
            *(_table(table) for table in document.tables),
            *_notes(document),
            *(tag("figure", charts.svg(chart, Theme.AUTO)) for chart in document.charts),
            *_signatures(document),
        ),
        tag("footer", document.as_of),
    )
    page = tag("html", head, body, lang=document.language, dir=_direction(document))
    return f"<!doctype html>\n{page}\n".encode()


def _direction(document: Document) -> str:
    words = catalogues.catalogue(document.language).words
    return "rtl" if words.is_right_to_left else "ltr"


def _facts(facts: tuple[tuple[str, str], ...]) -> tuple[Markup, ...]:
    listed = (Markup(tag("dt", name) + tag("dd", said)) for name, said in facts)
    return (tag("dl", *listed),) if facts else ()


def _sections(sections: tuple[Section, ...]) -> tuple[Markup, ...]:
    listed = (_section(section) for section in sections)
    return (tag("div", *listed, class_="sections"),) if sections else ()


def _section(section: Section) -> Markup:
    lines = (tag("li", line.text, *_mark(line)) for line in section.lines)
    table = (_table(section.table),) if section.table else ()
    return tag(
        "section",
        tag("h2", section.caption),
        tag("ul", *lines),
        *(tag("p", example, class_="example") for example in section.examples),
        *table,
    )


def _mark(line: Line) -> tuple[str, ...]:
    return (" ", tag("small", line.mark)) if line.mark else ()


def _table(table: DataTable) -> Markup:
    """A table in a box of its own, which scrolls where a phone is narrower than the table.

    Only who can put the keyboard's focus on the box can scroll it without a pointer.
    """
    heads = (
        tag(
            "th",
            column.head,
            scope="col",
            abbr=column.name or column.head,
            class_=_kind(column, column.side, is_head=True),
        )
        for column in table.columns
    )
    rows = (_row(table.columns, row) for row in table.rows)
    drawn = tag(
        "table",
        tag("caption", table.caption),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows),
        class_="broad" if len(table.columns) > _NARROW else "",
    )
    legend = (tag("p", table.legend, class_="legend"),) if table.legend else ()
    return tag(
        "div", drawn, *legend, class_="scroll", tabindex=0, role="region", aria_label=table.caption
    )


def _row(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> Markup:
    cells = [
        tag(
            "td" if place else "th",
            cell_text(cell),
            **({} if place else {"scope": "row"}),
            class_=_kind(column, column.painted(cell)),
            data_head=_head(column),
        )
        for place, (column, cell) in enumerate(zip(columns, row, strict=True))
    ]
    return tag("tr", *cells)


def _head(column: Column) -> str:
    """What a cell is called where its column is not above it."""
    return column.alone or column.head


def _kind(column: Column, side: int | None, *, is_head: bool = False) -> str:
    """How a cell looks, in the colour of a side if it is about one."""
    kinds = ["number" if column.is_number else "words"]
    if column.is_figure and not is_head:
        kinds.append("figure")
    if side is not None:
        kinds.append(f"side-{side % _COLOURS + 1}")
    return " ".join(kinds)


def _notes(document: Document) -> tuple[Markup, ...]:
    if not document.notes:
        return ()
    listed = (tag("li", note) for note in document.notes)
    return (tag("h2", document.remarks), tag("ul", *listed))


def _signatures(document: Document) -> tuple[Markup, ...]:
    """A line for everybody who signs; only paper can be written on."""
    if not document.signatures:
        return ()
    lines = (tag("p", name) for name in document.signatures)
    return (tag("section", tag("h2", document.signed), *lines, class_="signatures"),)
