"""Hands folded into a score sheet, and who has won.

In go the rule set, the seating and the hands as recorded; out come a `Sheet`, what a change would
do to it, and tallies of what every seat did. Imports `hand` and `rules`.
"""

from pitch.match.changes import Result
from pitch.match.matches import Adjustment, Overruling, Policy, Settlement, find_hand, put_hand
from pitch.match.outlooks import Outlook
from pitch.match.ratings import Rating, rate_players, track_rating
from pitch.match.sheets import (
    Consequences,
    ScoreLine,
    SheetCache,
    list_unproven,
)
from pitch.match.steps import Standing
from pitch.match.tallies import SeatTally, Tally, add_tallies, list_bids, tally_match, tally_side
from pitch.match.win_chances import WinChances, estimate_win_chances
from pitch.match.wins import Winner

__all__ = [
    "Adjustment",
    "Consequences",
    "Outlook",
    "Overruling",
    "Policy",
    "Rating",
    "Result",
    "ScoreLine",
    "SeatTally",
    "Settlement",
    "SheetCache",
    "Standing",
    "Tally",
    "WinChances",
    "Winner",
    "add_tallies",
    "estimate_win_chances",
    "find_hand",
    "list_bids",
    "list_unproven",
    "put_hand",
    "rate_players",
    "tally_match",
    "tally_side",
    "track_rating",
]
