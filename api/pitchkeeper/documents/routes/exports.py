"""Exports: matches, leagues and whole devices as files."""

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
    write_file,
)
from pitchkeeper.documents.imports import LIMIT
from pitchkeeper.documents.renditions import attachment
from pitchkeeper.documents.routes.downloads import (
    TAGGED,
    Downloads,
    download,
    with_description,
)
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.rest import etags
from pitchkeeper.rest.parameters import query

TableParameter = Annotated[
    MatchTable,
    query(
        "The rows of the table: one for each hand (if absent), or one for each match.",
        "matches",
        component="MatchTable",
    ),
]
After = Annotated[
    UUID | None,
    query(
        "The id of the match in the last complete line received; the lines after it are sent.",
        schema={"format": "uuid"},
    ),
]
_LONGEST = 64 * LIMIT
"""The most bytes of an export: 10,000 changes of a match, some kilobytes each."""
_ALL: Final[dict[str, Any]] = {"max_length": _LONGEST, "is_endless": True, **TAGGED}
"""The options of every export of all matches."""


def _match_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, description: str
) -> HTTPRouteHandler:
    """Return the operation that exports a match in one format."""

    async def export(
        match_id: FromPath[UUID],
        caller: NamedDependency[Device],
        exports: NamedDependency[Exports],
        downloads: NamedDependency[Downloads],
    ) -> Response[Any]:
        state = await exports.state(caller.device_id, match_id)

        async def render() -> bytes:
            match = await exports.with_journal(caller.device_id, state)
            return await write_file(match, renderer)

        return await downloads.answer(rendition(state, renderer), render)

    path = f"/v1/matches/{{match_id:uuid}}/export.{extension}"
    options = {"max_length": _LONGEST, **TAGGED}
    return with_description(
        export, description, download(operation_id, path, renderer.media_type, answer, **options)
    )


def _matches_export(
    operation_id: str, extension: str, renderer: Renderer, answer: type, description: str
) -> HTTPRouteHandler:
    """Return the operation that exports all matches in one format."""

    async def export(
        request: Request[Any, Any, Any],
        caller: NamedDependency[Device],
        exports: NamedDependency[Exports],
    ) -> Response[Any]:
        return await _respond_all(request, exports, caller, renderer)

    path = f"/v1/matches/export.{extension}"
    return with_description(
        export, description, download(operation_id, path, renderer.media_type, answer, **_ALL)
    )


async def _respond_all(
    request: Request[Any, Any, Any], exports: Exports, caller: Device, renderer: Renderer
) -> Response[Any]:
    """Answer all matches of a device, or 304 if none has changed."""

    async def stream() -> Stream:
        # A stream, because the matches of years would fill a worker's memory.
        pieces = exports.all_matches(caller.device_id, renderer)
        return Stream(pieces, media_type=renderer.media_type, headers=headers(renderer))

    tag = etags.for_parts(await exports.stamp(caller.device_id))
    return await etags.respond_unless_current(request, tag, stream)


export_match_json = _match_export(
    "exportMatchJson",
    "json",
    JSON,
    Transcripts,
    """Export a match as JSON.

    The file has every entry with its earlier versions, disputes and adjustments, with times to the
    second, and nothing about devices. The same match always gives the same file, and importMatches
    makes a match of it whose export is the same again, byte for byte. Safe to repeat.
    """,
)
export_match_notation = _match_export(
    "exportMatchNotation",
    "txt",
    NOTATION,
    str,
    """Export a match in the portable notation.

    The notation of openapi/notation.md is readable text. The file has the same content as that of
    exportMatchJson but is shorter, and importMatches accepts it as well. Safe to repeat.
    """,
)
export_match_csv = _match_export(
    "exportMatchCsv",
    "csv",
    CSV,
    str,
    """Export a match as CSV.

    The file has a row for each hand, with its bid, its points and the scores after it. Safe to
    repeat.
    """,
)
export_match_html = _match_export(
    "exportMatchHtml",
    "html",
    HTML,
    str,
    """Export a score sheet as HTML.

    The page can be printed or read in a browser and loads no external resources. Safe to repeat.
    """,
)
export_match_pdf = _match_export(
    "exportMatchPdf",
    "pdf",
    PDF,
    bytes,
    """Export a score sheet as PDF.

    The PDF is tagged for screen readers. Names may have Latin, Greek, Cyrillic, Hebrew, Arabic,
    Devanagari, Chinese, Japanese and Korean letters. Other letters are printed if the server has a
    font for them, and else as boxes, which the first line then explains. Safe to repeat.
    """,
)
export_matches_json = _matches_export(
    "exportMatchesJson",
    "json",
    JSON,
    Transcripts,
    """Export all matches of this device as JSON.

    Each match is as in exportMatchJson, on a line of its own, newest first. The response is
    streamed while the matches are read, so it has no Content-Length, and each match has the state
    at the time it is read. A response that breaks off is incomplete: send the request again. With
    `If-None-Match` nothing is read or sent if no match has changed. Safe to repeat.
    """,
)
export_matches_notation = _matches_export(
    "exportMatchesNotation",
    "txt",
    NOTATION,
    str,
    """Export all matches of this device in the portable notation.

    Each match is as in exportMatchNotation, newest first; the response is streamed as in
    exportMatchesJson. Safe to repeat.
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
    """Export all matches of this device as CSV.

    The file has a row for each hand, or with `table=matches` for each match, newest first; the
    response is streamed as in exportMatchesJson. Safe to repeat.
    """
    return await _respond_all(request, exports, caller, TABLES[table])


@download("exportDeviceArchive", "/v1/devices/me/archive", MEDIA_TYPE, ArchiveLine, is_endless=True)
async def export_device_archive(
    caller: NamedDependency[Device],
    exports: NamedDependency[Exports],
    after: After = None,
) -> Stream:
    """Export an archive of this device.

    The archive has all matches and leagues of the device, for importArchive on another server: a
    line of JSON (an ArchiveLine) for each match, newest first, then for each league, then the end.
    It contains nothing about devices, and no invites, links or tokens. The response is streamed, so
    it has no Content-Length. A file without its end is incomplete: drop its last line, which may be
    cut, and request the rest with `after` and the match of the line before; the parts written one
    after the other are one file. Safe to repeat.
    """
    return _file(exports.device_archive(caller.device_id, after), "device")


@download(
    "exportLeagueArchive",
    f"{LEAGUE}/archive",
    MEDIA_TYPE,
    ArchiveLine,
    is_endless=True,
)
async def export_league_archive(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    exports: NamedDependency[Exports],
    after: After = None,
) -> Stream:
    """Export an archive of a league.

    The archive has the lines of exportDeviceArchive: the matches of the league in the order of its
    matchups, then the league, then the end. It has only the matches that this device is in; of
    other matches, the league has the winner and the scores. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    lines = exports.league_archive(caller.device_id, season, after)
    return _file(lines, "league", season.state.charter.name)


def _file(pieces: AsyncIterator[bytes], *parts: str) -> Stream:
    name = attachment(("pitch", *parts), "ndjson")
    return Stream(pieces, media_type=MEDIA_TYPE, headers={"Content-Disposition": name})
