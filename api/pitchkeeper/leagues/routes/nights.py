"""Nights: the schedule of a league, the results of its fixtures, and their next matches."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, WRITE_PROBLEMS
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import Report
from pitchkeeper.matches import views
from pitchkeeper.matches.routes import matches
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation

SCHEDULE = f"{LEAGUE}/schedule"
FIXTURE = f"{LEAGUE}/fixtures/{{fixture:int}}"
PLAN_PROBLEMS = ("night_played", "no_schedule", "winner_needed")
LINK_PROBLEMS = ("match_not_found", "not_its_match", "match_linked")


def respond(season: LeagueSeason, view: object, *, status: int = 200) -> Response[Any]:
    """Return the response with a view of a season, with the league's version as the entity tag."""
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
    body, seen = await bodies.read(request, season_views.NewPlan), etags.precondition(request)
    season = await fixtures.plan(command, league_id, body.from_night, seen)
    return respond(season, presenters.schedule(season))


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
    body = await bodies.read(request, season_views.NewPlan)
    season = await fixtures.preview_plan(caller.device_id, league_id, body.from_night)
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
    season = await fixtures.read_season(caller.device_id, league_id)
    return respond(season, presenters.schedule(season))


@operation(
    "GET",
    FIXTURE,
    "getFixture",
    tag="Nights",
    answer=season_views.FixtureResult,
    answer_headers=("ETag",),
    problems=("league_not_found", "no_such_fixture"),
    links=("recordResult", "previewResult", "openFixtureMatch"),
)
async def get_fixture(
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
) -> Response[season_views.FixtureResult]:
    """Show a matchup.

    With its result as it is now: matches that are kept hand by hand say their own winners and
    scores, also when a hand is corrected later. Safe to repeat.
    """
    season = await fixtures.read_season(caller.device_id, league_id)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "PUT",
    f"{FIXTURE}/result",
    "recordResult",
    tag="Nights",
    body=Report,
    answer=season_views.FixtureResult,
    headers=("If-Match", "If-None-Match"),
    answer_headers=("ETag",),
    problems=(*WRITE_PROBLEMS, "no_such_fixture", *LINK_PROBLEMS),
    links=(
        "getFixture",
        "clearResult",
        "getStandings",
    ),
)
async def record_result(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    command: NamedDependency[Command],
    fixtures: NamedDependency[Fixtures],
) -> Response[season_views.FixtureResult]:
    """Enter or correct a result.

    Match by match, by the ids of matches that are kept hand by hand, or just the wins; a forfeit by
    one side or both, substitutes, and whether closing time ended what is not finished. A result
    that cannot be is kept, flagged and not counted; so are points that no scores of the matches
    could add up to under the rules. Standings, chances, fees and prizes follow. Writing over
    another result needs `If-Match`; a retry changes nothing.
    """
    report, seen = await bodies.read(request, Report), etags.precondition(request)
    season = await fixtures.report(command, league_id, fixture, report, seen)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "DELETE",
    f"{FIXTURE}/result",
    "clearResult",
    tag="Nights",
    answer=season_views.FixtureResult,
    headers=("If-Match",),
    answer_headers=("ETag",),
    problems=(*WRITE_PROBLEMS, "no_such_fixture"),
)
async def clear_result(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    command: NamedDependency[Command],
    fixtures: NamedDependency[Fixtures],
) -> Response[season_views.FixtureResult]:
    """Take a result back.

    The journal keeps it, and matches that it names stay as they are. `If-Match` says which result
    was seen. A retry changes nothing.
    """
    season = await fixtures.clear(command, league_id, fixture, etags.precondition(request))
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "POST",
    f"{FIXTURE}/result/preview",
    "previewResult",
    tag="Nights",
    body=Report,
    answer=season_views.ResultPreview,
    problems=("league_not_found", "no_such_fixture", *LINK_PROBLEMS),
)
async def preview_result(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
) -> season_views.ResultPreview:
    """Show what a result would change.

    What it comes to, what is wrong with it, and who would move in the standings. Nothing is
    saved. Safe to repeat.
    """
    report = await bodies.read(request, Report)
    preview = await fixtures.preview_report(caller.device_id, league_id, fixture, report)
    return presenters.preview(preview)


@operation(
    "POST",
    f"{FIXTURE}/matches",
    "openFixtureMatch",
    tag="Nights",
    status=201,
    answer=views.Match,
    answer_headers=("ETag", "Location"),
    problems=(
        *CHANGE_PROBLEMS,
        "no_such_fixture",
        "fixture_complete",
        "match_going_on",
        "removed_by_owner",
        "too_many_matches",
        "match_not_found",
        "match_full",
        "match_busy",
    ),
    links=("getMatch", "recordHand"),
)
async def open_fixture_match(
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    command: NamedDependency[Command],
    next_matches: NamedDependency[NextMatches],
) -> Response[views.Match]:
    """Open the next match of a matchup.

    By the rules of the league, with everybody in the right seat and the deal going round. The
    devices of its players are in it from the start, each at its seat, and keep the score. Its
    winner and scores count for the matchup as they are entered, hand by hand. A retry is safe
    with an Idempotency-Key.

    A matchup's matches are played one after another, so while the last one that was opened here is
    being played, that one is the answer, and the device becomes a scorer of it without an invite:
    of all phones at a table that ask at once, one opens the match and the others join it. A match
    that was linked by `recordResult` lets in only its members, and a device that the owner of the
    match removed needs an invite. A match that was deleted before anybody had won it keeps no
    place: the next one is opened instead of it. If it is restored before that, it belongs to the
    matchup again; if later, it is a match of its own, and the report of the matchup no longer names
    it.
    """
    match = await next_matches.open(command, league_id, fixture)
    # A match like any other from now on, so its address is not under the league.
    return matches.new_match_response(match, command.device_id)
