"""The portable notation: matches as text that people read at the table and servers exchange.

Written strictly, so that a match has one text; read leniently, each match by itself, so that one
that cannot be read does not take the others with it. `openapi/notation.md` has the grammar.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from domain import notation_hands, notation_tags, tokens
from domain.moments import Moment
from domain.tokens import NotationError, Place, Tokens
from domain.transcripts import TranscribedAdjustment, TranscribedHand, Transcript

_BEGINNING: Final = re.compile(r"^[ \t]*\[[ \t]*pitch\b", re.IGNORECASE | re.MULTILINE)


class Reading(Struct, frozen=True):
    """What one match of a text says, or why it cannot be read."""

    line: int
    told: Transcript | NotationError
    places: dict[str, Place] = {}

    def place(self, pointer: str) -> Place:
        """Where that stands in the text to which a pointer into the transcript leads."""
        return tokens.nearest(self.places, pointer) or Place(self.line, 1)


def write(transcript: Transcript) -> str:
    """The one text of a match; it ends with an empty line, so that texts can be put together."""
    parts = [*notation_tags.lines(transcript), ""]
    for number, hand in enumerate(transcript.hands, 1):
        parts += notation_hands.lines(number, hand)
    for given in transcript.adjustments:
        parts += notation_hands.adjustment_lines(given)
    if transcript.hands or transcript.adjustments:
        parts.append("")
    return "\n".join(parts) + "\n"


def count(text: str) -> int:
    """How many matches a text holds, and what stands before the first."""
    plain = _plain(text)
    starts = [found.start() for found in _BEGINNING.finditer(plain)] or [len(plain)]
    return len(starts) + _says_anything(plain[: starts[0]])


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read(text: str, now: Moment) -> Iterator[Reading]:
    """Every match of a text, in order, each as soon as it is read."""
    plain = _plain(text)
    starts = [found.start() for found in _BEGINNING.finditer(plain)] or [len(plain)]
    if _says_anything(plain[: starts[0]]):
        yield _read(plain[: starts[0]], 1, now)
    line = 1 + plain.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        if start < end:
            yield _read(plain[start:end], line, now)
        line += plain.count("\n", start, end)


def _read(text: str, line: int, now: Moment) -> Reading:
    try:
        source = Tokens(text, line)
        transcript = _read_match(source, now)
    except NotationError as refusal:
        return Reading(line=line, told=refusal)
    return Reading(line=line, told=transcript, places=source.places)


def _read_match(source: Tokens, now: Moment) -> Transcript:
    place = source.place
    opened = notation_tags.read(source, now)
    hands: list[TranscribedHand] = []
    adjustments: list[TranscribedAdjustment] = []
    while source.has_more:
        if source.word == "hand":
            since = hands[-1].versions[0].at if hands else opened.opened
            with source.inside(f"/hands/{len(hands)}"):
                hands.append(notation_hands.read(source, len(hands) + 1, since))
        elif source.word == "adjusted":
            since = _latest(opened.opened, hands, adjustments)
            with source.inside(f"/adjustments/{len(adjustments)}"):
                adjustments.append(notation_hands.read_adjustment(source, since))
        else:
            raise source.wrong("Hand, Adjusted or what belongs to a hand")
    match = structs.replace(opened, hands=tuple(hands), adjustments=tuple(adjustments))
    return source.checked(match, place)


def _latest(
    opened: Moment, hands: list[TranscribedHand], adjustments: list[TranscribedAdjustment]
) -> Moment:
    """When something happened that followed all before it."""
    return max(opened, *(hand.at for hand in hands), *(given.at for given in adjustments), opened)


def _says_anything(text: str) -> bool:
    try:
        return Tokens(text).has_more
    except NotationError:
        return True
