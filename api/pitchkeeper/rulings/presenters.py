"""Presenters: rule sets as clients see them."""

from msgspec import structs

from pitch import RuleSet, list_presets
from pitch.rules import PRESETS, list_clauses
from pitchkeeper.messages import languages
from pitchkeeper.rulings import rulesets as catalog
from pitchkeeper.rulings import views


def ruleset(value: RuleSet) -> views.Ruleset:
    """Return a rule set with its clauses."""
    return views.Ruleset(
        id=catalog.ruleset_id(value),
        hash=value.hash,
        name=value.name,
        preset=value.preset,
        is_preset=value.is_preset,
        rules=value.rules,
        clauses=list_clauses(value),
    )


def ruleset_summary(value: RuleSet) -> views.RulesetSummary:
    """Return a rule set as lists show it."""
    return views.RulesetSummary(
        id=catalog.ruleset_id(value),
        hash=value.hash,
        name=value.name,
        document=PRESETS[value.preset].document,
    )


def ruleset_page() -> views.RulesetPage:
    """Return all presets, few enough for one page."""
    return views.RulesetPage(items=tuple(map(_list_item, list_presets())))


def _list_item(value: RuleSet) -> views.RulesetListItem:
    about, rules = PRESETS[value.preset].about, value.rules
    return views.RulesetListItem(
        **structs.asdict(ruleset_summary(value)),
        # A language that a game does not speak yet has the English sentence.
        about=about.get(languages.current(), about["en"]),
        players=tuple(sorted({table.players for table in rules.tables})),
        sides=tuple(dict.fromkeys(table.sides for table in rules.tables)),
        points=rules.total,
        target=rules.target,
    )
