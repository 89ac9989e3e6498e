"""Rulebooks as documents, for a page or paper."""

from pitch import RuleSet
from pitch.rules import Chapter, MarkedClause, PointTable, write_rulebook
from pitchkeeper.documents.documents import Column, DataTable, Document, Line, Section
from pitchkeeper.messages import languages
from pitchkeeper.rulings import rulebooks as texts


def document(ruleset: RuleSet, *, shows_ids: bool = False) -> Document:
    """Return the rulebook of a rule set as a document to print, in the language of the request.

    With ids, every clause has its id in its mark, and the footer is the hash of the rule set.
    """
    book, text = write_rulebook(ruleset), languages.text
    chapters = (_section(chapter, shows_ids=shows_ids) for chapter in book.chapters)
    return Document(
        title=book.name,
        at=None,
        facts=(),
        opening=(text(book.source), text(book.marks)),
        tables=(),
        sections=(Section(text(book.points.caption), (), table=_table(book.points)), *chapters),
        closing=text(book.fingerprint) if shows_ids else "",
        language=languages.current(),
    )


def _section(chapter: Chapter, *, shows_ids: bool) -> Section:
    return Section(
        caption=languages.text(chapter.heading),
        note=languages.text(chapter.note) if chapter.note else "",
        lines=tuple(_line(clause, shows_id=shows_ids) for clause in chapter.clauses),
        examples=tuple(map(languages.text, chapter.examples)),
    )


def _line(clause: MarkedClause, *, shows_id: bool) -> Line:
    mark = languages.text(clause.mark) if clause.mark else ""
    marks = (mark, clause.clause.id if shows_id else "")
    return Line(texts.clause_text(clause.clause), ", ".join(filter(None, marks)))


def _table(points: PointTable) -> DataTable:
    point, taker, worth = map(languages.text, points.heads)
    return DataTable(
        caption=languages.text(points.caption),
        columns=(
            Column(point),
            Column(taker, is_wide=True),
            Column(worth, is_number=True),
        ),
        rows=tuple(tuple(map(languages.text, row)) for row in points.rows),
        legend=languages.text(points.note),
    )
