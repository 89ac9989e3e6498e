"""The levels of a statement: the query itself, those in its parentheses, and those in theirs."""

import re
from collections.abc import Iterator, Sequence

_REMARK_OR_TEXT = re.compile(r"--[^\n]*|'(?:[^']|'')*'")
_QUERY = re.compile(r"\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b")
_RELATION = re.compile(r"\b(?:FROM|JOIN|UPDATE|USING)\s+([a-z_]+)\b(?!\s*\()(?:\s+AS\s+([a-z_]+))?")
_TARGET = re.compile(r"\bINTO\s+([a-z_]+)")
_NAMED_QUERY = re.compile(r"\b([a-z_]+) AS (?:MATERIALIZED )?\(\)")


class Level:
    """A query without those in its parentheses: as a `whole`, and as a `text` without anything
    in there, but for what `ANY` is of.
    """

    def __init__(self, text: str, above: "Level | None") -> None:
        self.above = above
        self.below: list[Level] = []
        self.whole = _flat(text, self)
        self.text = _bare(self.whole)

    @property
    def named(self) -> set[str]:
        """The names that it gives to queries (`WITH name AS`)."""
        return set(_NAMED_QUERY.findall(self.text))

    def parts(self) -> Sequence[str]:
        """The queries of a union, each by itself."""
        return re.split(r"\bUNION(?: ALL)?\b", self.text)


def levels(statement: str) -> Iterator[Level]:
    """All levels of a statement, from the outermost on."""
    text = _REMARK_OR_TEXT.sub(lambda found: "" if found[0][0] == "-" else "''", statement)
    waiting = [Level(" ".join(text.split()), None)]
    while waiting:
        level = waiting.pop(0)
        yield level
        waiting += level.below


def relations(part: str) -> dict[str, str]:
    """Return the tables that a query reads, changes and deletes from, by their aliases."""
    return {alias or name: name for name, alias in _RELATION.findall(part)}


def targets(part: str) -> set[str]:
    """Into what a query inserts."""
    return set(_TARGET.findall(part))


def _flat(text: str, level: Level) -> str:
    """A text without the queries in its parentheses, which become levels below."""
    flat, begins = "", 0
    for opens, closes in _parentheses(text):
        flat += text[begins:opens]
        inner = text[opens + 1 : closes]
        if _QUERY.match(inner):
            # A query with a name sees nothing of the one that names it.
            is_named = re.search(r"\bAS (?:MATERIALIZED )?$", flat) is not None
            level.below.append(Level(inner, None if is_named else level))
            inner = ""
        flat += f"({_flat(inner, level)})"
        begins = closes + 1
    return flat + text[begins:]


def _bare(text: str) -> str:
    """A text without what is in its parentheses, but for what `ANY` is of."""
    bare, begins = "", 0
    for opens, closes in _parentheses(text):
        bare += text[begins:opens]
        bare += f"({_bare(text[opens + 1 : closes])})" if bare.endswith("ANY") else "()"
        begins = closes + 1
    return bare + text[begins:]


def _parentheses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of the outermost parentheses of a text."""
    closes = -1
    while (opens := text.find("(", closes + 1)) >= 0:
        closes = _closing(text, opens)
        yield opens, closes


def _closing(text: str, opens: int) -> int:
    depth = 0
    for place in range(opens, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError(f"No parenthesis closes what opens at {opens}: {text}")
