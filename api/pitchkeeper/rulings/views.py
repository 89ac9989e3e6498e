"""What clients send and see of rule sets, and what they ask about."""

from typing import Annotated

from msgspec import Meta

from pitch import CallQuestion, Options
from pitch.notation import Hash
from pitch.rules import NO_OPTIONS, Clause, Rules, Target
from pitch.rulings import HandQuestion, IrregularityQuestion, PlayQuestion, WinnerQuestion
from pitch.types import Fact, Label, Name
from pitchkeeper.rest.views import View

RulesetId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9-]+\Z",
        min_length=1,
        max_length=64,
        description="A preset's name, or the 64 hexadecimal digits of a content hash.",
        extra={"error": "ruleset"},
    ),
]


class RulesetRequest(Fact, frozen=True):
    """House rules: a preset with some options changed."""

    preset: RulesetId
    """The preset to begin with."""
    name: Name | None = None
    options: Options = NO_OPTIONS
    """What is changed in it."""


class Ruleset(View, frozen=True):
    """A rule set: every choice it makes and every clause that follows."""

    id: RulesetId
    """By what requests name it: a preset's name, or a content hash."""
    hash: Hash
    name: Label
    preset: RulesetId
    """The preset that it is, or that it was made from."""
    is_preset: bool
    """Whether it is a preset as its document has it, without house rules."""
    rules: Rules
    """Every choice that it makes."""
    clauses: tuple[Clause, ...]
    """The same in words, with their numbers."""


class RulesetSummary(View, frozen=True):
    """A rule set as a list shows it."""

    id: RulesetId
    """By what requests name it: a preset's name, or a content hash."""
    hash: Hash
    name: Label
    document: Label
    """Where the preset was taken from."""


class RulesetPage(View, frozen=True):
    """The preset rule sets."""

    items: tuple[RulesetSummary, ...]


class CallDispute(CallQuestion, frozen=True, kw_only=True):
    """A bid or pass in question, or a card that was tabled in place of one."""

    ruleset: RulesetId
    """The rules to judge by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""


class PlayDispute(PlayQuestion, frozen=True, kw_only=True):
    """A trick, and the play in question; without a card, what may be played or who wins."""

    ruleset: RulesetId
    """The rules to judge by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""


class HandDispute(HandQuestion, frozen=True, kw_only=True):
    """A hand in question: its record, and who dealt."""

    ruleset: RulesetId
    """The rules to judge by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""


class WinnerDispute(WinnerQuestion, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    ruleset: RulesetId
    """The rules to judge by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""
    # Of all questions only who has won depends on where a match ends.
    target: Target | None = None


class IrregularityDispute(IrregularityQuestion, frozen=True, kw_only=True):
    """An irregularity, who is at fault, and what its remedy may depend on."""

    ruleset: RulesetId
    """The rules to judge by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""
