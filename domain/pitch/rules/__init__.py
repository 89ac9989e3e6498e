"""Rule sets as data, with their clauses and rulebooks.

The input is the choices of a house; the output is a `RuleSet`, identified by the hash of its
content, and clauses that state each choice with the document that it rests on. `docs/sources.md`
lists the documents and the passages that comments cite as `S3.bid.legal`. No other code depends on
which preset is played. Imports the modules of the folder above only.
"""

from pitch.rules.clauses import Clause, Difference, compare_rulesets, list_clauses
from pitch.rules.options import NO_OPTIONS, Rules, Target
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulebooks import (
    Chapter,
    MarkedClause,
    PointTable,
    mark_clause,
    write_rulebook,
)

__all__ = [
    "NO_OPTIONS",
    "PRESETS",
    "Chapter",
    "Clause",
    "Difference",
    "MarkedClause",
    "PointTable",
    "Rules",
    "Target",
    "compare_rulesets",
    "list_clauses",
    "mark_clause",
    "write_rulebook",
]
