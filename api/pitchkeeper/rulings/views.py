"""What clients send and see of rule sets, and what they ask about."""

from typing import Annotated

from msgspec import Meta

from pitch import Arrangement, CallQuestion, Options
from pitch.rules import NO_OPTIONS, Clause, Rules, Target
from pitch.rulings import HandQuestion, IrregularityQuestion, PlayQuestion, WinnerQuestion
from pitch.types import MOST_PLAYERS, Fact, Hash, Label, Name, Quantity
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.views import View

RulesetId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9-]+\Z",
        min_length=1,
        max_length=64,
        description="A preset's name, or the 64 hexadecimal digits of a content hash.",
        examples=["setback"],
        extra={"error": "ruleset"},
    ),
]
PlayerCount = Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
ShowIds = Annotated[
    bool,
    query(
        "True to print the id of each clause, by which rulings cite it, and the content hash of "
        "the rule set. If absent, neither is printed.",
        True,
        name="showIds",
    ),
]


class RulesetRequest(Fact, frozen=True):
    """House rules: a preset with some options changed."""

    preset: RulesetId
    """The id of the preset to change."""
    name: Name | None = None
    """The name of the new rule set; the usual name of house rules if absent."""
    options: Options = NO_OPTIONS
    """The options to change in the preset."""


class Ruleset(View, frozen=True):
    """A rule set: all its choices, and the clauses that follow from them."""

    id: RulesetId
    """The id by which requests name the rule set: a preset's name, or a content hash."""
    hash: Hash
    """The SHA-256 of the rule set's content, in hexadecimal."""
    name: Label
    """The name of the rule set."""
    preset: RulesetId
    """The id of the preset that the rule set is, or was made from."""
    is_preset: bool
    """True if the rule set is a preset without house rules."""
    rules: Rules
    """All choices of the rule set."""
    clauses: tuple[Clause, ...]
    """The clauses of the rule set, its rules in sentences."""


class RulesetSummary(View, frozen=True):
    """A rule set in a list: id, name and source."""

    id: RulesetId
    """The id by which requests name the rule set: a preset's name, or a content hash."""
    hash: Hash
    """The SHA-256 of the rule set's content, in hexadecimal."""
    name: Label
    """The name of the rule set."""
    document: Label
    """The document from which the preset was taken."""


class RulesetListItem(RulesetSummary, frozen=True, kw_only=True):
    """A preset in the list of all: what it is like, and by what one chooses it."""

    about: Label
    """A sentence on what the game is like."""
    players: tuple[PlayerCount, ...]
    """The numbers of players who may play it, from low to high."""
    sides: tuple[Arrangement, ...]
    """The ways in which players may form sides."""
    points: Quantity
    """The points that a hand pays, if all are in play."""
    target: Target | None
    """The score that wins a match; null if a fixed number of hands is played."""


class RulesetPage(View, frozen=True):
    """The preset rule sets."""

    items: tuple[RulesetListItem, ...]
    """The preset rule sets of this page."""


class CallDispute(CallQuestion, frozen=True, kw_only=True):
    """A bid or pass in question, or a card that was tabled in place of a bid."""

    ruleset: RulesetId
    """The rule set by which to decide."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed for the ruling."""


class PlayDispute(PlayQuestion, frozen=True, kw_only=True):
    """A trick and the play in question; without a card, a question for the legal plays or the
    winner.
    """

    ruleset: RulesetId
    """The rule set by which to decide."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed for the ruling."""


class HandDispute(HandQuestion, frozen=True, kw_only=True):
    """A hand in question: its record and its dealer."""

    ruleset: RulesetId
    """The rule set by which to decide."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed for the ruling."""


class WinnerDispute(WinnerQuestion, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    ruleset: RulesetId
    """The rule set by which to decide."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed for the ruling."""
    # Of all questions only who has won depends on where a match ends.
    target: Target | None = None
    """The score that wins the match in question; the rule set's if absent."""


class IrregularityDispute(IrregularityQuestion, frozen=True, kw_only=True):
    """An irregularity, the player at fault, and the facts on which the remedy may depend."""

    ruleset: RulesetId
    """The rule set by which to decide."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed for the ruling."""
