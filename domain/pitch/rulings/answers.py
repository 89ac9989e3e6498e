"""Answers: the parts common to every ruling, its hinges, and remedies."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from pitch.calls import Call
from pitch.hand.results import Change
from pitch.messages import Sentence, Sentences
from pitch.rules import clauses
from pitch.rules.clauses import Clause
from pitch.rules.presets.catalogue import Basis
from pitch.rules.rulesets import RuleSet
from pitch.types import Code, Encoded, Quantity, Seat, Side, Value


class HingeKind(StrEnum):
    """The kind of rule that would change: the document, one option, or two together."""

    PRESET = "preset"
    OPTION = "option"
    PAIR = "pair"


class Choice(Value, frozen=True):
    """One option and its value."""

    name: Code
    """The name of the second option of the pair."""
    value: Encoded
    """The choice of the second option, as JSON text."""


class Hinge(Value, frozen=True):
    """A document, an option or two options together under which the outcome would be another.

    Only the smallest changes of a list of bids are named. Two options are tried together if no
    single one decides; a list of bids then changes by one bid.
    """

    kind: HingeKind
    """The kind of change: another document, one option, or two options together."""
    name: Code
    """The id of the preset, or the name of the option."""
    value: Encoded
    """The name of the preset, or the choice as JSON text."""
    outcome: Sentence
    """The outcome under the other rules, in a sentence."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that would decide the outcome."""
    conditions: tuple[Sentence, ...] = ()
    """The rules that would have to change, a sentence for each choice."""
    details: tuple[Sentence, ...] = ()
    """The details that the ruling would have only under these rules."""
    also: Choice | None = None
    """The second option of a pair, with its value."""


class Ruling(Value, frozen=True):
    """The parts common to every ruling; its first clause decides."""

    outcome: Sentence
    """The decision in a sentence; equal rulings have the same outcome and details."""
    whys: tuple[Sentence, ...]
    """The reasons for the decision, a sentence each."""
    basis: Basis
    """The basis of the clause that decides."""
    clauses: tuple[Clause, ...]
    """The clauses that the ruling rests on; the first one decides."""
    details: tuple[Sentence, ...] = ()
    """Further effects of the decision, a sentence each."""
    turns_on: tuple[Hinge, ...] = ()
    """The documents and options, or pairs of options, that would change the outcome."""
    undecided: tuple[Sentence, ...] = ()
    """The conditions under which the outcome was not decided, because the search reached its limit
    for one ruling."""
    moot: bool = True
    """True if no other rules would change the outcome."""
    pairs_untried: Annotated[Quantity, Meta(ge=0)] = 0
    """The number of pairs of options left untried because they take too long."""


class RemedyAction(StrEnum):
    """The action that a remedy asks of the table."""

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
    """A change of one side's score; null means its points in the hand, which are not given."""

    side: Side
    """The side whose score the remedy changes, counted from 0."""
    change: Change | None
    """The points added to the side's score; null for the points that it took in the hand, if not
    given.
    """


class Remedy(Value, frozen=True):
    """The remedy for an irregularity."""

    action: RemedyAction
    """The action that the table takes."""
    offending_side: Side
    """The side at fault, counted from 0."""
    replaces_hand: bool = False
    """True if the changes replace the score of the hand."""
    changes: tuple[SideChange, ...] = ()
    """The changes of the sides' scores."""
    highest_bid: Call | None = None
    """The highest bid that the side at fault may still make."""
    cannot_go_out: Side | None = None
    """The side that cannot win the match with this hand, counted from 0."""
    cannot_be_set: Side | None = None
    """The pitcher's side, which scores the points it took in any case, counted from 0."""
    next_dealer: Seat | None = None
    """The seat that deals again, if known, counted clockwise from 0."""


class ReasonedRemedy(Struct, frozen=True):
    """A remedy, with its sentence, its reasons and its topics."""

    remedy: Remedy
    outcome: Sentence
    whys: Sentences
    details: Sentences = ()
    topics: tuple[str, ...] = ()
    """The topics of the clauses on which it rests; the first decides."""


def quote_topics(ruleset: RuleSet, *topics: str) -> tuple[Clause, ...]:
    """Return the clauses of a rule set on some topics."""
    return clauses.quote(ruleset, clauses.cite(ruleset, *topics))
