"""Nights: the schedule of a league, planned from a night on."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation

SCHEDULE = f"{LEAGUE}/schedule"
PLAN_PROBLEMS = ("night_played", "no_schedule", "winner_needed")


def tagged(season: LeagueSeason, view: object, *, status: int = 200) -> Response[Any]:
    """Something of a league, with its version as the entity tag."""
    return etags.respond(view, season.state.version, status=status)


@operation(
    "POST",
    SCHEDULE,
    "planSchedule",
    tag="Nights",
    body=season_views.NewPlan,
    answer=season_views.Schedule,
    headers=("If-Match",),
    answer_headers=("ETag",),
    problems=(*CHANGE_PROBLEMS, "stale_league", *PLAN_PROBLEMS),
    links=(
        "getSchedule",
        "getFixture",
        "previewResult",
        "recordResult",
        "openFixtureMatch",
        "getStandings",
    ),
)
async def plan_schedule(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    fixtures: NamedDependency[Fixtures],
) -> Response[season_views.Schedule]:
    """Plan the nights.

    From a night on, for whoever takes part in each; what was played stays. Nobody meets the same
    opponents twice in a night, and over the season as seldom as can be: `plan` counts it. The
    same seed makes the same schedule. A separate final is planned from the standings. Findings of a
    night say `night_outdated`, and why, where planning again would give other matchups: the places
    before a final changed or are not certain, somebody left, or somebody new has no matchup. Only
    the owner may.

    A progressive night goes on round by round: without `fromNight`, the round after the last that
    has begun follows from its results as they are now, even if it was planned before. A round
    begins with the first result or match of one of its tables and then stays whole, for nobody who
    sits at a table can be seated elsewhere. Findings of a night say `slot_outdated` where planning
    again would seat others, `slot_stands` where a correction came too late for that, and
    `night_too_soon` where results of a later night keep an earlier one from going on.
    """
    asked, seen = await bodies.read(request, season_views.NewPlan), etags.precondition(request)
    season = await fixtures.plan(command, league_id, asked.from_night, seen)
    return tagged(season, presenters.schedule(season))


@operation(
    "POST",
    f"{SCHEDULE}/preview",
    "previewSchedule",
    tag="Nights",
    body=season_views.NewPlan,
    answer=season_views.Schedule,
    problems=("league_not_found", *PLAN_PROBLEMS),
)
async def preview_schedule(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
) -> season_views.Schedule:
    """Show what planning would make.

    Nothing is saved. Safe to repeat.
    """
    asked = await bodies.read(request, season_views.NewPlan)
    season = await fixtures.foresee_plan(caller.device_id, league_id, asked.from_night)
    return presenters.schedule(season)


@operation(
    "GET",
    SCHEDULE,
    "getSchedule",
    tag="Nights",
    answer=season_views.Schedule,
    answer_headers=("ETag",),
    problems=("league_not_found",),
    links=(
        "getFixture",
        "recordResult",
        "openFixtureMatch",
    ),
)
async def get_schedule(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
) -> Response[season_views.Schedule]:
    """Show all nights.

    Every matchup with its table, who deals first, what was reported and what that comes to; who
    sits out; and what is odd about a night. Safe to repeat.
    """
    season = await fixtures.season(caller.device_id, league_id)
    return tagged(season, presenters.schedule(season))
