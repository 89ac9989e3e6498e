"""Rule sets as clients see them."""

from pitch import RuleSet, list_presets
from pitch.rules import PRESETS, hash_ruleset, list_clauses
from pitchkeeper.rulings import rulesets as catalog
from pitchkeeper.rulings import views


def ruleset(shown: RuleSet) -> views.Ruleset:
    """A rule set with its clauses."""
    return views.Ruleset(
        id=catalog.ruleset_id(shown),
        hash=hash_ruleset(shown),
        name=shown.name,
        preset=shown.preset,
        is_preset=shown.is_preset,
        rules=shown.rules,
        clauses=list_clauses(shown),
    )


def ruleset_summary(shown: RuleSet) -> views.RulesetSummary:
    """A rule set as a list shows it."""
    return views.RulesetSummary(
        id=catalog.ruleset_id(shown),
        hash=hash_ruleset(shown),
        name=shown.name,
        document=PRESETS[shown.preset].document,
    )


def ruleset_page() -> views.RulesetPage:
    """All the presets."""
    # One page has them all: a preset comes with a document, and there are few.
    return views.RulesetPage(items=tuple(map(ruleset_summary, list_presets())))
