"""Copies: matches that leave as files, and matches that come in."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from msgspec import structs

from api import copy_examples, exports, imports
from api.copykeeping import Copykeeping
from api.exports import MANY, ONE, CollectionFormat, ExportFormat, Transcripts
from api.kept import Command, Device
from api.operations import Content, operation

_LONGEST = 64 * imports.LIMIT
"""10,000 changes of a match, of some kilobytes each."""
_NOTATION = Content(imports.TEXT, str, copy_examples.NOTATION, longest=_LONGEST)
_CSV = Content("text/csv", str, copy_examples.CSV, longest=_LONGEST)
_HTML = Content("text/html", str, copy_examples.HTML, longest=_LONGEST)
_PDF = Content("application/pdf", bytes, copy_examples.PDF, longest=_LONGEST)
_NOTATION_FILE = structs.replace(_NOTATION, kind=bytes, longest=imports.LIMIT)


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/export",
    "exportMatch",
    tag="Export and import",
    answer=Transcripts,
    example=copy_examples.TRANSCRIPTS,
    also_answers=(_NOTATION, _CSV, _HTML, _PDF),
    query=("format",),
    answer_headers=("Content-Disposition",),
    problems=("match_not_found",),
)
async def export_match(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
    format: FromQuery[ExportFormat] = ExportFormat.JSON,  # noqa: A002
) -> Response[bytes]:
    """Take a match away as a file.

    All that was entered, what it was before it was corrected, disputes and adjustments, with
    their times to the second; nothing about devices. `json` has the schema of this answer,
    `notation` is the portable text of openapi/notation.md. The same match always gives the same
    file of these two, and importMatches makes a match of it whose export is the same again, byte
    for byte. `csv` has a row for each hand and opens in spreadsheets; `html` and `pdf` are the
    score sheet to be printed. Safe to repeat.
    """
    copy, renderer = await copykeeping.copy(caller.device_id, match_id), ONE[format]
    written, headers = await exports.whole(copy, renderer), exports.headers(renderer, copy)
    return Response(written, media_type=renderer.media_type, headers=headers)


@operation(
    "GET",
    "/v1/matches/export",
    "exportMatches",
    tag="Export and import",
    answer=Transcripts,
    example=copy_examples.TRANSCRIPTS,
    also_answers=(_NOTATION, _CSV),
    is_endless=True,
    query=("format",),
    answer_headers=("Content-Disposition",),
)
async def export_matches(
    caller: NamedDependency[Device],
    copykeeping: NamedDependency[Copykeeping],
    format: FromQuery[CollectionFormat] = CollectionFormat.JSON,  # noqa: A002
) -> Stream:
    """Take all matches of this device away as one file.

    As exportMatch, newest first. The answer is sent in pieces while the matches are read, so it
    may be long and has no length; each match is as it is when its turn comes. With `json` every
    match stands on a line of its own; `csv` has a row for each hand of all, `csv_matches` one for
    each match. An answer that breaks off is not whole: ask again. Safe to
    repeat.
    """
    renderer = MANY[format]
    pieces = exports.pieces(copykeeping.copies(caller.device_id), renderer)
    return Stream(pieces, media_type=renderer.media_type, headers=exports.headers(renderer))


@operation(
    "POST",
    "/v1/imports",
    "importMatches",
    tag="Export and import",
    body=imports.NewTranscripts,
    body_limit=imports.LIMIT,
    body_example=copy_examples.NEW_TRANSCRIPTS,
    also_takes=(_NOTATION_FILE,),
    answer=imports.ImportAnswers,
    example=copy_examples.IMPORT_ANSWERS,
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
