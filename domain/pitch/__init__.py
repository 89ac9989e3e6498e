"""The rules of Pitch: entirely functional, immutable, and free of side effects.

No clock, no chance, no database, no HTTP: what time it is and what was drawn come in as arguments.
The packages point one way: notation and schedule, league, rulings, match, proof, hand, rules, and
below them the modules of this folder, which every package may use: `cards` is the pack, `seats` the
table, `calls`, `tricks` and `findings` what people say, play and are told. Fields have the names
that they have in JSON, because findings point into records.
"""

from pitch.calls import CALL_PATTERN, Call, bid, is_slam
from pitch.cards import CARD_PATTERN, Card, Suit
from pitch.findings import Finding, Status, finding_sentences, prevents_scoring
from pitch.hand import (
    Auction,
    Claims,
    Deal,
    HandRecord,
    Listed,
    Pile,
    PointClaim,
    Proof,
    Verdict,
    begin_auction,
    judge,
    legal_calls,
)
from pitch.match import Hand, Match, Sheet, fold_sheet, open_match
from pitch.percents import Permille
from pitch.point_names import PointName
from pitch.proof import prove
from pitch.rules import Options, RuleSet, house_rules, list_presets, preset, table_for
from pitch.rulings import CallQuestion, CallRuling, rule_on_call
from pitch.seats import (
    MOST_PLAYERS,
    Arrangement,
    Seating,
    Table,
    check_name,
    check_names,
    check_seat,
    check_side,
    number_alike_names,
    player_arguments,
    seats_by_side,
    side_arguments,
    side_count,
    side_names,
    side_of,
)
from pitch.wording import join_alternatives, join_partners

__all__ = [
    "CALL_PATTERN",
    "CARD_PATTERN",
    "MOST_PLAYERS",
    "Arrangement",
    "Auction",
    "Call",
    "CallQuestion",
    "CallRuling",
    "Card",
    "Claims",
    "Deal",
    "Finding",
    "Hand",
    "HandRecord",
    "Listed",
    "Match",
    "Options",
    "Permille",
    "Pile",
    "PointClaim",
    "PointName",
    "Proof",
    "RuleSet",
    "Seating",
    "Sheet",
    "Status",
    "Suit",
    "Table",
    "Verdict",
    "begin_auction",
    "bid",
    "check_name",
    "check_names",
    "check_seat",
    "check_side",
    "finding_sentences",
    "fold_sheet",
    "house_rules",
    "is_slam",
    "join_alternatives",
    "join_partners",
    "judge",
    "legal_calls",
    "list_presets",
    "number_alike_names",
    "open_match",
    "player_arguments",
    "preset",
    "prevents_scoring",
    "prove",
    "rule_on_call",
    "seats_by_side",
    "side_arguments",
    "side_count",
    "side_names",
    "side_of",
    "table_for",
]
