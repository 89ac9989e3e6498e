"""Copies: matches that leave as files, and matches that come in."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from api.access.devices import Command, Device
from api.documents import examples, exports, imports
from api.documents.exports import MatchTable, Renderer, Transcripts
from api.documents.transfer import Copy, Copykeeping
from api.http.operations import Content, Operation, operation

MATCH = "/v1/matches/{match_id:uuid}"
TableParameter = Annotated[MatchTable, QueryParameter(name="table")]
_LONGEST = 64 * imports.LIMIT
"""10,000 changes of a match, of some kilobytes each."""
_NOTATION_FILE = Content(imports.TEXT, bytes, examples.NOTATION, longest=imports.LIMIT)


def _one(name: str, path: str, renderer: Renderer, answer: type, example: object) -> Operation:
    """What the operations have in common that take a match away."""
    return operation(
        "GET",
        f"{MATCH}/{path}",
        name,
        tag="Export and import",
        answer=answer,
        media_type=renderer.media_type,
        longest=_LONGEST,
        example=example,
        answer_headers=("Content-Disposition",),
        problems=("match_not_found",),
    )


def _all(
    name: str, path: str, renderer: Renderer, answer: type, example: object, *query: str
) -> Operation:
    """What the operations have in common that take all matches away."""
    return operation(
        "GET",
        f"/v1/matches/{path}",
        name,
        tag="Export and import",
        answer=answer,
        media_type=renderer.media_type,
        longest=_LONGEST,
        example=example,
        is_endless=True,
        query=query,
        answer_headers=("Content-Disposition",),
    )


@_one("exportMatchJson", "export.json", exports.JSON, Transcripts, examples.TRANSCRIPTS)
async def export_match_json(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
) -> Response[bytes]:
    """Take a match away as JSON.

    All that was entered, what it was before it was corrected, disputes and adjustments, with
    their times to the second; nothing about devices. The same match always gives the same file,
    and importMatches makes a match of it whose export is the same again, byte for byte. Safe to
    repeat.
    """
    return await _written(await copykeeping.copy(caller.device_id, match_id), exports.JSON)


@_one("exportMatchNotation", "export.txt", exports.NOTATION, str, examples.NOTATION)
async def export_match_notation(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
) -> Response[bytes]:
    """Take a match away in the portable notation.

    The text of openapi/notation.md, which people read too; it has all that exportMatchJson has,
    is shorter, and importMatches takes it as well. Safe to repeat.
    """
    return await _written(await copykeeping.copy(caller.device_id, match_id), exports.NOTATION)


@_one("exportMatchCsv", "export.csv", exports.CSV, str, examples.CSV)
async def export_match_csv(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
) -> Response[bytes]:
    """Take a match away for a spreadsheet.

    A row for each hand, with its contract, its points and the scores after it. Safe to repeat.
    """
    return await _written(await copykeeping.copy(caller.device_id, match_id), exports.CSV)


@_one("exportMatchHtml", "export.html", exports.HTML, str, examples.HTML)
async def export_match_html(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
) -> Response[bytes]:
    """Take a score sheet away as a page.

    To be printed or read in a browser; the page loads nothing from anywhere. Safe to repeat.
    """
    return await _written(await copykeeping.copy(caller.device_id, match_id), exports.HTML)


@_one("exportMatchPdf", "export.pdf", exports.PDF, bytes, examples.PDF)
async def export_match_pdf(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
) -> Response[bytes]:
    """Take a score sheet away as a PDF.

    To be printed; tagged, so that it can be read aloud. Names are printed in Latin, Greek,
    Cyrillic, Hebrew, Arabic, Devanagari, Chinese, Japanese and Korean letters; others if the
    server has a font for them, else as boxes, which the first line then says. Safe to repeat.
    """
    return await _written(await copykeeping.copy(caller.device_id, match_id), exports.PDF)


@_all("exportMatchesJson", "export.json", exports.JSON, Transcripts, examples.TRANSCRIPTS)
async def export_matches_json(
    caller: NamedDependency[Device], copykeeping: NamedDependency[Copykeeping]
) -> Stream:
    """Take all matches of this device away as JSON.

    As exportMatchJson, newest first, every match on a line of its own. The answer is sent in
    pieces while the matches are read, so it may be long and has no length; each match is as it is
    when its turn comes. An answer that breaks off is not whole: ask again. Safe to repeat.
    """
    return _streamed(copykeeping, caller, exports.JSON)


@_all("exportMatchesNotation", "export.txt", exports.NOTATION, str, examples.NOTATION)
async def export_matches_notation(
    caller: NamedDependency[Device], copykeeping: NamedDependency[Copykeeping]
) -> Stream:
    """Take all matches of this device away in the portable notation.

    As exportMatchNotation, newest first, and sent in pieces like exportMatchesJson. Safe to
    repeat.
    """
    return _streamed(copykeeping, caller, exports.NOTATION)


@_all(
    *("exportMatchesCsv", "export.csv", exports.CSV, str, examples.MANY_CSV),
    *("table",),
)
async def export_matches_csv(
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
    table: TableParameter = MatchTable.HANDS,
) -> Stream:
    """Take all matches of this device away for a spreadsheet.

    A row for each hand of all of them, or with `table=matches` for each match, newest first, and
    sent in pieces like exportMatchesJson. Safe to repeat.
    """
    return _streamed(copykeeping, caller, exports.TABLES[table])


@operation(
    "POST",
    "/v1/imports",
    "importMatches",
    tag="Export and import",
    body=imports.NewTranscripts,
    body_limit=imports.LIMIT,
    body_example=examples.NEW_TRANSCRIPTS,
    also_takes=(_NOTATION_FILE,),
    answer=imports.ImportAnswers,
    example=examples.IMPORT_ANSWERS,
)
async def import_matches(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    copykeeping: NamedDependency[Copykeeping],
) -> imports.ImportAnswers:
    """Bring matches from elsewhere.

    A file of an export, or one written by hand, as JSON or in the portable notation (text/plain);
    at most 1 MiB and 1,000 matches: a longer export comes back in parts, and a match of thousands
    of changes in the notation, which is shorter than JSON. Every match becomes one that this
    device owns, with a new id and with its whole history; nobody else is in it. Each is checked
    like one that is entered by hand and taken in or refused by itself: a record that cannot be is
    taken in and flagged, a rule set that has another hash or hands that come to another result are
    refused. What cannot be read says its line and column in a text, or its pointer in JSON. A
    match that does not say when it began begins when the key was first sent. A retry is safe with
    an Idempotency-Key: no match is made twice, and those that were not reached, or not judged in
    time, are taken in.
    """
    brought = await imports.read(request, copykeeping.now(command))
    return imports.of(await copykeeping.take_in(command, brought), request.url.path)


async def _written(copy: Copy, renderer: Renderer) -> Response[bytes]:
    written, headers = await exports.whole(copy, renderer), exports.headers(renderer, copy)
    return Response(written, media_type=renderer.media_type, headers=headers)


def _streamed(copykeeping: Copykeeping, caller: Device, renderer: Renderer) -> Stream:
    pieces = exports.pieces(copykeeping.copies(caller.device_id), renderer)
    return Stream(pieces, media_type=renderer.media_type, headers=exports.headers(renderer))
