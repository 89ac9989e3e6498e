"""Nights: the schedule of a league, the results of its fixtures, and their next matches."""

from typing import Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches import views
from pitchkeeper.matches.routes import matches
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned

SCHEDULE = f"{LEAGUE}/schedule"
FIXTURE = f"{LEAGUE}/fixtures/{{fixture:int}}"
PLAN_PROBLEMS = (
    "night_played",
    "no_schedule",
    "winner_needed",
    "bracket_begun",
    "places_tied",
)
LINK_PROBLEMS = ("match_not_found", "not_its_match", "match_linked")


def respond(season: LeagueSeason, view: object, *, status: int = 200) -> Response[Any]:
    """Return the response with a view of a season, with the league's version as the entity tag."""
    return etags.respond(view, season.state.version, status=status)


@operation(
    "POST",
    SCHEDULE,
    tag="Nights",
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
    plan: FromBody[season_views.NewPlan],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Schedule]:
    """Plan the schedule.

    Nights are planned from one night on, for the teams or players that take part in each; earlier
    results stay. Nobody meets the same opponents twice in a night, and over the season as seldom as
    possible: `plan` counts it. The same seed makes the same schedule. A separate final is planned
    from the standings. A night has the finding `night_outdated`, with the reason, if planning again
    would give other matchups: the places before a final changed or are not certain, somebody left,
    or somebody new has no matchup. Only the owner and organizers may plan.

    A progressive night is planned round by round: without `fromNight`, the round after the last
    that has begun follows from its current results, even if it was planned before. A round begins
    with the first result or match of one of its tables and then stays as it is, because nobody who
    sits at a table can be seated elsewhere. A league by scores (`swiss`) is planned round by round
    too, once all results before a round are complete: of all pairings it is the one with the fewest
    that repeat, then with the nearest scores, then with the nearest ranks. A knock-out is drawn, as
    by drawBracket; before it, teams of different `groups` never meet. A night has the finding
    `slot_outdated` if planning again would seat others, `slot_stands` if a correction came too late
    for that, and `night_too_soon` if results of a later night keep an earlier one from going on.
    """
    season = await league_seasons.plan(conditional_edit, plan.from_night)
    return respond(season, presenters.schedule(season))


@operation("POST", f"{SCHEDULE}/preview", tag="Nights", problems=PLAN_PROBLEMS)
async def preview_schedule(
    league_id: FromPath[UUID],
    plan: FromBody[season_views.NewPlan],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> season_views.Schedule:
    """Preview the schedule.

    The response is the schedule that planSchedule would make. Nothing is saved. Safe to repeat.
    """
    season = await league_seasons.preview_plan(caller.device_id, league_id, plan.from_night)
    return presenters.schedule(season)


@operation("GET", SCHEDULE, tag="Nights", links=("getFixture", "recordResult", "openFixtureMatch"))
async def get_schedule(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Schedule]:
    """Get the schedule.

    The schedule has every night with its matchups, their tables, first dealers and results, the
    byes, and the findings. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    return respond(season, presenters.schedule(season))


@operation(
    "GET",
    FIXTURE,
    tag="Nights",
    problems=("no_such_fixture",),
    links=("recordResult", "previewResult", "confirmResult", "disputeResult", "openFixtureMatch"),
)
async def get_fixture(
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Get a matchup.

    The result is the current one: linked matches give their own winners and scores, even if a hand
    is corrected later. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "POST",
    f"{FIXTURE}/matches",
    tag="Nights",
    status=201,
    answer_headers=("Location",),
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
    fixture: FromPath[int],
    edit: NamedDependency[LeagueEdit],
    next_matches: NamedDependency[NextMatches],
) -> Versioned[views.Match]:
    """Open the next match of a matchup.

    The match has the rules of the league, everybody in the right seat, and the next first dealer.
    The devices of its players are members from the start, each at its seat, and keep the score. Its
    winner and scores count for the matchup as they are entered, hand by hand. A retry is safe with
    an Idempotency-Key.

    The matches of a matchup are played one after another. While the last one that was opened here
    is being played, the response is that match, and the device becomes a scorer of it without an
    invite: of all phones at a table that ask at once, one opens the match and the others join it. A
    match that was linked by `recordResult` admits only its members, and a device that the owner of
    the match removed needs an invite. A match that was deleted before it was won keeps no place:
    the next match replaces it. If it is restored before that, it belongs to the matchup again; if
    later, it is a match of its own, and the report of the matchup no longer names it.
    """
    match = await next_matches.open(edit, fixture)
    # A match like any other from now on, so its address is not under the league.
    return matches.new_match_response(match, edit.device_id)
