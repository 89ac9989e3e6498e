"""Leagues: exports, pictures and statistics of a league."""

from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from pitchkeeper.access.devices import Device
from pitchkeeper.documents import pictures
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.exports import NOTATION, Exports
from pitchkeeper.documents.leagues import bracket_sheets, league_exports, league_pictures
from pitchkeeper.documents.leagues.league_exports import LeagueCopy, LeagueRenderer, LeagueTable
from pitchkeeper.documents.pictures import Size
from pitchkeeper.documents.renditions import Rendition, league_source
from pitchkeeper.documents.routes.downloads import (
    TAGGED,
    Downloads,
    download,
    with_description,
)
from pitchkeeper.documents.routes.pictures import SizeParameter, ThemeParameter
from pitchkeeper.documents.typesetting import Picture
from pitchkeeper.leagues.next_seasons import NextSeasons
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season import brackets, statistics
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.statistics import LeagueStatistics, Seasons
from pitchkeeper.matches.players.statistics import PlayerTallies
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.workers.league_threads import LeagueThreads

TableParameter = Annotated[
    LeagueTable,
    query(
        "The table of the league to export; the standings if absent.",
        "results",
        component="LeagueTable",
    ),
]
OfSeasons = Annotated[
    Seasons,
    query("The seasons that count: this one, or also those before.", "all", name="seasons"),
]
_OPTIONS: Final[dict[str, Any]] = {
    "max_length": 2**22,
    "is_endless": True,
    "problems": ("standings_busy",),
    **TAGGED,
}
"""The options of every export of a league."""


def _league_export(
    operation_id: str, extension: str, renderer: LeagueRenderer, answer: type, description: str
) -> HTTPRouteHandler:
    """Return the operation that exports a league in one format."""

    async def export(
        league_id: FromPath[UUID],
        caller: NamedDependency[Device],
        league_seasons: NamedDependency[LeagueSeasons],
        downloads: NamedDependency[Downloads],
    ) -> Response[Any]:
        season = await league_seasons.read_season(caller.device_id, league_id)
        return await _respond(downloads, season, renderer)

    path = f"{LEAGUE}/export.{extension}"
    route = download(operation_id, path, renderer.media_type, answer, **_OPTIONS)
    return with_description(export, description, route)


export_league_json = _league_export(
    "exportLeagueJson",
    "json",
    league_exports.JSON,
    LeagueCopy,
    """Export a league as JSON.

    The file has the charter, teams or players, matchups with their results, standings, fees and
    prizes, and nothing about devices. Safe to repeat.
    """,
)
export_league_html = _league_export(
    "exportLeagueHtml",
    "html",
    league_exports.HTML,
    str,
    """Export a league sheet as HTML.

    The page can be printed or read in a browser. It has the standings with the deciding tie
    breaks, the results of every night, fees, prizes and the clauses of the league, and loads no
    external resources. Safe to repeat.
    """,
)
export_league_pdf = _league_export(
    "exportLeaguePdf",
    "pdf",
    league_exports.PDF,
    bytes,
    """Export a league sheet as PDF.

    The PDF has the content of exportLeagueHtml and is tagged for screen readers. Safe to repeat.
    """,
)


@download("exportLeagueCsv", f"{LEAGUE}/export.csv", "text/csv", str, **_OPTIONS)
async def export_league_csv(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
    table: TableParameter = LeagueTable.STANDINGS,
) -> Response[Any]:
    """Export a league table as CSV.

    The table is the standings, the results with a row for each matchup, or the accounts with a row
    for each team or player; money is in minor units. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    renderer = league_exports.TABLES[table]
    return await _respond(downloads, season, renderer)


@download("exportLeagueNotation", f"{LEAGUE}/export.txt", "text/plain", str, **_OPTIONS)
async def export_league_notation(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    exports: NamedDependency[Exports],
) -> Response[Any]:
    """Export the matches of a league in the portable notation.

    The file is in the notation of openapi/notation.md, for importMatches. It has only those matches
    of the league that this device is in, because other members of the league may see the winner and
    the scores of a match but not its hands. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)

    async def stream() -> Stream:
        matches = exports.league_matches(caller.device_id, season, NOTATION)
        headers = {"Content-Disposition": league_exports.disposition(season, "pitch.txt")}
        return Stream(matches, media_type="text/plain", headers=headers)

    # The stamp covers which of its matches the device is in, and their versions.
    stamp = await exports.stamp(caller.device_id)
    tag = etags.for_parts(league_source(season).state, stamp)
    return await etags.respond_unless_current(request, tag, stream)


