"""Contradictions: results, nights and plans that are wrong or odd, each by its `Lemma`.

_TOO_MANY = Lemma("too_many_wins", ARITHMETIC, "league.matches", wins=COUNT)
...
yield _TOO_MANY(league, "/wins/0", wins=4)
"""

from typing import Any, ClassVar

from pitch.findings import Finding, FindingKind
from pitch.league import clauses
from pitch.league.leagues import League
from pitch.messages import Message, Parameter
from pitch.rules import clauses as rule_clauses

PHYSICAL, ARITHMETIC = FindingKind.PHYSICAL, FindingKind.ARITHMETIC
RULESET, SUSPICIOUS = FindingKind.RULESET, FindingKind.SUSPICIOUS


class Lemma:
    """A way in which facts of a league contradict each other; call it for the finding."""

    room: ClassVar = "league_finding"
    """The part of the message's code before the first dot."""

    def __init__(self, code: str, kind: FindingKind, *topics: str, **parameters: Parameter) -> None:
        """Build the sentence of a code; the finding's code is the part before a dot."""
        self._message = Message(f"{self.room}.{code}", **parameters)
        self._code = code.partition(".")[0]
        self._kind = kind
        self._topics = topics

    def __call__(self, league: League, /, *facts: str, **values: Any) -> Finding:
        """Return the finding that names some facts, by the clauses of a league."""
        clause_ids = cite(league, *self._topics)
        return Finding(self._code, self._kind, self._message(**values), facts, clause_ids)


class PlanLemma(Lemma):
    """A way in which planned fixtures are odd or outdated."""

    room = "schedule"


def cite(league: League, *topics: str) -> tuple[str, ...]:
    """Return the ids of the clauses on some topics: of the league, then of its rule set."""
    own = [topic for topic in topics if topic.startswith("league.")]
    rules = [topic for topic in topics if not topic.startswith("league.")]
    return (*clauses.cite(league.format, *own), *rule_clauses.cite(league.ruleset, *rules))
