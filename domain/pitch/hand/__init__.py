"""One hand: its record, its result and its contradictions.

In go a `HandRecord` and its `Deal` (rule set, seating, dealer); out comes a `Verdict`: points by
side, whether the bid was made, findings, and the next questions. Finds by itself what people
recognise at once; `proof` searches for the rest. `entry` merges the records of several phones,
`checks` yields contradictions and states them by the table in `lemmas`. Imports `rules`.
"""

from pitch.hand.answers import Answer
from pitch.hand.auctions import Auction, Contract, begin_auction, legal_calls
from pitch.hand.deals import Deal
from pitch.hand.entry.differences import Disagreement, find_disagreements
from pitch.hand.entry.earlier_claims import EARLIER_CLAIMS
from pitch.hand.entry.parts import (
    AUCTION_PART,
    CLAIMS_PART,
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
from pitch.hand.proofs import Proof
from pitch.hand.records import (
    Claims,
    HandRecord,
    Listed,
    Pile,
    PointClaim,
    canonical_record,
    check_record,
    is_same_record,
)
from pitch.hand.verdicts import Verdict, judge

__all__ = [
    "AUCTION_PART",
    "CLAIMS_PART",
    "EARLIER_CLAIMS",
    "TRICKS_PART",
    "WHOLE_RECORD",
    "Answer",
    "Auction",
    "AuctionFacts",
    "ClaimFacts",
    "Claims",
    "Contract",
    "Deal",
    "Disagreement",
    "HandRecord",
    "HoldingFacts",
    "Listed",
    "Part",
    "Pile",
    "PileFacts",
    "Point",
    "PointClaim",
    "PointSide",
    "Proof",
    "TrickFacts",
    "Verdict",
    "begin_auction",
    "canonical_record",
    "check_record",
    "extract_part",
    "find_disagreements",
    "has_part",
    "has_same_part",
    "holding_part",
    "is_same_record",
    "judge",
    "legal_calls",
    "pile_part",
    "record_of_auction",
    "record_of_claims",
    "record_of_holding",
    "record_of_pile",
    "record_of_tricks",
    "replace_part",
]
