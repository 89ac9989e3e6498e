"""Presets: the rules of a document, and the topics that it leaves open."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitch.rules.options import Options, Rules


class Basis(StrEnum):
    """The basis of a clause: a document, our default where it is silent, or a house rule."""

    TEXT = "text"
    DEFAULT = "default"
    HOUSE = "house"


class Reading(Struct, frozen=True):
    """Choices that a document offers (`text`) or can be read to mean (`default`)."""

    options: Options
    basis: Basis


class Preset(Struct, frozen=True):
    """The rules of a document, and the topics that it leaves open."""

    name: str
    document: str
    rules: Rules
    silent: frozenset[str]
    """The topics that the document leaves out or contradicts, on which our rule is a default."""
    packets: int | None = None
    """How many cards are dealt at a time, if the document says so; no rule of play follows."""
    readings: tuple[Reading, ...] = ()
    """Other choices that the document allows, so that they are not house rules."""


IRREGULAR: Final = frozenset(
    {
        "irregular.call",
        "irregular.led",
        "irregular.leader",
        "irregular.revoke",
        "irregular.misdeal",
        "irregular.exposed",
        "irregular.talk",
        "irregular.score",
    }
)
"""The topics of irregularities, on which every document is silent."""
