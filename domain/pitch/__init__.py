"""The rules of Pitch: entirely functional, immutable, and free of side effects.

No clock, no chance, no database, no HTTP: times and random seeds are arguments. The packages import
one way: notation and schedule, league, rulings, match, proof, hand, rules, then the modules of this
folder: `cards` has the pack, `seats` the table, `calls` the bids, `tricks` the legal plays and
`findings` the errors of a record. Fields have their names in JSON, because findings point into
records. Each name is exported once: here if most callers need it, else by its package. The README
beside this package has examples, and `descriptions` shows the fields of a type.
"""

from pitch.calls import CALL_PATTERN, Call
from pitch.cards import CARD_PATTERN, Card, Suit, parse_card
from pitch.findings import Finding, Status
from pitch.hand.auctions import Auction, begin_auction, legal_calls
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import Claims, HandRecord, Listed, Pile, PointClaim
from pitch.hand.verdicts import Verdict, judge
from pitch.match.matches import Hand, Match
from pitch.match.sheets import Sheet, fold_sheet
from pitch.point_names import PointName
from pitch.proof.certificates import certify
from pitch.proof.provers import prove
from pitch.proof.refutations.legends import Refutation
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet, list_presets, preset
from pitch.rulings.calls import CallQuestion, CallRuling, rule_on_call
from pitch.seats import Arrangement, Seating, Table, normalize_name

__all__ = [
    "CALL_PATTERN",
    "CARD_PATTERN",
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
    "Pile",
    "PointClaim",
    "PointName",
    "Proof",
    "Refutation",
    "RuleSet",
    "Seating",
    "Sheet",
    "Status",
    "Suit",
    "Table",
    "Verdict",
    "begin_auction",
    "certify",
    "fold_sheet",
    "judge",
    "legal_calls",
    "list_presets",
    "normalize_name",
    "parse_card",
    "preset",
    "prove",
    "rule_on_call",
]
