"""Copies: matches that leave as files, and matches that come in."""

from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.documents import exports, imports
from pitchkeeper.documents.exports import MatchTable, Renderer, Transcripts
from pitchkeeper.documents.papers import Papers
from pitchkeeper.documents.routes import downloads
from pitchkeeper.documents.routes.downloads import TAGGED, described, download
from pitchkeeper.documents.transfer import MatchTransfer
from pitchkeeper.http import etags
from pitchkeeper.http.operations import Content, operation
from pitchkeeper.http.parameters import query

TableParameter = Annotated[
    MatchTable,
    query(
        "What has a row: every hand (if absent), or every match.", "matches", component="MatchTable"
    ),
]
_LONGEST = 64 * imports.LIMIT
"""10,000 changes of a match, of some kilobytes each."""
_NOTATION_FILE = Content(imports.TEXT, bytes, longest=imports.LIMIT)
_ALL: Final[dict[str, Any]] = {"longest": _LONGEST, "is_endless": True, **TAGGED}
"""What is stated of every export of all matches."""


def _match_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, said: str
) -> HTTPRouteHandler:
    """The operation that takes a match away in one format."""

    async def export(
        request: Request[Any, Any, Any],
        match_id: FromPath[UUID],
        caller: NamedDependency[Device],
        transfer: NamedDependency[MatchTransfer],
        papers: NamedDependency[Papers],
    ) -> Response[Any]:
        state = await transfer.state(caller.device_id, match_id)

        async def written() -> bytes:
            copy = await transfer.with_journal(caller.device_id, state)
            return await exports.whole(copy, renderer)

        return await downloads.answer(request, papers, exports.paper(state, renderer), written)

    path = f"/v1/matches/{{match_id:uuid}}/export.{extension}"
    stated = {"longest": _LONGEST, "problems": ("match_not_found",), **TAGGED}
    return described(
        export, said, download(operation_id, path, renderer.media_type, answer, **stated)
    )


def _matches_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, said: str
) -> HTTPRouteHandler:
    """The operation that takes all matches away in one format."""

    async def export(
        request: Request[Any, Any, Any],
        caller: NamedDependency[Device],
        transfer: NamedDependency[MatchTransfer],
    ) -> Response[Any]:
        return await _tagged(request, transfer, caller, renderer)

    path = f"/v1/matches/export.{extension}"
    return described(
        export, said, download(operation_id, path, renderer.media_type, answer, **_ALL)
    )


async def _tagged(
    request: Request[Any, Any, Any], transfer: MatchTransfer, caller: Device, renderer: Renderer
) -> Response[Any]:
    """All matches, unless the client has them as they are."""

    async def streamed() -> Stream:
        return _streamed(transfer, caller, renderer)

    tag = etags.of_parts(await transfer.stamp(caller.device_id))
    return await etags.unless_known(request, tag, streamed)


def _streamed(transfer: MatchTransfer, caller: Device, renderer: Renderer) -> Stream:
    # The matches of years are more than a worker should hold at once for everybody who asks.
    if renderer.tell is None:
        pieces = exports.pieces(transfer.copies(caller.device_id), renderer)
    else:
        pieces = exports.told(transfer.transcripts(caller.device_id), renderer.tell, renderer)
    return Stream(pieces, media_type=renderer.media_type, headers=exports.headers(renderer))


export_match_json = _match_export(
    "exportMatchJson",
    "json",
    exports.JSON,
    Transcripts,
    """Take a match away as JSON.

    All that was entered, what it was before it was corrected, disputes and adjustments, with
    their times to the second; nothing about devices. The same match always gives the same file,
    and importMatches makes a match of it whose export is the same again, byte for byte. Safe to
    repeat.
    """,
)
export_match_notation = _match_export(
    "exportMatchNotation",
    "txt",
    exports.NOTATION,
    str,
    """Take a match away in the portable notation.

    The text of openapi/notation.md, which people read too; it has all that exportMatchJson has,
    is shorter, and importMatches takes it as well. Safe to repeat.
    """,
)
export_match_csv = _match_export(
    "exportMatchCsv",
    "csv",
    exports.CSV,
    str,
    """Take a match away for a spreadsheet.

    A row for each hand, with its bid, its points and the scores after it. Safe to repeat.
    """,
)
export_match_html = _match_export(
    "exportMatchHtml",
    "html",
    exports.HTML,
    str,
    """Take a score sheet away as a page.

    To be printed or read in a browser; the page loads nothing from anywhere. Safe to repeat.
    """,
)
export_match_pdf = _match_export(
    "exportMatchPdf",
    "pdf",
    exports.PDF,
    bytes,
    """Take a score sheet away as a PDF.

    To be printed; tagged, so that it can be read aloud. Names are printed in Latin, Greek,
    Cyrillic, Hebrew, Arabic, Devanagari, Chinese, Japanese and Korean letters; others if the
    server has a font for them, else as boxes, which the first line then says. Safe to repeat.
    """,
)
export_matches_json = _matches_export(
    "exportMatchesJson",
    "json",
    exports.JSON,
    Transcripts,
    """Take all matches of this device away as JSON.

    As exportMatchJson, newest first, every match on a line of its own. The answer is sent in
    pieces while the matches are read, so it may be long and has no length; each match is as it is
    when its turn comes. An answer that breaks off is not whole: ask again. With `If-None-Match`
    nothing is read or sent while no match has changed. Safe to repeat.
    """,
)
export_matches_notation = _matches_export(
    "exportMatchesNotation",
    "txt",
    exports.NOTATION,
    str,
    """Take all matches of this device away in the portable notation.

    As exportMatchNotation, newest first, and sent in pieces like exportMatchesJson. Safe to
    repeat.
    """,
)


@download(
    "exportMatchesCsv",
    "/v1/matches/export.csv",
    exports.CSV.media_type,
    str,
    **_ALL,
)
async def export_matches_csv(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    transfer: NamedDependency[MatchTransfer],
    table: TableParameter = MatchTable.HANDS,
) -> Response[Any]:
    """Take all matches of this device away for a spreadsheet.

    A row for each hand of all of them, or with `table=matches` for each match, newest first, and
    sent in pieces like exportMatchesJson. Safe to repeat.
    """
    return await _tagged(request, transfer, caller, exports.TABLES[table])


@operation(
    "POST",
    "/v1/imports",
    "importMatches",
    tag="Export and import",
    body=imports.NewTranscripts,
    body_limit=imports.LIMIT,
    also_takes=(_NOTATION_FILE,),
    answer=imports.ImportAnswers,
)
async def import_matches(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    transfer: NamedDependency[MatchTransfer],
) -> imports.ImportAnswers:
    """Bring matches from elsewhere.

    A file of an export, or one written by hand, as JSON or in the portable notation (text/plain);
    at most 1 MiB and 1,000 matches: a longer export comes back in parts, and a match of thousands
    of changes in the notation, which is shorter than JSON. Every match becomes one that this device
    owns, with a new id and with its whole history; nobody else is in it. Each is checked like one
    that is entered by hand and taken in or refused by itself: a hand that cannot be is taken in and
    flagged; a rule set with another hash, or hands with another result, are refused. What cannot be
    read says its line and column in a text, or its pointer in JSON. A match that does not say when
    it began begins when the key was first sent. A retry is safe with an Idempotency-Key: no match
    is made twice, and those that were not reached, or not judged in time, are taken in.
    """
    brought = await imports.read(request, transfer.now(command))
    return imports.of(await transfer.take_in(command, brought), request.url.path)
