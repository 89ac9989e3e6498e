"""Findings: errors and oddities in a record, each with the facts that conflict."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from pitch.messages import Sentence, Sentences
from pitch.types import Code, Value


class Status(StrEnum):
    """The state of a hand: questions are open, it can be scored, or it is impossible."""

    OPEN = "open"
    SETTLED = "settled"
    IMPOSSIBLE = "impossible"


class FindingKind(StrEnum):
    """The kind of an error. A hand with only suspicious findings is still scored."""

    PHYSICAL = "physical"
    ARITHMETIC = "arithmetic"
    AWARD = "award"
    VIOLATION = "violation"
    RULESET = "ruleset"
    SUSPICIOUS = "suspicious"


Pointer = Annotated[Code, Meta(description="An RFC 6901 JSON Pointer into the record.")]


class Finding(Value, frozen=True):
    """An error or an oddity: a sentence, and the facts that cannot all be true."""

    code: Code
    """A stable code of the finding, which a program can go by."""
    kind: FindingKind
    """The kind of the finding; only with `suspicious` is the hand scored."""
    message: Sentence
    """The finding in one sentence."""
    facts: tuple[Pointer, ...]
    """JSON Pointers to the facts that cannot all be true. In a hand that was proven, any one of
    them left out makes the others possible. `/piles/0/listed` is the fact that the pile has no
    other cards.
    """
    clauses: tuple[Code, ...] = ()
    """The ids of the clauses that the finding rests on."""
    details: Sentences = ()
    """Further sentences, one for each fact, if the message does not name the facts."""

    @property
    def sentences(self) -> Sentences:
        """All sentences of a finding: its message, then its details."""
        return (self.message, *self.details)

    def prevents_scoring(self) -> bool:
        """Return whether a record with this finding cannot be scored."""
        return self.kind is not FindingKind.SUSPICIOUS
