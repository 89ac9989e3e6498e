"""Deletion: matches and leagues thrown away and brought back, and devices erased."""

from typing import Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.http.operations import operation
from pitchkeeper.leagues import views as league_views
from pitchkeeper.leagues.changes import LeagueRevision
from pitchkeeper.leagues.routes import leagues
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches import views
from pitchkeeper.matches.changes import MatchRevision
from pitchkeeper.matches.routes import matches
from pitchkeeper.matches.state import MatchState
from pitchkeeper.removal.erasure import Erasures
from pitchkeeper.removal.trash import Trash


@operation(
    "DELETE",
    "/v1/matches/{match_id:uuid}",
    "deleteMatch",
    tag="Matches",
    status=204,
    problems=matches.CHANGE_PROBLEMS,
    links=("restoreMatch",),
)
async def delete_match(
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    trash: NamedDependency[Trash[MatchState, MatchRevision]],
) -> None:
    """Delete a match.

    For everybody in it: it is in no list, whoever asks for it is told that there is no such match,
    and live streams of it end. A league goes on counting it. Only the owner may, and can bring it
    back for 30 days (restoreMatch); then it is removed for good, except who won and the scores.
    Deleting it twice changes nothing, so a retry is safe.
    """
    await trash.delete(command, match_id)


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
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    trash: NamedDependency[Trash[MatchState, MatchRevision]],
) -> Response[Any]:
    """Bring a deleted match back.

    As it was, for everybody who was in it, within 30 days. Only the owner may. Bringing it back
    twice changes nothing, so a retry is safe.
    """
    return matches.shown(await trash.restore(command, match_id), command.device_id)


@operation(
    "DELETE",
    leagues.LEAGUE,
    "deleteLeague",
    tag="Leagues",
    status=204,
    problems=leagues.CHANGE_PROBLEMS,
    links=("restoreLeague",),
)
async def delete_league(
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_trash: NamedDependency[Trash[LeagueState, LeagueRevision]],
) -> None:
    """Delete a league.

    For everybody in it; its matches stay with those who are in them. Only the owner may, and can
    bring it back for 30 days (restoreLeague); then it is removed for good. Deleting it twice
    changes nothing, so a retry is safe.
    """
    await league_trash.delete(command, league_id)


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
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_trash: NamedDependency[Trash[LeagueState, LeagueRevision]],
) -> Response[Any]:
    """Bring a deleted league back.

    As it was, for everybody who was in it, within 30 days. Only the owner may. Bringing it back
    twice changes nothing, so a retry is safe.
    """
    return leagues.shown(await league_trash.restore(command, league_id))


@operation("DELETE", "/v1/devices/me", "eraseDevice", tag="Devices", status=204)
async def erase_device(
    caller: NamedDependency[Device], erasures: NamedDependency[Erasures]
) -> None:
    """Erase all that is kept of this device.

    It is signed out, its id, lists and keys are erased, and so is every match or league that nobody
    else is in; there is no way back. What others are in stays theirs: hands, scores, reasons, and
    names that were typed, but the seat of this device is called "Player" with its number from then
    on, and where its id stood is 00000000-0000-0000-0000-000000000000, the same for all who were
    erased. Whatever it owned passes to whoever has scored in it longest, else to whoever has
    watched longest; a match or a league that it had deleted is removed. A device with very many
    matches may be answered before the last of them is done; that follows within minutes. A retry
    answers 401, which says that it is under way.
    """
    await erasures.erase(caller)
