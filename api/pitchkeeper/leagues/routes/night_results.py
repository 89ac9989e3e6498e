"""Results of a night from paper: record and preview several at once."""

from typing import Any, Final
from uuid import UUID

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.shapes import NO_UPGRADES
from pitchkeeper.access.devices import Device
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.routes.doors import NIGHT
from pitchkeeper.leagues.routes.leagues import WRITE_PROBLEMS
from pitchkeeper.leagues.routes.nights import LINK_PROBLEMS
from pitchkeeper.leagues.season.night_results import (
    NewNightResults,
    NightResults,
    NightResultsService,
)
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import Versioned

_RESULTS: Final = f"{NIGHT}/results"
_LIMIT: Final = 256 * 1024
_MOST_VALUES: Final = _LIMIT // 16
"""As dense as any other body may be."""


@operation(
    "PUT",
    _RESULTS,
    tag="Nights",
    body=NewNightResults,
    body_limit=_LIMIT,
    problems=(*WRITE_PROBLEMS, "no_such_night", "no_such_fixture", *LINK_PROBLEMS),
    links=("getNight", "getStandings"),
)
async def record_results(
    request: Request[Any, Any, Any],
    night: FromPath[int],
    edit: NamedDependency[LeagueEdit],
    night_results: NamedDependency[NightResultsService],
) -> Versioned[NightResults]:
    """Record the results of a night.

    Each result is entered as by recordResult, all in one change of the league, and each has its own
    outcome, as in sendCommands: a refused one does not stop the others. With `isAtomic` all are
    entered or none, and the response is the first refusal. A result that was entered before is
    `repeated`, and one of another device is overwritten only with a `seenVersion` that contains it.
    `moves` lists every team or player that all of them together move in the standings. A retry
    changes nothing.
    """
    body = await bodies.read(request, NewNightResults, NO_UPGRADES, _MOST_VALUES)
    results = await night_results.record(edit, night, body, request.url.path)
    return etags.respond(results, results.version)


@operation(
    "POST",
    f"{_RESULTS}/preview",
    tag="Nights",
    body=NewNightResults,
    body_limit=_LIMIT,
    problems=(
        *("no_such_night", "no_such_fixture", "not_allowed", "stale_league"),
        *("precondition_required", *LINK_PROBLEMS),
    ),
)
async def preview_night_results(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    night: FromPath[int],
    caller: NamedDependency[Device],
    night_results: NamedDependency[NightResultsService],
) -> NightResults:
    """Preview the results of a night.

    The response is what recordResults would answer: the outcome of each result, the findings of the
    night, and who moves in the standings. Nothing is saved. Safe to repeat.
    """
    body = await bodies.read(request, NewNightResults, NO_UPGRADES, _MOST_VALUES)
    return await night_results.preview(caller.device_id, league_id, night, body, request.url.path)
