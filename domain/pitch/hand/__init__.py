"""One hand: its record, its result and its contradictions.

In go a `HandRecord` and its `Deal` (rule set, seating, dealer); out comes a `Verdict`: points by
side, whether the bid was made, findings, and the next questions. Finds by itself what people
recognise at once; `proof` searches for the rest. A stored hand has a `Proof`, by which
`readings.from_proof` reads its record, and the checks are not asked again. `entry` merges the
records of several phones, `checks` yields contradictions and states them by the table in `lemmas`.
Imports `rules`.
"""

from pitch.hand.answers import Answer
from pitch.hand.auctions import Contract
from pitch.hand.entry.differences import Disagreement, find_disagreements
from pitch.hand.entry.parts import (
    EARLIER_CLAIMS,
    WHOLE_RECORD,
    AuctionFacts,
    ClaimFacts,
    HandEntry,
    HoldingFacts,
    Part,
    PileFacts,
    TrickFacts,
)
from pitch.hand.points import Point, PointSide

__all__ = [
    "EARLIER_CLAIMS",
    "WHOLE_RECORD",
    "Answer",
    "AuctionFacts",
    "ClaimFacts",
    "Contract",
    "Disagreement",
    "HandEntry",
    "HoldingFacts",
    "Part",
    "PileFacts",
    "Point",
    "PointSide",
    "TrickFacts",
    "find_disagreements",
]
