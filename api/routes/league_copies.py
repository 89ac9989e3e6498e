"""League copies: what leaves of a league as files, pictures and numbers."""

import asyncio
from typing import Annotated, Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream

from api import (
    league_copy_examples,
    league_exports,
    league_pictures,
    league_statistics,
    pictures,
)
from api.colours import Theme
from api.copykeeping import Copykeeping
from api.fixturekeeping import Fixturekeeping
from api.kept import Device
from api.league_exports import WRITTEN, LeagueFormat, LeagueTable
from api.operations import Content, operation
from api.reckonings import Reckonings
from api.routes.leagues import LEAGUE
from api.seasons import Season
from api.tallykeeping import Tallykeeping

ThemeParameter = Annotated[Theme, QueryParameter(name="theme")]
_LONGEST = 2**22


@operation(
    "GET",
    f"{LEAGUE}/export",
    "exportLeague",
    tag="Export and import",
    answer=league_exports.LeagueCopy,
    example=league_copy_examples.COPY,
    also_answers=(
        Content("text/csv", str, league_copy_examples.CSV, longest=_LONGEST),
        Content("text/html", str, league_copy_examples.HTML, longest=_LONGEST),
        Content("application/pdf", bytes, league_copy_examples.PDF, longest=_LONGEST),
        Content("text/plain", str, league_copy_examples.NOTATION, longest=_LONGEST),
    ),
    is_endless=True,
    query=("format", "table"),
    answer_headers=("Content-Disposition",),
    problems=("league_not_found",),
)
async def export_league(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixturekeeping: NamedDependency[Fixturekeeping],
    reckonings: NamedDependency[Reckonings],
    copykeeping: NamedDependency[Copykeeping],
    format: FromQuery[LeagueFormat] = LeagueFormat.JSON,  # noqa: A002
    table: FromQuery[LeagueTable] = LeagueTable.STANDINGS,
) -> Response[bytes] | Stream:
    """Take a league away as a file.

    `json` has the schema of this answer: what was agreed, entrants, fixtures with their results,
    standings, fees and prizes, and nothing about devices. `csv` is one `table` of it for
    spreadsheets, with money in minor units: the standings, the results with a row for each
    fixture, or the accounts with a row for each entrant. `html` and `pdf` are to be printed:
    standings with what decided them, the results of every night, fees, prizes and the clauses of
    the league. `notation` is the matches of its fixtures in the portable text of
    openapi/notation.md, but only those that this device is in itself: of the others members of
    the league may know who won and the scores, not the hands. Safe to repeat.
    """
    season = await fixturekeeping.season(caller.device_id, league_id)
    if format is LeagueFormat.NOTATION:
        copies = league_exports.copies(copykeeping, caller.device_id, season)
        headers = {"Content-Disposition": league_exports.disposition(season, "pitch.txt")}
        return Stream(league_exports.notation(copies), media_type="text/plain", headers=headers)
    return await _written(reckonings, season, format, table)


@operation(
    "GET",
    f"{LEAGUE}/picture",
    "getLeaguePicture",
    tag="Standings",
    answer=str,
    media_type="image/svg+xml",
    example=league_copy_examples.PICTURE,
    query=("theme",),
    problems=("league_not_found",),
)
async def get_league_picture(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixturekeeping: NamedDependency[Fixturekeeping],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[bytes]:
    """Draw the table of a league over its nights.

    A drawing in SVG, as wide as a phone and sharp at any size: a line for every entrant, through
    its rank after each night; in a league of up to four through its score. Its title and
    description say in words what it shows. Safe to repeat.
    """
    season = await fixturekeeping.season(caller.device_id, league_id)
    drawn = await asyncio.to_thread(league_pictures.drawn, season, theme)
    headers = {"Content-Security-Policy": pictures.POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@operation(
    "GET",
    f"{LEAGUE}/statistics",
    "getLeagueStatistics",
    tag="Standings",
    answer=league_statistics.LeagueStatistics,
    example=league_copy_examples.STATISTICS,
    problems=("league_not_found",),
)
async def get_league_statistics(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixturekeeping: NamedDependency[Fixturekeeping],
    tallykeeping: NamedDependency[Tallykeeping],
) -> league_statistics.LeagueStatistics:
    """Show what the matches of a league add up to.

    For every entrant, every player of one and every two who were partners, over the matches of
    its fixtures that are kept hand by hand, in the order of nights and fixtures: bids with how
    often they were made, points as pitcher and defender, steals, slams, the longest streak, and a
    rating with its uncertainty, for which all begin unknown with the league. Players are told by
    their names: who is on the sheet but not in the entrant counts under the name there, for the
    entrant in whose place they sat. Only `met`, the head to head of entrants, counts results that
    were entered alone as well, and forfeits. Matches that were deleted are not in it. Safe to
    repeat.
    """
    season = await fixturekeeping.season(caller.device_id, league_id)
    seats = await tallykeeping.seats(season.book.linked)
    return await asyncio.to_thread(league_statistics.page, season, seats)


async def _written(
    reckonings: Reckonings, season: Season, shape: LeagueFormat, table: LeagueTable
) -> Response[Any]:
    written = WRITTEN[shape]
    # A big league is set in seconds on paper; others go on meanwhile.
    content = await reckonings.make(season.book.league_id, written.write, season, table)
    one = table if written.has_one_table else None
    name = league_exports.disposition(season, written.extension, one)
    policy = {"Content-Security-Policy": written.policy} if written.policy else {}
    headers = {"Content-Disposition": name} | policy
    return Response(content, media_type=written.media_type, headers=headers)
