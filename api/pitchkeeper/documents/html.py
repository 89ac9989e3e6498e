"""HTML: documents as pages, each one file without scripts or external resources."""

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
"""The most columns that a phone has room for."""
_TYPEFACES: Final = typefaces.style(typefaces.TEXT, typefaces.FIGURE)
_STYLE: Final = _TYPEFACES + (Path(__file__).parent / "pages.css").read_text()
_COLOURS: Final = 8


def _digest(style: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


_CLOSED: Final = "default-src 'none'; base-uri 'none'; form-action 'none'"
_STYLES: Final = f"style-src {_digest(_STYLE)} {_digest(colours.style(Theme.AUTO))}; font-src data:"
# Browsers ignore frame-ancestors in a meta element, so only the header has it.
POLICY: Final = f"{_CLOSED}; {_STYLES}; frame-ancestors 'none'"
"""The Content-Security-Policy of a page: only its two style sheets and its typefaces apply."""


def render(document: Document) -> bytes:
    """Return a document as HTML, for light and dark screens and for A4 and Letter paper."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        # A saved file has no headers, so the policy is also in the file.
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
            *(tag("p", paragraph, class_="opening") for paragraph in document.opening),
            *_facts(document.facts),
            *_sections(document.sections),
            *(_table(table) for table in document.tables),
            *_notes(document),
            *(tag("figure", charts.svg(chart, Theme.AUTO)) for chart in document.charts),
            *_signatures(document),
        ),
        tag("footer", document.footer),
    )
    page = tag("html", head, body, lang=document.language, dir=_direction(document))
    return f"<!doctype html>\n{page}\n".encode()


def _direction(document: Document) -> str:
    words = catalogues.catalogue(document.language).words
    return "rtl" if words.is_right_to_left else "ltr"


def _facts(facts: tuple[tuple[str, str], ...]) -> tuple[Markup, ...]:
    pairs = (Markup(tag("dt", name) + tag("dd", value)) for name, value in facts)
    return (tag("dl", *pairs),) if facts else ()


def _sections(sections: tuple[Section, ...]) -> tuple[Markup, ...]:
    return (tag("div", *map(_section, sections), class_="sections"),) if sections else ()


def _section(section: Section) -> Markup:
    return tag(
        "section",
        tag("h2", section.caption),
        *((tag("p", section.note, class_="note"),) if section.note else ()),
        *((tag("ul", *map(_line, section.lines)),) if section.lines else ()),
        *(tag("p", example, class_="example") for example in section.examples),
        # Its heading is that of the section.
        *((_table(section.table, is_captioned=False),) if section.table else ()),
    )


def _line(line: Line) -> Markup:
    mark = (" ", tag("small", line.mark)) if line.mark else ()
    return tag("li", line.text, *mark)


def _table(table: DataTable, *, is_captioned: bool = True) -> Markup:
    """Return a table in a box, which scrolls if the screen is narrower than the table.

    The box takes the keyboard's focus, so that it can be scrolled without a pointer.
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
    table_tag = tag(
        "table",
        *((tag("caption", table.caption),) if is_captioned else ()),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows),
        class_="broad" if len(table.columns) > _NARROW else "",
    )
    legend = (tag("p", table.legend, class_="legend"),) if table.legend else ()
    return tag(
        "div",
        table_tag,
        *legend,
        class_="scroll",
        tabindex=0,
        role="region",
        aria_label=table.caption,
    )


def _row(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> Markup:
    cells = [
        tag(
            "td" if place else "th",
            cell_text(cell),
            **({} if place else {"scope": "row"}),
            class_=_kind(column, column.cell_side(cell)),
            data_head=column.alone or column.head,
        )
        for place, (column, cell) in enumerate(zip(columns, row, strict=True))
    ]
    return tag("tr", *cells)


def _kind(column: Column, side: int | None, *, is_head: bool = False) -> str:
    """Return the classes of a cell, with the colour of a side if it is about one."""
    kinds = ["number" if column.is_number else "words"]
    if column.is_figure and not is_head:
        kinds.append("figure")
    if side is not None:
        kinds.append(f"side-{side % _COLOURS + 1}")
    return " ".join(kinds)


def _notes(document: Document) -> tuple[Markup, ...]:
    if not document.notes:
        return ()
    items = (tag("li", note) for note in document.notes)
    return (tag("h2", document.notes_heading), tag("ul", *items))


def _signatures(document: Document) -> tuple[Markup, ...]:
    """Return lines to sign on, which only print shows."""
    if not document.signatures:
        return ()
    lines = (tag("p", name) for name in document.signatures)
    return (tag("section", tag("h2", document.signatures_heading), *lines, class_="signatures"),)
