"""Calendars and messages: what people take from a league into other programs."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.types import LAST_NUMBER
from pitchkeeper.access.devices import Device
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season import briefs, calendars
from pitchkeeper.leagues.season.briefs import About
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.messages import languages
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.workers.league_threads import LeagueThreads

OfEntrant = Annotated[
    int | None,
    query(
        "Limits the calendar to nights and matchups of the team or player with this number.",
        1,
        name="entrant",
        component="OfEntrant",
        ge=1,
        le=LAST_NUMBER,
    ),
]
AboutWhat = Annotated[
    About,
    query("The subject of the message.", "tonight", name="about", component="AboutWhat"),
]


@operation(
    "GET",
    f"{LEAGUE}/calendar.ics",
    tag="Leagues",
    answer=str,
    media_type=calendars.MEDIA_TYPE,
    headers=("If-None-Match",),
    answer_headers=("ETag",),
    max_length=2**20,
)
async def get_league_calendar(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    entrant: OfEntrant = None,
) -> Response[Any]:
    """Get the calendar of a league.

    The iCalendar file has an event for each night with a date: when and where, who meets whom as
    soon as it is planned, and whether it was called off. Times are in UTC, from `startsAt` and
    `timeZone` of the charter; without them an event takes the whole day. To subscribe to it, use
    getScoreboardCalendar. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    tag = etags.for_parts(league_id, season.state.version, (languages.current(), str(entrant)))

    async def respond() -> Response[bytes]:
        return Response(calendars.write(season, entrant), media_type=calendars.MEDIA_TYPE)

    return await etags.respond_unless_current(request, tag, respond)


@operation(
    "GET",
    f"{LEAGUE}/message.txt",
    tag="Leagues",
    answer=str,
    media_type="text/plain",
    problems=("standings_busy",),
)
async def get_league_message(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    league_threads: NamedDependency[LeagueThreads],
    about: AboutWhat = About.TONIGHT,
) -> str:
    """Get a message to paste.

    The text is plain, of at most 900 characters, in the language of the request: how to sign up,
    who meets whom tonight, the results of the last night, or the standings, which say who is sure
    of the final or out of it. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    return await league_threads.run(league_id, briefs.write, season, about)
