"""Reasons: why a few statements cannot all be true, said from nothing but those statements.

Every reason names exactly the statements that it follows from, so that the sentence can never be
of other facts than are shown beside it.
"""

from msgspec import Struct

from pitch.findings import FindingKind
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


class Teller:
    """Makes reasons from facts."""

    def __init__(self, facts: Facts, kind: FindingKind) -> None:
        self._facts = facts
        self._kind = kind

    def tell(
        self,
        code: str,
        message: Sentence,
        *by: KnownValue | Statement,
        topics: tuple[str, ...] = (),
        trump: bool = False,
    ) -> Reason:
        """A reason that rests on some statements; `trump` if also on what tells the trump suit."""
        said = self._facts.said(*by, trump=trump)
        return Reason(code, self._kind, message, self._facts.places(said), topics)
