"""Findings: what is wrong or odd in a record, and which facts say so."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from pitch.messages import Sentence, Sentences
from pitch.types import Code, Value


class Status(StrEnum):
    """Whether a hand can be scored."""

    OPEN = "open"
    SETTLED = "settled"
    IMPOSSIBLE = "impossible"


class FindingKind(StrEnum):
    """How wrong a record is. Only what is suspicious leaves it scored."""

    PHYSICAL = "physical"
    ARITHMETIC = "arithmetic"
    AWARD = "award"
    VIOLATION = "violation"
    RULESET = "ruleset"
    SUSPICIOUS = "suspicious"


Pointer = Annotated[Code, Meta(description="An RFC 6901 JSON Pointer into the record.")]


class Finding(Value, frozen=True):
    """One thing wrong or odd: a sentence, and the facts that cannot all be true."""

    code: Annotated[Code, Meta(description="A stable code for what was found.")]
    kind: FindingKind
    """How wrong it is; only what is suspicious leaves a hand scored."""
    message: Sentence
    """What it is, in a sentence."""
    facts: Annotated[
        tuple[Pointer, ...],
        Meta(
            description="Facts that cannot all be true. In a hand that was proven, take any one "
            "away and the others can be. `/piles/0/listed` is that nothing else is in that pile."
        ),
    ]
    clauses: tuple[Code, ...] = ()
    """The ids of the clauses that it rests on."""
    details: Annotated[
        Sentences,
        Meta(description="The facts in a sentence each, where the message does not name them."),
    ] = ()


def finding_sentences(finding: Finding) -> Sentences:
    """All that a finding says: what it is, and what it is about where that does not name it."""
    return (finding.message, *finding.details)


def prevents_scoring(finding: Finding) -> bool:
    """Whether a record with this finding cannot be scored."""
    return finding.kind is not FindingKind.SUSPICIOUS
