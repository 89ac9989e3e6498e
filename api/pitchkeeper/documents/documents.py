"""Documents: titles, tables, notes and charts in words, the source of pages and PDFs."""

from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import Struct

from pitch.messages import DATE, TIME, TYPED, Message, Sentence
from pitch.types import UTC
from pitchkeeper import zones
from pitchkeeper.documents.charts.charts import Chart
from pitchkeeper.messages import catalogues
from pitchkeeper.messages.catalogues import USUAL

AS_OF: Final = Message("sheet.as_of", date=DATE, time=TIME, zone=TYPED)
_REMARKS: Final = Message("heading.sheet.remarks")
_SIGNED: Final = Message("heading.sheet.signatures")
Cell = str | int | Decimal
_MINUS: Final = "\N{MINUS SIGN}"


class Column(Struct, frozen=True):
    """A column: its head, and its full name if the head is an abbreviation."""

    head: str
    name: str = ""
    alone: str = ""
    """The label of a cell in a layout without column heads, if not the head."""
    is_number: bool = False
    """Whether its cells line up as numbers."""
    is_wide: bool = False
    """Whether it shares the width that other columns leave on paper."""
    is_figure: bool = False
    """Whether its cells are large figures, to be read from across the table."""
    is_side: bool = False
    """Whether its cells are numbers of sides, shown in the colours of the sides."""
    side: int | None = None
    """The side that its head has the colour of."""

    def cell_side(self, cell: Cell) -> int | None:
        """Return the side that a cell has the colour of; its number is one more than the side."""
        text = str(cell)
        return int(text) - 1 if self.is_side and text.isdecimal() else None


class DataTable(Struct, frozen=True):
    """Rows under columns; the first cell of a row is its head."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    legend: str = ""
    """The meanings of its abbreviations."""


class Line(Struct, frozen=True):
    """A line of a list, with a short mark behind it if it has one."""

    text: str
    mark: str = ""


class Section(Struct, frozen=True):
    """A list under a heading, with examples, or a table under a heading."""

    caption: str
    lines: tuple[Line, ...]
    note: str = ""
    """A remark on all lines, above them."""
    examples: tuple[str, ...] = ()
    table: DataTable | None = None


class Drawing(Struct, frozen=True):
    """A picture as wide as the paper, with its description."""

    svg: str
    description: str


class Document(Struct, frozen=True):
    """A document to print: facts, tables, notes and charts, as of an instant or timeless."""

    title: str
    at: datetime | None
    facts: tuple[tuple[str, str], ...]
    tables: tuple[DataTable, ...]
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    """The pictures above its tables, on paper only."""
    opening: tuple[str, ...] = ()
    """Paragraphs below the title."""
    sections: tuple[Section, ...] = ()
    signatures: tuple[str, ...] = ()
    """The names of those who sign it on paper."""
    closing: str = ""
    """Its footer if it is timeless."""
    time_zone: str = UTC
    """The time zone of the times in it."""
    language: str = USUAL

    @property
    def footer(self) -> str:
        """The instant of the document in words; its closing text if it is timeless."""
        return (
            self._text(at_local_time(AS_OF, self.at, self.time_zone)) if self.at else self.closing
        )

    @property
    def signatures_heading(self) -> str:
        """The heading of its signatures."""
        return self._text(_SIGNED())

    @property
    def notes_heading(self) -> str:
        """The heading of its notes."""
        return self._text(_REMARKS())

    def _text(self, sentence: Sentence) -> str:
        return catalogues.catalogue(self.language).text(sentence)


def cell_text(cell: Cell) -> str:
    """Return a cell as it is printed: a number below zero has a minus sign."""
    return cell if isinstance(cell, str) else str(cell).replace("-", _MINUS)


def at_local_time(message: Message, at: datetime, time_zone: str) -> Sentence:
    """Return a message about an instant, with its local date and time."""
    local = zones.local(at, time_zone)
    return message(date=local.date(), time=f"{local:%H:%M}", zone=local.tzname() or UTC)
