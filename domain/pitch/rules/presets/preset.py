"""What a preset is: a source's rules, and where the source leaves a question open."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitch.rules.options import Options, Rules


class Basis(StrEnum):
    """What a clause rests on: a document, our default where it is silent, or a house rule."""

    TEXT = "text"
    DEFAULT = "default"
    HOUSE = "house"


class Reading(Struct, frozen=True):
    """Choices that a document offers (`text`) or can be read to mean (`default`)."""

    options: Options
    basis: Basis


class Preset(Struct, frozen=True):
    """A document's rules, and where it leaves a question open."""

    name: str
    document: str
    rules: Rules
    silent: frozenset[str]
    """Topics that the document leaves out or contradicts: ours is a default there."""
    readings: tuple[Reading, ...] = ()
    """Other choices that are not house rules, because the document bears them."""


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
"""No document says what follows an irregularity."""
