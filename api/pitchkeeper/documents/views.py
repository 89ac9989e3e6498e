"""Views of imports: what a device is told of each match, league and line that it sends."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta

from pitchkeeper.documents.archives.imports import LineResult
from pitchkeeper.documents.archives.records import MOST_LINES
from pitchkeeper.documents.imports import LIMIT, MOST, ImportResult
from pitchkeeper.messages import codecs
from pitchkeeper.rest import problems
from pitchkeeper.rest.problems import Problem
from pitchkeeper.rest.views import View

_Count = Annotated[int, Meta(ge=1, extra_json_schema={"maximum": LIMIT + 1})]
_Number = Annotated[int, Meta(ge=0, le=MOST_LINES + 1)]
_OPENING: Final = b'{"items":[\n'


class ImportAnswer(View, frozen=True):
    """The result of importing one match."""

    number: Annotated[int, Meta(ge=1, le=MOST)]
    """The position of the match among those that were sent."""
    match_id: UUID | None
    """The id of the match on this server; null if it was refused."""
    line: _Count | None
    """The line of the text on which the match begins, or on which an error is, from 1."""
    column: _Count | None
    """The column of the error on that line, from 1."""
    problem: Problem | None
    """The reason why the match was refused; null if it was imported."""


class ImportAnswers(View, frozen=True):
    """The results of importing matches, in the order in which they were sent."""

    items: Annotated[tuple[ImportAnswer, ...], Meta(max_length=MOST)]
    """The result for each match, in the order in which they were sent."""


class LineAnswer(View, frozen=True):
    """The result of importing one line of an archive."""

    line: Annotated[int, Meta(ge=1, le=MOST_LINES + 1)]
    """The number of the line in the file, from 1."""
    from_id: UUID | None
    """The id of the match or league in the file, if it can be read."""
    match_id: UUID | None
    """The id of the imported match on this server; null if the line has none, or was refused."""
    league_id: UUID | None
    """The id of the imported league on this server; null if the line has none, or was refused."""
    is_new: bool
    """True if the line was imported now; false if it was imported before, or was refused."""
    problem: Problem | None
    """The reason why the line was refused; null if it was imported."""


class ArchiveAnswers(View, frozen=True):
    """The results of importing an archive, line by line."""

    items: Annotated[tuple[LineAnswer, ...], Meta(max_length=MOST_LINES + 1)]
    """The result of each match and each league, in the order of the file."""
    taken_in: _Number
    """The number of matches and leagues that were imported."""
    there_already: _Number
    """The number of matches and leagues that were on the server before."""
    refused: _Number
    """The number of lines that were refused with a problem."""
    is_whole: bool
    """True if the last line of the file states that nothing before it is missing."""


def import_answers(results: Iterable[ImportResult], path: str) -> ImportAnswers:
    """Return the answer about matches that were sent to a path."""
    items = (_import_answer(number, result, path) for number, result in enumerate(results, 1))
    return ImportAnswers(items=tuple(items))


def _import_answer(number: int, result: ImportResult, path: str) -> ImportAnswer:
    refusal, position, problem = result.refusal, result.position, None
    if refusal is not None:
        # Nobody counts into a text by pointers: there line and column say where it is.
        refusal.pointer = "" if position else result.pointer + refusal.pointer
        problem = problems.for_refusal(refusal, path)
    return ImportAnswer(
        number=number,
        match_id=result.match_id,
        line=position.line if position else None,
        column=position.column if position else None,
        problem=problem,
    )


def line_answer(result: LineResult, path: str) -> LineAnswer:
    """Return the answer about a line that was sent to a path."""
    refusal = result.refusal
    return LineAnswer(
        line=result.number,
        from_id=result.from_id,
        match_id=result.match_id,
        league_id=result.league_id,
        is_new=result.is_new,
        problem=None if refusal is None else problems.for_refusal(refusal, path),
    )


async def archive_answers(results: AsyncIterator[LineResult], path: str) -> AsyncIterator[bytes]:
    """Yield ArchiveAnswers as JSON, each item on a line of its own as soon as it is known."""
    counts, is_complete, before = Counter[str](), False, _OPENING
    async for result in results:
        is_complete = result.is_end
        if result.is_end:
            continue
        item = line_answer(result, path)
        counts["refused" if item.problem else "taken_in" if item.is_new else "there"] += 1
        yield before + codecs.encode_response(item)
        before = b",\n"
    closing = codecs.encode_response(
        ArchiveAnswers(
            items=(),
            taken_in=counts["taken_in"],
            there_already=counts["there"],
            refused=counts["refused"],
            is_whole=is_complete,
        )
    )
    opening = before if before is _OPENING else b""
    yield opening + b"\n" + closing.removeprefix(b'{"items":[')
