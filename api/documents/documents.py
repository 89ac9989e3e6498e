"""Documents: tables for people, before anything is said about paper, pages or spreadsheets."""

from datetime import datetime

from msgspec import Struct

from api import zones
from api.documents.charts.charts import Chart
from domain.notation.moments import UTC

Cell = str | int


class Column(Struct, frozen=True):
    """A column: its short head in print, and its name in full."""

    head: str
    name: str
    is_number: bool = False
    """Whether its cells line up as numbers."""
    is_wide: bool = False
    """Whether it shares the room that the others leave on paper."""


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
    closing: str = ""
    """What it ends with if it is true at no instant."""
    time_zone: str = UTC
    """The one whose clock tells the time."""
    language: str = "en"

    @property
    def as_of(self) -> str:
        """When the document was true, in words; what it ends with if that is always."""
        return f"As of {zones.said(self.at, self.time_zone)}" if self.at else self.closing
