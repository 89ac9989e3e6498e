"""Deletion: matches and leagues thrown away by their owner, and brought back."""

from typing import Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.access.devices import Command
from api.http.operations import operation
from api.leagues import views as league_views
from api.leagues.routes import leagues
from api.matches import views
from api.matches.routes import matches
from api.trash import Trash


@operation(
    "DELETE",
    "/v1/matches/{match_id:uuid}",
    "deleteMatch",
    tag="Matches",
    status=204,
    problems=matches.CHANGE_PROBLEMS,
)
async def delete_match(
    match_id: FromPath[UUID], command: NamedDependency[Command], trash: NamedDependency[Trash]
) -> None:
    """Delete a match.

    For everybody in it: it is in no list, whoever asks for it is told that there is no such match,
    and live streams of it end. A league goes on counting it. Only the owner may, and can bring it
    back for 30 days (restoreMatch); then it is removed for good, but for who won and the scores.
    Deleting it twice changes nothing, so a retry is safe.
    """
    await trash.delete_match(command, match_id)


@operation(
    "POST",
    "/v1/matches/{match_id:uuid}/restoration",
    "restoreMatch",
    tag="Matches",
    answer=views.Match,
    answer_headers=("ETag",),
    problems=matches.CHANGE_PROBLEMS,
    links=("getMatch",),
)
async def restore_match(
    match_id: FromPath[UUID], command: NamedDependency[Command], trash: NamedDependency[Trash]
) -> Response[Any]:
    """Bring a deleted match back.

    As it was, for everybody who was in it, within 30 days. Only the owner may. Bringing it back
    twice changes nothing, so a retry is safe.
    """
    return matches.shown(await trash.restore_match(command, match_id))


@operation(
    "DELETE",
    leagues.LEAGUE,
    "deleteLeague",
    tag="Leagues",
    status=204,
    problems=leagues.CHANGE_PROBLEMS,
)
async def delete_league(
    league_id: FromPath[UUID], command: NamedDependency[Command], trash: NamedDependency[Trash]
) -> None:
    """Delete a league.

    For everybody in it; its matches stay with those who are in them. Only the owner may, and can
    bring it back for 30 days (restoreLeague); then it is removed for good. Deleting it twice
    changes nothing, so a retry is safe.
    """
    await trash.delete_league(command, league_id)


@operation(
    "POST",
    f"{leagues.LEAGUE}/restoration",
    "restoreLeague",
    tag="Leagues",
    answer=league_views.League,
    answer_headers=("ETag",),
    problems=leagues.CHANGE_PROBLEMS,
)
async def restore_league(
    league_id: FromPath[UUID], command: NamedDependency[Command], trash: NamedDependency[Trash]
) -> Response[Any]:
    """Bring a deleted league back.

    As it was, for everybody who was in it, within 30 days. Only the owner may. Bringing it back
    twice changes nothing, so a retry is safe.
    """
    return leagues.shown(await trash.restore_league(command, league_id))
