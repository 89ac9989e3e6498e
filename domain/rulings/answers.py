"""Answers: what every ruling says, what it rests on and what it turns on."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from domain.rules import clauses
from domain.rules.clauses import Clause
from domain.rules.presets.preset import Basis
from domain.rules.rulesets import RuleSet
from domain.types import Code, Encoded, Quantity, Sentence, Value


class HingeKind(StrEnum):
    """What would have to be another: the document, one option, or two together."""

    PRESET = "preset"
    OPTION = "option"
    PAIR = "pair"


class Choice(Value, frozen=True):
    """What is chosen in one option."""

    name: Annotated[Code, Meta(description="The option.")]
    value: Annotated[Encoded, Meta(description="The choice as JSON text.")]


class Hinge(Value, frozen=True):
    """A document, an option or two options together under which the outcome would be another.

    Of a list of bids only the smallest changes are named. Two options are tried together where no
    single one decides, and of lists of bids with one bid more or less.
    """

    kind: HingeKind
    """Whether it is another document, one option, or two options together."""
    name: Annotated[Code, Meta(description="The preset's id, or the option.")]
    value: Annotated[Encoded, Meta(description="The preset's name, or the choice as JSON text.")]
    outcome: Sentence
    """What it would be then, in a sentence."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that would decide it."""
    also: Annotated[
        Choice | None, Meta(description="Of a pair, the other option and its choice.")
    ] = None


class Ruling(Value, frozen=True):
    """What every ruling says; of its clauses the first decides."""

    outcome: Annotated[
        Sentence, Meta(description="One sentence; what is judged alike reads alike.")
    ]
    why: Sentence
    """The reason in a sentence or two."""
    basis: Annotated[Basis, Meta(description="What the deciding clause rests on.")]
    clauses: tuple[Clause, ...]
    """The rules it rests on; the first decides."""
    turns_on: tuple[Hinge, ...] = ()
    """The documents and options, or pairs of options, that would make the outcome another."""
    undecided: tuple[Sentence, ...] = ()
    """Under which other rules the outcome was not decided, because the search had done as much as
    it may for one ruling; a sentence each."""
    moot: Annotated[bool, Meta(description="Whether nothing else would change the outcome.")] = True
    pairs_untried: Annotated[
        Quantity,
        Meta(ge=0, description="How many pairs of options were left untried for the work it is."),
    ] = 0


def basis_of(cited: Sequence[Clause]) -> Basis:
    """What a ruling rests on: its first clause, which decides."""
    return cited[0].basis


def quoted(ruleset: RuleSet, *topics: str) -> tuple[Clause, ...]:
    """The clauses of a rule set on some topics."""
    return clauses.quoted(ruleset, clauses.cite(ruleset, *topics))
