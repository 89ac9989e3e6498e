"""One hand: its record, its result and its contradictions.

In go a `HandRecord` and its `Deal` (rule set, seating, dealer); out comes a `Verdict`: points by
side, whether the bid was made, findings, and the next questions. Finds by itself what people
recognise at once; `proof` searches for the rest. `entry` merges the records of several phones,
`checks` yields contradictions and states them by the table in `lemmas`. Imports `rules`.
"""

from pitch.hand.answers import Answer
from pitch.hand.auctions import Contract
from pitch.hand.entry.differences import Disagreement, find_disagreements
from pitch.hand.entry.parts import (
    AUCTION_PART,
    CLAIMS_PART,
    EARLIER_CLAIMS,
    TRICKS_PART,
    WHOLE_RECORD,
    AuctionFacts,
    ClaimFacts,
    HoldingFacts,
    Part,
    PileFacts,
    TrickFacts,
    extract_part,
    has_part,
    has_same_part,
    holding_part,
    pile_part,
    record_of_auction,
    record_of_claims,
    record_of_holding,
    record_of_pile,
    record_of_tricks,
    replace_part,
)
from pitch.hand.points import Point, PointSide
from pitch.hand.records import canonical_record, check_record, is_same_record

__all__ = [
    "AUCTION_PART",
    "CLAIMS_PART",
    "EARLIER_CLAIMS",
    "TRICKS_PART",
    "WHOLE_RECORD",
    "Answer",
    "AuctionFacts",
    "ClaimFacts",
    "Contract",
    "Disagreement",
    "HoldingFacts",
    "Part",
    "PileFacts",
    "Point",
    "PointSide",
    "TrickFacts",
    "canonical_record",
    "check_record",
    "extract_part",
    "find_disagreements",
    "has_part",
    "has_same_part",
    "holding_part",
    "is_same_record",
    "pile_part",
    "record_of_auction",
    "record_of_claims",
    "record_of_holding",
    "record_of_pile",
    "record_of_tricks",
    "replace_part",
]
