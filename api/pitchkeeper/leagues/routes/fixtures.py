"""Fixtures: what came of them, match by match or in one line, and their next matches."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, WRITE_PROBLEMS
from pitchkeeper.leagues.routes.nights import tagged
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.state import Report
from pitchkeeper.matches import views
from pitchkeeper.matches.routes import matches
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation

FIXTURE = f"{LEAGUE}/fixtures/{{fixture:int}}"
LINK_PROBLEMS = ("match_not_found", "not_its_match", "match_linked")


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
    season = await fixtures.season(caller.device_id, league_id)
    return tagged(season, presenters.fixture(season, fixture))


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
    asked, seen = await bodies.read(request, Report), etags.precondition(request)
    season = await fixtures.report(command, league_id, fixture, asked, seen)
    return tagged(season, presenters.fixture(season, fixture))


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
    return tagged(season, presenters.fixture(season, fixture))


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
    asked = await bodies.read(request, Report)
    foreseen = await fixtures.foresee(caller.device_id, league_id, fixture, asked)
    return presenters.preview(foreseen)


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
    opened = await next_matches.open(command, league_id, fixture)
    # From now on a match like all others, so its address is not under the league.
    return matches.new_match_response(opened, command.device_id)
