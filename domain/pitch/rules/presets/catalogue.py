"""Every preset by its id, in the order in which they are offered, each read from its own file.

A game's file has the names and values that house rules have in JSON. For short, bids may be a run
of numbers, "2-4", and the points of a hand a table of what each is worth. What a file leaves out is
taken from the game that it is `like`.
"""

import re
import tomllib
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitch.rules.options import OPTIONS, Options, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading
from pitch.rules.sentences import SENTENCES

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
    """Other choices that a document bears, by what they rest on."""

    text: tuple[Options, ...] = ()
    default: tuple[Options, ...] = ()


class _Game(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's file."""

    name: str
    document: str
    rules: Rules
    silent: frozenset[str] = frozenset()
    readings: _Readings = _Readings()


def parse(game: str, text: str) -> Preset:
    """Return the preset that a game's file holds; ValueError names the file and the key."""
    try:
        found = _read(text)
    except ValueError as wrong:
        raise ValueError(f"{game}.toml: {wrong}") from wrong
    return Preset(
        name=found.name,
        document=found.document,
        rules=found.rules,
        silent=IRREGULAR | found.silent,
        readings=(
            *(Reading(options, Basis.TEXT) for options in found.readings.text),
            *(Reading(options, Basis.DEFAULT) for options in found.readings.default),
        ),
    )


def _read(text: str) -> _Game:
    """Return the file of a game, completed and written out; ValueError names the key."""
    found = msgspec.convert(_spelled(_completed(tomllib.loads(text))), _Game)
    # A topic misspelt would pass a default of ours off as the document's own words.
    if unknown := sorted(found.silent - SENTENCES.keys()):
        raise ValueError(f"There is no such topic - at `$.silent`: {', '.join(unknown)}")
    return found


def _text(game: str) -> str:
    return resources.files(__package__).joinpath(f"{game}.toml").read_text("utf-8")


def _completed(read: dict[str, Any]) -> dict[str, Any]:
    """Return what a file holds, and what it leaves out as the game that it is like has it."""
    like = read.pop("like", None)
    if like is None:
        return read
    if like not in _GAMES:
        raise ValueError(f"There is no such game - at `$.like`: {like}")
    other, own = _completed(tomllib.loads(_text(like))), read.get("rules", {})
    rules = other["rules"] | own if isinstance(own, dict) else own
    return other | read | {"rules": rules}


def _spelled(read: Any) -> Any:
    """Return what a file holds with every short form written out."""
    match read:
        case list():
            return list(map(_spelled, read))
        case dict():
            return {key: _choice(key, value) for key, value in read.items()}
    return read


def _choice(key: str, value: Any) -> Any:
    if key == "pointValues" and isinstance(value, dict):
        return [{"point": point, "worth": worth} for point, worth in value.items()]
    run = _RUN.fullmatch(value) if key in _BIDS and isinstance(value, str) else None
    if run is None:
        return _spelled(value)
    least, most = run[1], run[2] or run[1]
    return list(map(str, range(int(least), int(most) + 1)))


PRESETS: Final = {game: parse(game, _text(game)) for game in _GAMES}
