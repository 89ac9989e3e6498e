"""The presets by id, in the order in which they are offered, each from its own file.

A game's file has the names and values of house rules in JSON. In short form, bids may be a run of
numbers, "2-4", and the points of a hand a table of their worths. A file inherits what it leaves out
from the game that it is `like`. A preset names the topics that its document leaves
open, and says in each language what its game is like.
"""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitch.rules.options import OPTIONS, Options, Rules
from pitch.rules.remedy_sentences import REMEDIES
from pitch.rules.sentences import SENTENCES


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
    about: Mapping[str, str] = {}
    """A sentence on what the game is like, by language."""


_GAMES: Final = (
    *("singaporemahjong", "singaporemahjong-classic", "rules-guru", "mb-lounge"),
    *("setback", "setback-pitch"),
    *("pitch31", "trickster-ten", "ten-point", "smear-ten"),
    *("play-smear", "prairie-smear"),
    *("joker-pitch", "setback-six"),
    *("pedro", "pedro-california", "pidro", "cinch", "king-pedro"),
    *("trickster-4", "trickster-5", "trickster-6", "trickster-7", "trickster-9"),
    *("trickster-11", "trickster-13", "catch-five", "nine-card"),
    *("pawnee", "trickster-five"),
)
_RUN: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
_BIDS: Final = {option.key for option in OPTIONS.values() if option.is_bids}


class _Readings(Struct, frozen=True, forbid_unknown_fields=True):
    """Other choices that a document allows, by their basis."""

    text: tuple[Options, ...] = ()
    default: tuple[Options, ...] = ()


class _Game(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game."""

    name: str
    document: str
    about: dict[str, str]
    rules: Rules
    silent: frozenset[str] = frozenset()
    packets: int | None = None
    readings: _Readings = _Readings()


def parse(game: str, text: str) -> Preset:
    """Return the preset in the file of a game; raises ValueError with the file and the key."""
    try:
        file = _parse_file(text)
    except ValueError as wrong:
        raise ValueError(f"{game}.toml: {wrong}") from wrong
    return Preset(
        name=file.name,
        document=file.document,
        about=file.about,
        rules=file.rules,
        # Every document is silent on irregularities.
        silent=frozenset(REMEDIES) | file.silent,
        packets=file.packets,
        readings=(
            *(Reading(options, Basis.TEXT) for options in file.readings.text),
            *(Reading(options, Basis.DEFAULT) for options in file.readings.default),
        ),
    )


def _parse_file(text: str) -> _Game:
    """Return the file of a game with all that it inherits; raises ValueError with the key."""
    file = msgspec.convert(_expand(_inherit(tomllib.loads(text))), _Game)
    # A misspelt topic would present our default as a rule of the document.
    if unknown := sorted(file.silent - SENTENCES.keys()):
        raise ValueError(f"There is no such topic - at `$.silent`: {', '.join(unknown)}")
    return file


def _text(game: str) -> str:
    return resources.files(__package__).joinpath(f"{game}.toml").read_text("utf-8")


def _inherit(file: dict[str, Any]) -> dict[str, Any]:
    """Return a file with the values that it inherits from the game that it is like."""
    like = file.pop("like", None)
    if like is None:
        return file
    if like not in _GAMES:
        raise ValueError(f"There is no such game - at `$.like`: {like}")
    base, own = _inherit(tomllib.loads(_text(like))), file.get("rules", {})
    rules = base["rules"] | own if isinstance(own, dict) else own
    return base | file | {"rules": rules}


def _expand(value: Any) -> Any:
    """Return a value of a file with its short forms written out."""
    match value:
        case list():
            return list(map(_expand, value))
        case dict():
            return {key: _expand_choice(key, inner) for key, inner in value.items()}
    return value


def _expand_choice(key: str, value: Any) -> Any:
    if key == "pointValues" and isinstance(value, dict):
        return [{"point": point, "worth": worth} for point, worth in value.items()]
    run = _RUN.fullmatch(value) if key in _BIDS and isinstance(value, str) else None
    if run is None:
        return _expand(value)
    least, most = run[1], run[2] or run[1]
    return list(map(str, range(int(least), int(most) + 1)))


PRESETS: Final = {game: parse(game, _text(game)) for game in _GAMES}
