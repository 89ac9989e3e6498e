"""Rulebooks as documents, for a page or paper."""

from pitch import RuleSet
from pitch.rules import Chapter, PointTable, fingerprint, write_rulebook
from pitchkeeper.documents import score_sentences
from pitchkeeper.documents.documents import Column, DataTable, Document, Line, Section
from pitchkeeper.messages import languages
from pitchkeeper.rulings import rulebooks as texts


def document(ruleset: RuleSet) -> Document:
    """The rulebook as a document to print, in the language of what goes on here."""
    book, text = write_rulebook(ruleset), languages.text
    return Document(
        title=book.name,
        at=None,
        facts=(),
        opening=(text(book.source), text(book.marks)),
        tables=(),
        sections=tuple(map(_section, book.chapters)),
        closing=text(fingerprint(ruleset, score_sentences.HASH)),
        language=languages.spoken(),
    )


def _section(chapter: Chapter) -> Section:
    return Section(
        caption=languages.text(chapter.heading),
        lines=tuple(
            Line(texts.clause_text(clause), texts.clause_mark(clause)) for clause in chapter.clauses
        ),
        examples=tuple(map(languages.text, chapter.examples)),
        table=_table(chapter.points) if chapter.points else None,
    )


def _table(points: PointTable) -> DataTable:
    point, taken, worth = map(languages.text, points.heads)
    return DataTable(
        caption=languages.text(points.caption),
        columns=(
            Column(point),
            Column(taken, is_wide=True),
            Column(worth, is_number=True),
        ),
        rows=tuple(tuple(map(languages.text, row)) for row in points.rows),
        legend=languages.text(points.note),
    )
