"""Proofs: whether any deal and play fits a record, and why none does.

In go a record and its deal; out come a `Proof` (a witness, or a smallest conflict with repairs),
the endings that are still possible, and the certain points. In the order of work: `statements`,
`formula`, `solver`, `fits`, `cases`, `cores`, `outcomes`, `pip_bounds`, `repairs`,
`repair_trials`, `provers`.
Imports `hand` and `rules`.
"""

from pitch.hand.proofs import MOST_REPAIRS
from pitch.proof.certificates import ProofTooLong
from pitch.proof.contests import CertainPoints
from pitch.proof.pile_cards import CardsToAsk, ImpossibleInPiles
from pitch.proof.prospects import Prospect, RepairOutcome, proof_for, prove_with_prospect
from pitch.proof.provers import warm_up

__all__ = [
    "MOST_REPAIRS",
    "CardsToAsk",
    "CertainPoints",
    "ImpossibleInPiles",
    "ProofTooLong",
    "Prospect",
    "RepairOutcome",
    "proof_for",
    "prove_with_prospect",
    "warm_up",
]
