"""Leagues: what leaves of a league as files, pictures and numbers."""

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
from pitchkeeper.documents.leagues import league_exports, league_pictures
from pitchkeeper.documents.leagues.league_exports import LeagueCopy, LeagueRenderer, LeagueTable
from pitchkeeper.documents.renditions import Renditions, league_source
from pitchkeeper.documents.routes import downloads
from pitchkeeper.documents.routes.downloads import TAGGED, described, download
from pitchkeeper.documents.routes.pictures import ThemeParameter
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season import statistics
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.statistics_views import LeagueStatistics
from pitchkeeper.matches.players.statistics import PlayerTallies
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.workers.league_threads import LeagueThreads

TableParameter = Annotated[
    LeagueTable,
    query(
        "Which table of the league: its standings if absent.", "results", component="LeagueTable"
    ),
]
_STATED: Final[dict[str, Any]] = {
    "max_length": 2**22,
    "is_endless": True,
    "problems": ("league_not_found", "standings_busy"),
    **TAGGED,
}
"""What is stated of every export of a league."""


def _league_export(
    operation_id: str, extension: str, renderer: LeagueRenderer, answer: type, said: str
) -> HTTPRouteHandler:
    """Return the operation that exports a league in one format."""

    async def export(
        request: Request[Any, Any, Any],
        league_id: FromPath[UUID],
        caller: NamedDependency[Device],
        fixtures: NamedDependency[Fixtures],
        league_threads: NamedDependency[LeagueThreads],
        renditions: NamedDependency[Renditions],
    ) -> Response[Any]:
        season = await fixtures.read_season(caller.device_id, league_id)
        return await _written(request, renditions, league_threads, season, renderer)

    path = f"{LEAGUE}/export.{extension}"
    route = download(operation_id, path, renderer.media_type, answer, **_STATED)
    return described(export, said, route)


export_league_json = _league_export(
    "exportLeagueJson",
    "json",
    league_exports.JSON,
    LeagueCopy,
    """Take a league away as JSON.

    What was agreed, teams or players, matchups with their results, standings, fees and prizes, and
    nothing about devices. Safe to repeat.
    """,
)
export_league_html = _league_export(
    "exportLeagueHtml",
    "html",
    league_exports.HTML,
    str,
    """Take the sheet of a league away as a page.

    To be printed or read in a browser: standings with what decided them, the results of every
    night, fees, prizes and the clauses of the league. The page loads nothing from anywhere. Safe
    to repeat.
    """,
)
export_league_pdf = _league_export(
    "exportLeaguePdf",
    "pdf",
    league_exports.PDF,
    bytes,
    """Take the sheet of a league away as a PDF.

    To be printed: what exportLeagueHtml shows, tagged, so that it can be read aloud. Safe to
    repeat.
    """,
)


@download("exportLeagueCsv", f"{LEAGUE}/export.csv", "text/csv", str, **_STATED)
async def export_league_csv(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    league_threads: NamedDependency[LeagueThreads],
    renditions: NamedDependency[Renditions],
    table: TableParameter = LeagueTable.STANDINGS,
) -> Response[Any]:
    """Take a table of a league away for a spreadsheet.

    The standings, the results with a row for each matchup, or the accounts with a row for each
    team or player; money in minor units. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)
    renderer = league_exports.TABLES[table]
    return await _written(request, renditions, league_threads, season, renderer)


@download("exportLeagueNotation", f"{LEAGUE}/export.txt", "text/plain", str, **_STATED)
async def export_league_notation(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    exports: NamedDependency[Exports],
) -> Response[Any]:
    """Take the matches of a league away in the portable notation.

    The text of openapi/notation.md, for importMatches: the matches of its matchups, but only
    those that this device is in itself. Of the others members of the league may know who won and
    the scores, not the hands. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)

    async def streamed() -> Stream:
        matches = exports.league_matches(caller.device_id, season, NOTATION)
        headers = {"Content-Disposition": league_exports.disposition(season, "pitch.txt")}
        return Stream(matches, media_type="text/plain", headers=headers)

    # Which of its matches the device is in, and what they are, a stamp of all of them tells.
    stamp = await exports.stamp(caller.device_id)
    tag = etags.for_parts(league_source(season).state, stamp)
    return await etags.respond_unless_current(request, tag, streamed)


@operation(
    "GET",
    f"{LEAGUE}/picture",
    "getLeaguePicture",
    tag="Standings",
    answer=str,
    media_type="image/svg+xml",
    problems=("league_not_found", "standings_busy"),
    takes_slot=True,
    **TAGGED,
)
async def get_league_picture(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    league_threads: NamedDependency[LeagueThreads],
    renditions: NamedDependency[Renditions],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[Any]:
    """Draw the table of a league over its nights.

    A drawing in SVG, as wide as a phone and sharp at any size: a line for every team or player,
    through its rank after each night; in a league of up to four through its score. Its title and
    description say in words what it shows. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)
    rendition = pictures.rendition(league_source(season), theme)
    draw = partial(league_threads.run, season.state.league_id, league_pictures.svg, season, theme)
    return await downloads.answer(request, renditions, rendition, draw)


@operation(
    "GET",
    f"{LEAGUE}/statistics",
    "getLeagueStatistics",
    tag="Standings",
    answer=LeagueStatistics,
    problems=("league_not_found", "standings_busy"),
    takes_slot=True,
)
async def get_league_statistics(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    player_tallies: NamedDependency[PlayerTallies],
    league_threads: NamedDependency[LeagueThreads],
) -> LeagueStatistics:
    """Show what the matches of a league add up to.

    For every team, every player and every two who were partners, over the matches of its matchups
    that are kept hand by hand, by night, round and table: bids with how often they were made,
    points as pitcher and defender, steals, slams, the longest streak, and a rating with its
    uncertainty, which starts afresh with the league. Players are told apart by name: whoever is on
    the sheet but not in the team counts under the name there, for the team in whose place they
    sat. Only `met`, the head to head, also counts results that were entered without hands, and
    forfeits. Matches that were deleted are not in it. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)
    seats = await player_tallies.seats(season.state.linked_matches)
    return await league_threads.run(season.state.league_id, statistics.page, season, seats)


async def _written(
    request: Request[Any, Any, Any],
    renditions: Renditions,
    league_threads: LeagueThreads,
    season: LeagueSeason,
    renderer: LeagueRenderer,
) -> Response[Any]:
    # A big league is set in seconds on paper; others go on meanwhile.
    write = partial(league_threads.run, season.state.league_id, renderer.write, season)
    return await downloads.answer(
        request, renditions, league_exports.rendition(season, renderer), write
    )
