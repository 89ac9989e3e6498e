"""The portable notation: matches as text that people read at the table and servers exchange.

Writing is strict, so that a match has one text. Reading is lenient, each match by itself, so that
an unreadable one does not affect the others. `openapi/notation.md` has the grammar.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from pitch.messages import TYPED, Message, Refusal
from pitch.notation import hands as hand_texts
from pitch.notation import inspections, tags, tokens
from pitch.notation.tokens import NotationError, Position, Tokens
from pitch.notation.transcripts import TranscribedAdjustment, TranscribedHand, Transcript
from pitch.types import Moment

_PART: Final = Message("notation.part", found=TYPED)

_BEGINNING: Final = re.compile(r"^[ \t]*\[[ \t]*pitch\b", re.IGNORECASE | re.MULTILINE)


class ParsedMatch(Struct, frozen=True):
    """A match read from a text, or the refusal of it, with the positions of its values."""

    line: int
    outcome: Transcript | Refusal
    positions: dict[str, Position] = {}

    def position(self, pointer: str) -> Position:
        """Return the position in the text of the value at a pointer into the transcript."""
        return tokens.nearest_position(self.positions, pointer) or Position(self.line, 1)


class MatchText(Struct, frozen=True):
    """The text of one match, and the line on which it begins."""

    text: str
    line: int

    def read(self, now: Moment) -> ParsedMatch:
        """Return the match; one that does not say when it was opened is opened `now`."""
        positions: dict[str, Position] = {}
        try:
            source = Tokens(self.text, self.line)
            positions = source.positions
            outcome: Transcript | Refusal = _read_match(source, now)
        except NotationError as refusal:
            outcome, positions = refusal, {"": refusal.position}
        except Refusal as refusal:
            outcome = refusal
        return ParsedMatch(line=self.line, outcome=outcome, positions=positions)


def write_match(transcript: Transcript) -> str:
    """Return the text of a match; it ends with an empty line, so that texts can be concatenated."""
    parts = [*tags.lines(transcript), ""]
    for number, hand in enumerate(transcript.hands, 1):
        parts += hand_texts.lines(number, hand)
    for adjustment in transcript.adjustments:
        parts += hand_texts.adjustment_lines(adjustment)
    if transcript.hands or transcript.adjustments:
        parts.append("")
    return "\n".join(parts) + "\n"


def split_matches(text: str) -> Iterator[MatchText]:
    """Yield every match of a text, in order, after any text before the first."""
    # Line ends of every system, so that lines are counted as editors count them.
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    # A match begins at its Pitch tag, so that an unreadable one does not affect the next.
    starts = [match.start() for match in _BEGINNING.finditer(plain)] or [len(plain)]
    if tokens.has_tokens(plain[: starts[0]]):
        yield MatchText(plain[: starts[0]], 1)
    line = 1 + plain.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        if start < end:
            yield MatchText(plain[start:end], line)
        line += plain.count("\n", start, end)


def _read_match(source: Tokens, now: Moment) -> Transcript:
    """Read tags, hands and adjustments; a time that is left out is that of what is before it."""
    source.mark("")
    empty_match = tags.read(source, now)
    hands: list[TranscribedHand] = []
    adjustments: list[TranscribedAdjustment] = []
    last_entry = latest = empty_match.opened
    changes = 0
    while source.has_more:
        if source.word == "hand":
            pointer = f"/hands/{len(hands)}"
            with source.within(pointer):
                hand = hand_texts.read(source, len(hands) + 1, last_entry)
            hands.append(hand)
            # A hand follows the first entry of the one before, however late that was corrected.
            last_entry, latest = hand.first.at, max(latest, hand.at)
            changes += hand.changes
        elif source.word == "adjusted":
            pointer = f"/adjustments/{len(adjustments)}"
            with source.within(pointer):
                adjustment = hand_texts.read_adjustment(source, latest)
            adjustments.append(adjustment)
            latest = max(latest, adjustment.at)
            changes += adjustment.changes
        else:
            raise source.unexpected(_PART)
        # Counted while reading: a text of a million corrections is refused before it is held in
        # memory.
        inspections.check_changes(changes, pointer)
    match = structs.replace(empty_match, hands=tuple(hands), adjustments=tuple(adjustments))
    return source.validate(match)
