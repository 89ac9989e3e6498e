"""Documents: tables for people, before anything is said about paper, pages or spreadsheets."""

from datetime import datetime

from msgspec import Struct

from api.charts import Chart

Cell = str | int


class Column(Struct, frozen=True):
    """A column: its short head in print, its name in full, and whether it lines up as numbers."""

    head: str
    name: str
    is_number: bool = False


class Table(Struct, frozen=True):
    """Rows under columns; the first cell of a row says what the row is about."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    legend: str = ""
    """What its abbreviations mean."""


class Document(Struct, frozen=True):
    """What is printed: facts, tables, notes and pictures, true at an instant."""

    title: str
    at: datetime
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()

    @property
    def as_of(self) -> str:
        """When the document was true, in words."""
        return f"As of {moment(self.at)}"


def moment(at: datetime) -> str:
    """An instant as a score sheet says it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
