"""Rulebooks in Markdown, in the language of the request."""

from collections.abc import Iterator

from pitch import RuleSet
from pitch.rules import Chapter, Clause, MarkedClause, PointTable, mark_clause, write_rulebook
from pitchkeeper.messages import languages


def markdown(ruleset: RuleSet, *, shows_ids: bool = False) -> str:
    """Return a rulebook: the points, then a heading for each chapter and a line for each clause.

    With ids, every line ends with the id of its clause, and the rulebook with the hash of its
    rule set.
    """
    book, text = write_rulebook(ruleset), languages.text
    lines = [f"# {book.name}", "", text(book.source), "", text(book.marks), ""]
    lines += [*_rows(book.points), ""]
    for chapter in book.chapters:
        lines += _chapter(chapter, shows_ids=shows_ids)
    if shows_ids:
        lines += [f"`{text(book.fingerprint)}`", ""]
    return "\n".join(lines)


def clause_text(clause: Clause) -> str:
    """Return the sentences of a clause."""
    return languages.texts(clause.sentences)


def clause_mark(clause: Clause) -> str:
    """Return the basis of a clause in a word or two; empty if the document says it."""
    basis = mark_clause(clause)
    return "" if basis is None else languages.text(basis)


def _chapter(chapter: Chapter, *, shows_ids: bool) -> Iterator[str]:
    yield f"## {languages.text(chapter.heading)}\n"
    if chapter.note is not None:
        yield f"*{languages.text(chapter.note)}*\n"
    yield from (_clause_line(each, shows_id=shows_ids) for each in chapter.clauses)
    yield ""
    yield from (f"> {languages.text(example)}\n" for example in chapter.examples)


def _clause_line(marked: MarkedClause, *, shows_id: bool) -> str:
    mark = f" *({languages.text(marked.mark)})*" if marked.mark else ""
    clause_id = f" `{marked.clause.id}`" if shows_id else ""
    return f"- {clause_text(marked.clause)}{mark}{clause_id}"


def _rows(points: PointTable) -> Iterator[str]:
    yield f"## {languages.text(points.caption)}\n"
    yield f"| {' | '.join(map(languages.text, points.heads))} |"
    yield "|---|---|---:|"
    for row in points.rows:
        yield f"| {' | '.join(map(languages.text, row))} |"
    yield f"\n{languages.text(points.note)}"
