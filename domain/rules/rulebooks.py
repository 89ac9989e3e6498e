"""The readable rulebook of a rule set, in Markdown, made from its values."""

from collections.abc import Callable
from typing import Final

from domain.messages import Sentence
from domain.rules import clauses, rulesets
from domain.rules.clauses import Clause
from domain.rules.presets.preset import Basis
from domain.rules.rulesets import RuleSet

_CHAPTERS: Final = {
    "table": "Table and deal",
    "bid": "Bidding",
    "slam": "The bid above four",
    "play": "Play",
    "score": "Points of a hand",
    "win": "Winning the match",
    "irregular": "Irregularities",
}
_MARKS: Final = {
    Basis.TEXT: "",
    Basis.DEFAULT: " *(default: the document is silent or unclear)*",
    Basis.HOUSE: " *(house rule)*",
}


def markdown(ruleset: RuleSet, say: Callable[[Sentence], str]) -> str:
    """The rulebook: one chapter a subject, one numbered clause a line, in the words of `say`."""
    listed = clauses.of(ruleset)
    lines = [f"# {ruleset.name}", "", _source(ruleset, listed), ""]
    for prefix, title in _CHAPTERS.items():
        chapter = [clause for clause in listed if clause.topic.startswith(f"{prefix}.")]
        if chapter:
            lines += [f"## {title}", "", *(_line(clause, say) for clause in chapter), ""]
    return "\n".join(lines)


def _source(ruleset: RuleSet, listed: tuple[Clause, ...]) -> str:
    document = next(clause.document for clause in listed if clause.basis is not Basis.HOUSE)
    kind = "As written in" if rulesets.is_preset(ruleset) else "House rules on the basis of"
    return f"{kind}: {document}. Content hash `{rulesets.content_hash(ruleset)}`."


def _line(clause: Clause, say: Callable[[Sentence], str]) -> str:
    return f"- {' '.join(map(say, clause.sentences))}{_MARKS[clause.basis]} `{clause.id}`"