@operation(
    "GET",
    f"{LEAGUE}/picture",
    tag="Standings",
    answer=str,
    media_type="image/svg+xml",
    problems=("standings_busy",),
    takes_slot=True,
    **TAGGED,
)
async def get_league_picture(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[Any]:
    """Get a chart of a league's standings.

    The SVG drawing is as wide as a phone. It has a line for every team or player, through its rank
    after each night, or through its score in a league of up to four. Its title and description
    state the same in words. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    rendition = pictures.rendition(league_source(season), theme)
    draw = partial(league_pictures.svg, season, theme)
    return await downloads.answer_league(season, rendition, draw)


def _standings_picture(
    operation_id: str, picture: Picture, media_type: str, answer: type, description: str
) -> HTTPRouteHandler:
    """Return the operation that draws the standings in one format."""

    async def draw(
        league_id: FromPath[UUID],
        caller: NamedDependency[Device],
        league_seasons: NamedDependency[LeagueSeasons],
        downloads: NamedDependency[Downloads],
        size: SizeParameter = Size.WIDE,
    ) -> Response[Any]:
        season = await league_seasons.read_season(caller.device_id, league_id)
        kind = ("standings", picture, size)
        rendition = Rendition(league_source(season), kind, media_type, pictures.POLICY)
        write = partial(league_pictures.table, season, size, picture)
        return await downloads.answer_league(season, rendition, write)

    route = operation(
        "GET",
        f"{LEAGUE}/standings.{picture}",
        operation_id,
        tag="Standings",
        answer=answer,
        media_type=media_type,
        problems=("standings_busy",),
        takes_slot=True,
        **TAGGED,
    )
    return with_description(draw, description, route)


get_standings_png = _standings_picture(
    "getStandingsPng",
    "png",
    "image/png",
    bytes,
    """Get the standings as a PNG picture.

    The table has ranks, names and scores, wide (1200 by 630 pixels) or square (1080 by 1080), to
    post where people meet. If not all fit, the last line counts the others. Safe to repeat.
    """,
)
get_standings_svg = _standings_picture(
    "getStandingsSvg",
    "svg",
    "image/svg+xml",
    str,
    """Get the standings as an SVG picture.

    The SVG drawing is the table of getStandingsPng, sharp at any size. Safe to repeat.
    """,
)


@download(
    "exportBracketPdf",
    f"{LEAGUE}/bracket.pdf",
    "application/pdf",
    bytes,
    **{**_OPTIONS, "problems": (*_OPTIONS["problems"], "no_knock_out")},
)
async def export_bracket_pdf(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
) -> Response[Any]:
    """Export a knock-out as PDF.

    The PDF is a sheet for the wall: a picture of a knock-out of up to 16, and every round with its
    tables and room for the results. It fits Letter and A4 and is tagged for screen readers. Safe to
    repeat.
    """
    season = await brackets.read(league_seasons, caller.device_id, league_id)
    return await _respond(downloads, season, league_exports.BRACKET)


@operation(
    "GET",
    f"{LEAGUE}/bracket/picture",
    tag="Standings",
    answer=str,
    media_type="image/svg+xml",
    problems=("no_knock_out", "standings_busy"),
    takes_slot=True,
    **TAGGED,
)
async def get_bracket_picture(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[Any]:
    """Get a picture of a knock-out.

    The SVG drawing has a column for each round, and a line from each matchup to that of its winner.
    Its title and description state who meets next in words. Safe to repeat.
    """
    season = await brackets.read(league_seasons, caller.device_id, league_id)
    rendition = pictures.rendition(league_source(season), theme, "bracket")
    draw = partial(bracket_sheets.svg, season, theme)
    return await downloads.answer_league(season, rendition, draw)


@operation(
    "GET", f"{LEAGUE}/statistics", tag="Standings", problems=("standings_busy",), takes_slot=True
)
async def get_league_statistics(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    next_seasons: NamedDependency[NextSeasons],
    player_tallies: NamedDependency[PlayerTallies],
    league_threads: NamedDependency[LeagueThreads],
    of_seasons: OfSeasons = Seasons.THIS,
) -> LeagueStatistics:
    """Get the statistics of a league.

    The statistics cover every team, every player and every pair of partners, over the matches with
    hands, in the order of night, round and table: bids and how often they were made, points as
    pitcher and defender, steals, slams, the longest streak, and a rating with its uncertainty,
    which starts afresh with the league. Players are identified by name: a substitute counts under
    the name on the sheet, for the team that they played for. Only `met`, the head to head, also
    counts forfeits and results that were entered without hands. Deleted matches are not counted.
    With `seasons=all` the seasons before count too, for those who take part again, if the device
    takes part in those seasons. Safe to repeat.
    """
    longest = None if of_seasons is Seasons.ALL else 1
    chain = await next_seasons.read_chain(caller.device_id, league_id, longest)
    linked = [match_id for season in chain for match_id in season.state.linked_matches]
    seats = await player_tallies.seats(linked)
    return await league_threads.run(league_id, statistics.page, chain, seats)


async def _respond(
    downloads: Downloads, season: LeagueSeason, renderer: LeagueRenderer
) -> Response[Any]:
    rendition = league_exports.rendition(season, renderer)
    return await downloads.answer_league(season, rendition, partial(renderer.write, season))
