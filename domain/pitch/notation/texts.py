"""The portable notation: matches as text that people read at the table and servers exchange.

Written strictly, so that a match has one text; read leniently, each match by itself, so that one
that cannot be read does not take the others with it. `openapi/notation.md` has the grammar.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from pitch.errors import Refusal
from pitch.messages import TYPED, Message
from pitch.notation import hands as hand_texts
from pitch.notation import inspections, tags, tokens
from pitch.notation.moments import Moment
from pitch.notation.tokens import NotationError, Position, Tokens
from pitch.notation.transcripts import TranscribedAdjustment, TranscribedHand, Transcript

_PART: Final = Message("notation.part", found=TYPED)

_BEGINNING: Final = re.compile(r"^[ \t]*\[[ \t]*pitch\b", re.IGNORECASE | re.MULTILINE)


class ParsedMatch(Struct, frozen=True):
    """What one match of a text says, or why it cannot be taken in, and what stands where."""

    line: int
    told: Transcript | Refusal
    positions: dict[str, Position] = {}

    def position(self, pointer: str) -> Position:
        """Where that stands in the text to which a pointer into the transcript leads."""
        return tokens.nearest_position(self.positions, pointer) or Position(self.line, 1)


class MatchText(Struct, frozen=True):
    """The text of one match, and the line on which it begins."""

    text: str
    line: int

    def read(self, now: Moment) -> ParsedMatch:
        """What it says; `now` is when it begins if it does not say when."""
        positions: dict[str, Position] = {}
        try:
            source = Tokens(self.text, self.line)
            positions = source.positions
            told: Transcript | Refusal = _read_match(source, now)
        except NotationError as refusal:
            told, positions = refusal, {"": refusal.position}
        except Refusal as refusal:
            told = refusal
        return ParsedMatch(line=self.line, told=told, positions=positions)


def write_match(transcript: Transcript) -> str:
    """The one text of a match; it ends with an empty line, so that texts can be put together."""
    parts = [*tags.lines(transcript), ""]
    for number, hand in enumerate(transcript.hands, 1):
        parts += hand_texts.lines(number, hand)
    for given in transcript.adjustments:
        parts += hand_texts.adjustment_lines(given)
    if transcript.hands or transcript.adjustments:
        parts.append("")
    return "\n".join(parts) + "\n"


def split_matches(text: str) -> Iterator[MatchText]:
    """Every match of a text, in order, and before them what stands before the first."""
    # Line ends of every system, so that lines are counted as editors count them.
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    # A match begins at its Pitch tag, so that one that cannot be read does not take the next with
    # it.
    starts = [found.start() for found in _BEGINNING.finditer(plain)] or [len(plain)]
    if tokens.has_tokens(plain[: starts[0]]):
        yield MatchText(plain[: starts[0]], 1)
    line = 1 + plain.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        if start < end:
            yield MatchText(plain[start:end], line)
        line += plain.count("\n", start, end)


def _read_match(source: Tokens, now: Moment) -> Transcript:
    """The tags, then hands and adjustments as they come; times left out go on from before."""
    source.mark("")
    opened = tags.read(source, now)
    hands: list[TranscribedHand] = []
    adjustments: list[TranscribedAdjustment] = []
    entered = latest = opened.opened
    changes = 0
    while source.has_more:
        if source.word == "hand":
            pointer = f"/hands/{len(hands)}"
            with source.inside(pointer):
                hand = hand_texts.read(source, len(hands) + 1, entered)
            hands.append(hand)
            # A hand follows the one before as it was first entered, however late that was
            # corrected.
            entered, latest = hand.first.at, max(latest, hand.at)
            changes += hand.changes
        elif source.word == "adjusted":
            pointer = f"/adjustments/{len(adjustments)}"
            with source.inside(pointer):
                given = hand_texts.read_adjustment(source, latest)
            adjustments.append(given)
            latest = max(latest, given.at)
            changes += given.changes
        else:
            raise source.wrong(_PART)
        # Counted while reading: a text of a million corrections is refused before it is held in
        # memory.
        inspections.check_changes(changes, pointer)
    match = structs.replace(opened, hands=tuple(hands), adjustments=tuple(adjustments))
    return source.checked(match)
