"""A match as text and as a transcript, to move it from one server to another.

Input: the hands, adjustments and disputes of a match, or text. Output: text that reads back as the
same match, and refusals with the line and column of an error. Imports `rulings`, `match`, `hand`
and `rules`.

A grammar for lark was tried and rejected: its parser alone takes as much CPU as the whole import,
it needs second lists of calls and points, and it reports expectations as names of tokens.
"""

from pitch.notation.inspections import check_moment, check_result, check_times, check_transcript
from pitch.notation.texts import MatchText, split_matches, write_match
from pitch.notation.tokens import Position
from pitch.notation.transcripts import (
    HandVersion,
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
)

__all__ = [
    "HandVersion",
    "MatchText",
    "Position",
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
    "split_matches",
    "write_match",
]
