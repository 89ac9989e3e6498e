"""What clients send and see of other rules for a match."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Options
from pitch.match import Consequences, HandNumber
from pitch.messages import Sentence
from pitch.rules import NO_OPTIONS, Target
from pitch.types import Fact
from pitchkeeper.matches.views import SheetLine
from pitchkeeper.rest.views import AskAgain, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary


class NewRules(Fact, frozen=True):
    """The rules that a match is to be played by."""

    ruleset: RulesetId
    """The rules to play by."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""
    target: Target | None = None


class HandUnderRules(View, frozen=True):
    """A hand by the rules of now, and by the others."""

    number: HandNumber
    now: SheetLine
    """What the score sheet says of it now."""
    then: Annotated[
        SheetLine | None,
        Meta(description="What it would say; null if the hand names what those rules lack."),
    ]
    misfit: Annotated[
        Sentence | None,
        Meta(description="What those rules lack; until that is corrected they cannot be chosen."),
    ]


class RulesPreview(View, frozen=True):
    """What other rules would make of a match. Nothing was saved."""

    match_id: UUID
    match_version: Version
    ruleset: RulesetSummary
    """The other rules."""
    hands: tuple[HandUnderRules, ...]
    """Every hand."""
    consequences: Consequences
    """What would change in the match."""
    ask_again_after: AskAgain
