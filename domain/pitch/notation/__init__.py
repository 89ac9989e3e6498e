"""A match as text and as a transcript, out of one server and into another.

In goes what happened in a match; out come bytes that read back as the same, and refusals at the
line and column where a text goes wrong. Imports `rulings`, `match`, `hand` and `rules`.

A grammar of lark was tried and left: its parser alone takes the CPU of all that is done here, it
needs second lists of calls and points, and what is expected it tells as names of tokens.
"""

from pitch.notation.inspections import check_moment, check_result, check_times, check_transcript
from pitch.notation.moments import UTC, Moment, TimeZone
from pitch.notation.records import SUIT
from pitch.notation.texts import MatchText, split_matches, write_match
from pitch.notation.tokens import NotationError, Position
from pitch.notation.transcripts import (
    HandVersion,
    Hash,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedResult,
    TranscribedRules,
    TranscribedRuling,
    TranscribedSettlement,
    Transcript,
    open_transcript,
    remake_ruleset,
    to_adjustment,
    to_ruling,
    transcribe_result,
    transcribe_rules,
)

__all__ = [
    "SUIT",
    "UTC",
    "HandVersion",
    "Hash",
    "MatchText",
    "Moment",
    "NotationError",
    "Position",
    "TimeZone",
    "TranscribedAdjustment",
    "TranscribedCancellation",
    "TranscribedConfirmation",
    "TranscribedDispute",
    "TranscribedHand",
    "TranscribedResult",
    "TranscribedRules",
    "TranscribedRuling",
    "TranscribedSettlement",
    "Transcript",
    "check_moment",
    "check_result",
    "check_times",
    "check_transcript",
    "open_transcript",
    "remake_ruleset",
    "split_matches",
    "to_adjustment",
    "to_ruling",
    "transcribe_result",
    "transcribe_rules",
    "write_match",
]
