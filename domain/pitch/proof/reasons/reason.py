"""Reasons: why a few statements cannot all be true, from nothing but those statements.

Every reason names exactly the statements that it follows from, so that its sentence is never about
other facts than are shown beside it.
"""

from msgspec import Struct

from pitch.findings import FindingKind
from pitch.hand.contradictions import Contradiction
from pitch.messages import Sentence
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.statements import Statement


class Reason(Struct, frozen=True):
    """A sentence, and the places of the statements that cannot be true for that reason."""

    code: str
    kind: FindingKind
    message: Sentence
    places: frozenset[int]
    topics: tuple[str, ...] = ()
    """What the clauses are about that it rests on."""


def explain(
    facts: Facts, conflict: Contradiction, *by: KnownValue | Statement, trump: bool = False
) -> Reason:
    """Return a reason that rests on some statements; `trump` if also on those of the trump suit."""
    places = facts.places(facts.sources(*by, trump=trump))
    return Reason(conflict.code, conflict.kind, conflict.message, places, conflict.topics)
