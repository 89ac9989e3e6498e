"""Brackets: draw a knock-out, and see how far it has come."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.routes.nights import respond
from pitchkeeper.leagues.season import brackets
from pitchkeeper.leagues.season.bracket_views import BracketSheet
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import Versioned

BRACKET = f"{LEAGUE}/bracket"
DRAW_PROBLEMS = ("no_knock_out", "no_schedule", "places_tied", "bracket_begun")


@operation(
    "POST",
    BRACKET,
    tag="Nights",
    problems=(*CHANGE_PROBLEMS, "stale_league", *DRAW_PROBLEMS),
    links=("getBracket",),
)
async def draw_bracket(
    conditional_edit: NamedDependency[LeagueEdit], league_seasons: NamedDependency[LeagueSeasons]
) -> Versioned[BracketSheet]:
    """Draw a knock-out.

    The best of the season are seeded, or everybody in a league that is a knock-out, by rank or by
    lot; a tie for the last place has to be decided before. Byes go to the best seeds, and the first
    two seeds can only meet in the final. From then on each matchup follows from the results before
    it. After the first result the draw stays: drawing again only gives latecomers the places of
    byes whose next matchup has not begun. Only the owner and organizers may draw; a retry changes
    nothing.
    """
    season = await brackets.draw(conditional_edit, league_seasons)
    return respond(season, brackets.sheet(season))


@operation("POST", f"{BRACKET}/preview", tag="Nights", problems=DRAW_PROBLEMS)
async def preview_bracket(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> BracketSheet:
    """Preview the draw of a knock-out.

    The response is the knock-out as drawBracket would make it. Nothing is saved. Safe to repeat.
    """
    return brackets.sheet(await brackets.preview_draw(league_seasons, caller.device_id, league_id))


@operation("GET", BRACKET, tag="Nights", problems=("no_knock_out",), links=("drawBracket",))
async def get_bracket(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[BracketSheet]:
    """Get the knock-out of a league.

    Each round has its matchups, also those whose sides are not known yet, with the matchups that
    they wait for and those that follow. `places` has the places in which each team or player can
    still finish. A matchup with a result keeps its sides; a correction changes only matchups
    without one. Safe to repeat.
    """
    season = await brackets.read(league_seasons, caller.device_id, league_id)
    return respond(season, brackets.sheet(season))
