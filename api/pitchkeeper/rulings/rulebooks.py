"""Rulebooks in Markdown, in the language of the request."""

from collections.abc import Iterator

from pitch import RuleSet
from pitch.rules import Clause, PointTable, mark_clause, write_rulebook
from pitchkeeper.messages import languages


def markdown(ruleset: RuleSet) -> str:
    """Return a rulebook: a heading for each chapter, and a line with its id for each clause."""
    book, text = write_rulebook(ruleset), languages.text
    lines = [f"# {book.name}", "", text(book.source), "", text(book.marks), ""]
    for chapter in book.chapters:
        lines += [f"## {text(chapter.heading)}", "", *map(_clause_line, chapter.clauses), ""]
        lines += [f"> {text(example)}\n" for example in chapter.examples]
        if chapter.points is not None:
            lines += [*_rows(chapter.points), ""]
    return "\n".join([*lines, f"`{text(book.fingerprint)}`", ""])


def clause_text(clause: Clause) -> str:
    """Return the sentences of a clause."""
    return languages.texts(clause.sentences)


def clause_mark(clause: Clause) -> str:
    """Return the basis of a clause in a word or two; empty if the document says it."""
    basis = mark_clause(clause)
    return "" if basis is None else languages.text(basis)


def _clause_line(clause: Clause) -> str:
    basis = clause_mark(clause)
    return f"- {clause_text(clause)}{f' *({basis})*' if basis else ''} `{clause.id}`"


def _rows(points: PointTable) -> Iterator[str]:
    yield f"| {' | '.join(map(languages.text, points.heads))} |"
    yield "|---|---|---:|"
    for row in points.rows:
        yield f"| {' | '.join(map(languages.text, row))} |"
    yield f"\n{languages.text(points.note)}"
