"""Exports: matches, leagues and all of a device that leave as files."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from pitchkeeper.access.devices import Device
from pitchkeeper.documents.archives.records import MEDIA_TYPE, ArchiveLine
from pitchkeeper.documents.exports import (
    CSV,
    HTML,
    JSON,
    NOTATION,
    PDF,
    TABLES,
    Exports,
    MatchTable,
    Renderer,
    Transcripts,
    headers,
    rendition,
    write_one,
)
from pitchkeeper.documents.imports import LIMIT
from pitchkeeper.documents.renditions import Renditions, attachment
from pitchkeeper.documents.routes import downloads
from pitchkeeper.documents.routes.downloads import TAGGED, described, download
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.rest import etags
from pitchkeeper.rest.parameters import query

TableParameter = Annotated[
    MatchTable,
    query(
        "What has a row: every hand (if absent), or every match.", "matches", component="MatchTable"
    ),
]
After = Annotated[
    UUID | None,
    query(
        "The match of the last line that arrived whole; what follows it is sent.",
        schema={"format": "uuid"},
    ),
]
_LONGEST = 64 * LIMIT
"""10,000 changes of a match, of some kilobytes each."""
_ALL: Final[dict[str, Any]] = {"max_length": _LONGEST, "is_endless": True, **TAGGED}
"""What is stated of every export of all matches."""


def _match_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, said: str
) -> HTTPRouteHandler:
    """Return the operation that exports a match in one format."""

    async def export(
        request: Request[Any, Any, Any],
        match_id: FromPath[UUID],
        caller: NamedDependency[Device],
        exports: NamedDependency[Exports],
        renditions: NamedDependency[Renditions],
    ) -> Response[Any]:
        state = await exports.state(caller.device_id, match_id)

        async def written() -> bytes:
            match = await exports.with_journal(caller.device_id, state)
            return await write_one(match, renderer)

        return await downloads.answer(request, renditions, rendition(state, renderer), written)

    path = f"/v1/matches/{{match_id:uuid}}/export.{extension}"
    stated = {"max_length": _LONGEST, "problems": ("match_not_found",), **TAGGED}
    return described(
        export, said, download(operation_id, path, renderer.media_type, answer, **stated)
    )


def _matches_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, said: str
) -> HTTPRouteHandler:
    """Return the operation that exports all matches in one format."""

    async def export(
        request: Request[Any, Any, Any],
        caller: NamedDependency[Device],
        exports: NamedDependency[Exports],
    ) -> Response[Any]:
        return await _tagged(request, exports, caller, renderer)

    path = f"/v1/matches/export.{extension}"
    return described(
        export, said, download(operation_id, path, renderer.media_type, answer, **_ALL)
    )


async def _tagged(
    request: Request[Any, Any, Any], exports: Exports, caller: Device, renderer: Renderer
) -> Response[Any]:
    """Answer all matches, unless the client has them as they are."""

    async def streamed() -> Stream:
        # The matches of years are more than a worker should hold at once for each client.
        pieces = exports.all_matches(caller.device_id, renderer)
        return Stream(pieces, media_type=renderer.media_type, headers=headers(renderer))

    tag = etags.for_parts(await exports.stamp(caller.device_id))
    return await etags.respond_unless_current(request, tag, streamed)


export_match_json = _match_export(
    "exportMatchJson",
    "json",
    JSON,
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
    NOTATION,
    str,
    """Take a match away in the portable notation.

    The text of openapi/notation.md, which people read too; it has all that exportMatchJson has,
    is shorter, and importMatches takes it as well. Safe to repeat.
    """,
)
export_match_csv = _match_export(
    "exportMatchCsv",
    "csv",
    CSV,
    str,
    """Take a match away for a spreadsheet.

    A row for each hand, with its bid, its points and the scores after it. Safe to repeat.
    """,
)
export_match_html = _match_export(
    "exportMatchHtml",
    "html",
    HTML,
    str,
    """Take a score sheet away as a page.

    To be printed or read in a browser; the page loads nothing from anywhere. Safe to repeat.
    """,
)
export_match_pdf = _match_export(
    "exportMatchPdf",
    "pdf",
    PDF,
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
    JSON,
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
    NOTATION,
    str,
    """Take all matches of this device away in the portable notation.

    As exportMatchNotation, newest first, and sent in pieces like exportMatchesJson. Safe to
    repeat.
    """,
)


@download(
    "exportMatchesCsv",
    "/v1/matches/export.csv",
    CSV.media_type,
    str,
    **_ALL,
)
async def export_matches_csv(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    exports: NamedDependency[Exports],
    table: TableParameter = MatchTable.HANDS,
) -> Response[Any]:
    """Take all matches of this device away for a spreadsheet.

    A row for each hand of all of them, or with `table=matches` for each match, newest first, and
    sent in pieces like exportMatchesJson. Safe to repeat.
    """
    return await _tagged(request, exports, caller, TABLES[table])


@download("exportDeviceArchive", "/v1/devices/me/archive", MEDIA_TYPE, ArchiveLine, is_endless=True)
async def export_device_archive(
    caller: NamedDependency[Device],
    exports: NamedDependency[Exports],
    after: After = None,
) -> Stream:
    """Take all of this device to another server.

    All matches and leagues that it is in, for importArchive, however many: a line of JSON (an
    ArchiveLine) for each match, newest first, then for each league, then the end. Nothing about
    devices is in it, and no invite, link or token. It is sent in pieces while it is read, so it has
    no length. A file without its end is not whole: drop its last line, which may be half, and ask
    for what follows the match of the line before with `after`; written behind each other the pieces
    are one file. Safe to repeat.
    """
    return _file(exports.device_archive(caller.device_id, after), "device")


@download(
    "exportLeagueArchive",
    f"{LEAGUE}/archive",
    MEDIA_TYPE,
    ArchiveLine,
    problems=("league_not_found",),
    is_endless=True,
)
async def export_league_archive(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    exports: NamedDependency[Exports],
    after: After = None,
) -> Stream:
    """Take a league to another server.

    As exportDeviceArchive: its matches in the order of its matchups, then the league, then the end.
    Of the matches only those that this device is in itself; of the others the league keeps who won
    and the scores. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)
    written = exports.league_archive(caller.device_id, season, after)
    return _file(written, "league", season.state.charter.name)


def _file(pieces: AsyncIterator[bytes], *parts: str) -> Stream:
    name = attachment(("pitch", *parts), "ndjson")
    return Stream(pieces, media_type=MEDIA_TYPE, headers={"Content-Disposition": name})
