"""What clients send and see of other rules for a match."""

from uuid import UUID

from pitch import Options
from pitch.match import Consequences
from pitch.messages import Sentence
from pitch.rules import NO_OPTIONS, Target
from pitch.types import Fact, HandNumber
from pitchkeeper.matches.views import SheetLine
from pitchkeeper.rest.views import AskAgain, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary


class NewRules(Fact, frozen=True):
    """Other rules for a match."""

    ruleset: RulesetId
    """The rule set that the match is to have from now on."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed in the rule set."""
    target: Target | None = None
    """The score that wins the match by the new rules; the rule set's if absent."""


class HandUnderRules(View, frozen=True):
    """A hand under the present rules and under the other rules."""

    number: HandNumber
    """The number of the hand that is previewed, from 1."""
    now: SheetLine
    """The score sheet's line for the hand under the present rules."""
    then: SheetLine | None
    """The score sheet's line for the hand under the other rules; null if the hand uses something
    that those rules lack.
    """
    misfit: Sentence | None
    """The thing that the hand uses and the other rules lack, in a sentence; until that is
    corrected, those rules cannot be chosen.
    """


class RulesPreview(View, frozen=True):
    """A preview of a match under other rules. Nothing was saved."""

    match_id: UUID
    """The id of the match that is previewed."""
    match_version: Version
    """The version of the match that was previewed; also the ETag."""
    ruleset: RulesetSummary
    """The rule set of the preview."""
    hands: tuple[HandUnderRules, ...]
    """Every hand of the match, under its present rules and the other rules."""
    consequences: Consequences
    """The changes to the match under the other rules."""
    ask_again_after: AskAgain
    """The number of seconds after which to ask again, because the server had no time to prove
    everything: the preview is right but incomplete. Null if everything is proven.
    """
