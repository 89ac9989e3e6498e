"""Results: report the result of a matchup, confirm it, dispute it, and settle two results."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.records import Report
from pitchkeeper.leagues.routes.leagues import WRITE_PROBLEMS
from pitchkeeper.leagues.routes.nights import FIXTURE, LINK_PROBLEMS, respond
from pitchkeeper.leagues.season import disputes, presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.disputes import NewResultDispute, ResultSettling
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned


@operation(
    "PUT",
    f"{FIXTURE}/result",
    tag="Nights",
    problems=(*WRITE_PROBLEMS, "no_such_fixture", *LINK_PROBLEMS),
    links=("getFixture", "clearResult", "getStandings"),
)
async def record_result(
    fixture: FromPath[int],
    report: FromBody[Report],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Record a result.

    A result is entered match by match, with the ids of matches that are scored hand by hand, or by
    the number of wins; it may have a forfeit by one side or both, substitutes, and whether closing
    time ended unfinished matches. An impossible result is saved and flagged but not counted; so are
    points that no scores of the matches could add up to under the rules. Standings, chances, fees
    and prizes follow. Overwriting another result needs `If-Match`; a retry changes nothing.

    With the policy `both_sides` or `owner` of the format a device that plays in the matchup reports
    for its side. That overwrites nothing but an earlier report of its side, so it needs no
    `If-Match` if there is none. A result that both sides report is agreed. Two different results
    count for nothing until one side confirms the other (confirmResult) or the owner or an organizer
    settles it (resolveResultDispute). A result that the owner or an organizer records counts
    whatever sides report, and nobody else changes it; but with `both_sides` those of them who play
    in the matchup report for a side like anyone else. If the matches were kept hand by hand and
    decided the matchup, that is the agreed result, and a report that differs gets the finding
    `differs_from_hands`.
    """
    season = await league_seasons.report(conditional_edit, fixture, report)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "DELETE", f"{FIXTURE}/result", tag="Nights", problems=(*WRITE_PROBLEMS, "no_such_fixture")
)
async def clear_result(
    fixture: FromPath[int],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Delete a result.

    The journal keeps the result, and the matches that it links to stay as they are. `If-Match`
    names the version with the result. A retry changes nothing. Where one report is not enough, a
    side deletes its own report, a scorer of neither side what was entered for neither, and the
    owner or an organizer all of them.
    """
    season = await league_seasons.clear(conditional_edit, fixture)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "POST",
    f"{FIXTURE}/result/preview",
    tag="Nights",
    problems=("not_allowed", "no_such_fixture", *LINK_PROBLEMS),
)
async def preview_result(
    league_id: FromPath[UUID],
    fixture: FromPath[int],
    report: FromBody[Report],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> season_views.ResultPreview:
    """Preview a result.

    The response has the judgment of the result, its findings, and the changes of the standings.
    Nothing is saved. Safe to repeat.
    """
    return await league_seasons.preview_report(caller.device_id, league_id, fixture, report)


@operation(
    "POST",
    f"{FIXTURE}/result/confirmations",
    tag="Nights",
    problems=(
        *WRITE_PROBLEMS,
        "no_such_fixture",
        "one_is_enough",
        "no_side",
        "nothing_reported",
        "two_results",
    ),
    links=("getFixture", "getStandings"),
)
async def confirm_result(
    fixture: FromPath[int],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Confirm a result.

    A side reports the same as the other side, or as a scorer of neither side entered; with the
    policy `owner` the owner or an organizer confirms the result that counts. It also ends a
    disagreement, if a side accepts the report of the other. `If-Match` must name a version since
    which the confirmed report has not changed. Confirming twice changes nothing, so a retry is
    safe.
    """
    season = await disputes.confirm(conditional_edit, league_seasons, fixture)
    return respond(season, presenters.fixture(season, fixture))


@operation(
    "POST",
    f"{FIXTURE}/result/disputes",
    tag="Nights",
    status=201,
    problems=(
        *WRITE_PROBLEMS,
        "no_such_fixture",
        "one_is_enough",
        "no_side",
        "nothing_reported",
        *LINK_PROBLEMS,
    ),
    links=("getFixture", "resolveResultDispute"),
)
async def dispute_result(
    fixture: FromPath[int],
    dispute: FromBody[NewResultDispute],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Dispute a result.

    A side says why the reported result is wrong, and what it was by its own account, if it knows.
    Then neither counts until one side confirms the other or the owner or an organizer settles it.
    To report another result without a reason, use recordResult. `If-Match` is needed only if the
    side has reported before. A retry changes nothing.
    """
    season = await disputes.dispute(conditional_edit, league_seasons, fixture, dispute)
    return respond(season, presenters.fixture(season, fixture), status=201)


@operation(
    "POST",
    f"{FIXTURE}/result/disputes/resolution",
    tag="Nights",
    problems=(
        *WRITE_PROBLEMS,
        "no_such_fixture",
        "no_side",
        "not_contradicted",
        "settlement_incomplete",
        *LINK_PROBLEMS,
    ),
    links=("getFixture", "getStandings"),
)
async def resolve_result_dispute(
    fixture: FromPath[int],
    settling: FromBody[ResultSettling],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.FixtureResult]:
    """Settle two results.

    The owner or an organizer chooses the report of the `first` side, of the `second`, or neither
    (`entered`, with the result that counts). With `withdrawn` a side accepts the report of the
    other. All reports stay readable in `reports` of the matchup. `If-Match` must name a version
    since which the reports have not changed. A retry changes nothing.
    """
    season = await disputes.resolve(conditional_edit, league_seasons, fixture, settling)
    return respond(season, presenters.fixture(season, fixture))
