"""Answers: what every ruling says, rests on and turns on, and what remedies do."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from pitch import messages
from pitch.calls import Call
from pitch.hand.results import Change
from pitch.messages import Sentence, Sentences
from pitch.rules import clauses
from pitch.rules.clauses import Clause
from pitch.rules.presets.preset import Basis
from pitch.rules.rulesets import RuleSet
from pitch.types import Code, Encoded, Quantity, Seat, Side, Value


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
    conditions: Annotated[
        tuple[Sentence, ...],
        Meta(description="What would have to be otherwise, a sentence for each choice."),
    ] = ()
    details: Annotated[
        tuple[Sentence, ...],
        Meta(description="The details that the ruling does not have and would have then."),
    ] = ()
    also: Annotated[
        Choice | None, Meta(description="Of a pair, the other option and its choice.")
    ] = None


class Ruling(Value, frozen=True):
    """What every ruling says; of its clauses the first decides."""

    outcome: Sentence
    """What is decided, in a sentence; what is judged alike has the same outcome and details."""
    whys: tuple[Sentence, ...]
    """The reasons, a sentence each."""
    basis: Annotated[Basis, Meta(description="What the deciding clause rests on.")]
    clauses: tuple[Clause, ...]
    """The rules it rests on; the first decides."""
    details: Annotated[
        tuple[Sentence, ...], Meta(description="What more the outcome comes to.")
    ] = ()
    turns_on: tuple[Hinge, ...] = ()
    """The documents and options, or pairs of options, that would make the outcome another."""
    undecided: tuple[messages.Sentence, ...] = ()
    """The conditions under which the outcome was not decided, because the search had done as much
    as it may for one ruling."""
    moot: Annotated[bool, Meta(description="Whether nothing else would change the outcome.")] = True
    pairs_untried: Annotated[
        Quantity,
        Meta(ge=0, description="How many pairs of options were left untried for the work it is."),
    ] = 0


class RemedyAction(StrEnum):
    """What is done about it."""

    CALL_VOID = "call_void"
    CARD_STANDS = "card_stands"
    CARD_TAKEN_BACK = "card_taken_back"
    LEAD_TAKEN_BACK = "lead_taken_back"
    LEAD_STANDS = "lead_stands"
    SET_BACK = "set_back"
    POINTS_LOST = "points_lost"
    NO_PENALTY = "no_penalty"
    REDEAL = "redeal"
    PLAY_ON = "play_on"
    WARNING = "warning"
    SCORE_CORRECTED = "score_corrected"
    SCORE_STANDS = "score_stands"


class SideChange(Value, frozen=True):
    """What a remedy does to one side's score; null is what the hand pays, if that is not told."""

    side: Side
    change: Change | None
    """What is added to the score of the side."""


class Remedy(Value, frozen=True):
    """What is done about an irregularity."""

    action: RemedyAction
    """What the table does."""
    offending_side: Side
    replaces_hand: Annotated[
        bool, Meta(description="Whether the changes are instead of what the hand would score.")
    ] = False
    changes: tuple[SideChange, ...] = ()
    """What it does to the scores."""
    highest_bid: Annotated[
        Call | None, Meta(description="The most that the side at fault may still bid.")
    ] = None
    cannot_go_out: Annotated[
        Side | None, Meta(description="The side that cannot win with this hand.")
    ] = None
    cannot_be_set: Annotated[
        Side | None, Meta(description="The pitching side that scores what it took in any case.")
    ] = None
    next_dealer: Annotated[Seat | None, Meta(description="Who deals again, if it is known.")] = None


class ReasonedRemedy(Struct, frozen=True):
    """A remedy, said in a sentence, and its reason."""

    remedy: Remedy
    outcome: Sentence
    whys: Sentences
    details: Sentences = ()
    topics: tuple[str, ...] = ()
    """What the clauses are about on which it rests; the first decides."""


def quote_topics(ruleset: RuleSet, *topics: str) -> tuple[Clause, ...]:
    """The clauses of a rule set on some topics."""
    return clauses.quote(ruleset, clauses.cite(ruleset, *topics))
