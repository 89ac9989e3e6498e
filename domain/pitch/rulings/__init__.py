"""Questions settled at the table: a call, a play, a hand, who won, what went wrong.

In goes a question without names or history; out comes a `Ruling` with the clauses that decide and
the options on which it turns, which `hinges` finds by judging again under other rules. Each kind of
question has a module: `calls`, `plays`, `hands`, `winners`, and `remedies` of `incidents` for what
went wrong. A question needs no match. A dispute is something else: it locks a hand of a match until
the table settles it, perhaps by a ruling; the server keeps it, and `notation` transcribes it.
Imports `match`, `proof`, `hand` and `rules`.
"""

from pitch.rulings.answers import Ruling
from pitch.rulings.hands import HandQuestion, HandRuling, certify_hand, rule_on_hand
from pitch.rulings.incidents import Irregularity, IrregularityQuestion
from pitch.rulings.play_questions import PlayQuestion
from pitch.rulings.plays import PlayRuling, rule_on_play
from pitch.rulings.remedies.remedies import IrregularityRuling, rule_on_irregularity
from pitch.rulings.winners import WinnerQuestion, WinnerRuling, rule_on_winner

__all__ = [
    "HandQuestion",
    "HandRuling",
    "Irregularity",
    "IrregularityQuestion",
    "IrregularityRuling",
    "PlayQuestion",
    "PlayRuling",
    "Ruling",
    "WinnerQuestion",
    "WinnerRuling",
    "certify_hand",
    "rule_on_hand",
    "rule_on_irregularity",
    "rule_on_play",
    "rule_on_winner",
]
