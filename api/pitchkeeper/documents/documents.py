"""Documents: tables for people, in words, before anything is said about paper or pages."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from pitch.messages import DATE, TIME, TYPED, Message, Sentence
from pitch.notation import UTC
from pitchkeeper import zones
from pitchkeeper.documents.charts.charts import Chart
from pitchkeeper.messages import catalogues
from pitchkeeper.messages.catalogues import USUAL

_AS_OF: Final = Message("sheet.as_of", date=DATE, time=TIME, zone=TYPED)
_REMARKS: Final = Message("heading.sheet.remarks")
_SIGNED: Final = Message("heading.sheet.signatures")
Cell = str | int
_MINUS: Final = "\N{MINUS SIGN}"


class Column(Struct, frozen=True):
    """A column: its head in print, and its name in full where the head is short."""

    head: str
    name: str = ""
    alone: str = ""
    """What a cell is called where its column is not above it, if not by the head."""
    is_number: bool = False
    """Whether its cells line up as numbers."""
    is_wide: bool = False
    """Whether it shares the room that the others leave on paper."""
    is_figure: bool = False
    """Whether its cells are read from across the table."""
    is_side: bool = False
    """Whether its cells are numbers of sides, which then have their colours."""
    side: int | None = None
    """The side whose colour its head has."""

    def painted(self, cell: Cell) -> int | None:
        """The side whose colour a cell has: the number in it is one more than the side."""
        said = str(cell)
        return int(said) - 1 if self.is_side and said.isdecimal() else None


class DataTable(Struct, frozen=True):
    """Rows under columns; the first cell of a row says what the row is about."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    legend: str = ""
    """What its abbreviations mean."""


class Line(Struct, frozen=True):
    """One line of a list, with a short mark if there is something to know of it."""

    text: str
    mark: str = ""


class Section(Struct, frozen=True):
    """A list under a heading, with examples and a table of its own."""

    caption: str
    lines: tuple[Line, ...]
    examples: tuple[str, ...] = ()
    table: DataTable | None = None


class Document(Struct, frozen=True):
    """What is printed: facts, tables, notes and pictures, true at an instant or always."""

    title: str
    at: datetime | None
    facts: tuple[tuple[str, str], ...]
    tables: tuple[DataTable, ...]
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    opening: tuple[str, ...] = ()
    """What is said of all of it, below the title."""
    sections: tuple[Section, ...] = ()
    signatures: tuple[str, ...] = ()
    """Who signs it on paper."""
    closing: str = ""
    """What it ends with if it is true at no instant."""
    time_zone: str = UTC
    """The one whose clock tells the time."""
    language: str = USUAL

    @property
    def as_of(self) -> str:
        """When the document was true, in words; what it ends with if that is always."""
        return self._said(when(_AS_OF, self.at, self.time_zone)) if self.at else self.closing

    @property
    def signed(self) -> str:
        """The heading of its signatures."""
        return self._said(_SIGNED())

    @property
    def remarks(self) -> str:
        """The heading of its notes."""
        return self._said(_REMARKS())

    def _said(self, sentence: Sentence) -> str:
        return catalogues.catalogue(self.language).text(sentence)


def cell_text(cell: Cell) -> str:
    """Return a cell as it is printed: a number below zero has a minus sign."""
    return cell if isinstance(cell, str) else str(cell).replace("-", _MINUS)


def when(message: Message, at: datetime, time_zone: str) -> Sentence:
    """A message of an instant, as the clock at the table showed it."""
    local = zones.local(at, time_zone)
    return message(date=local.date(), time=f"{local:%H:%M}", zone=local.tzname() or UTC)
