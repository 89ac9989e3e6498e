"""Entrants: add, change and remove the teams or players of a league."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command
from pitchkeeper.leagues import views
from pitchkeeper.leagues.entrants import Entrants
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, WRITE_PROBLEMS, respond
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation

ENTRANTS = f"{LEAGUE}/entrants"


@operation(
    "POST",
    ENTRANTS,
    "addEntrant",
    tag="Leagues",
    status=201,
    body=views.NewEntrant,
    answer=views.League,
    answer_headers=("ETag",),
    problems=(*CHANGE_PROBLEMS, "league_contradicts"),
)
async def add_entrant(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    entrants: NamedDependency[Entrants],
) -> Response[views.League]:
    """Add a team or player.

    The new team or player takes part from the next night on, unless `fromNight` is another; plan
    the schedule again to give it matchups. Only the owner may add a team or player. A retry is safe
    with an Idempotency-Key.
    """
    newcomer = await bodies.read(request, views.NewEntrant)
    return respond(await entrants.add(command, league_id, newcomer), status=201)


@operation(
    "PUT",
    f"{ENTRANTS}/{{entrant:int}}",
    "changeEntrant",
    tag="Leagues",
    body=views.EntrantChange,
    answer=views.League,
    headers=("If-Match", "If-None-Match"),
    answer_headers=("ETag",),
    problems=(*WRITE_PROBLEMS, "no_such_entrant", "league_contradicts"),
)
async def change_entrant(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    entrant: FromPath[int],
    command: NamedDependency[Command],
    entrants: NamedDependency[Entrants],
) -> Response[views.League]:
    """Change a team or player.

    The name, the players and the nights of a team or player can change. If it leaves, give it an
    `untilNight`; its results stay. Only the owner may change a team or player, with `If-Match`; a
    retry changes nothing.
    """
    change = await bodies.read(request, views.EntrantChange)
    precondition = etags.precondition(request)
    return respond(await entrants.change(command, league_id, entrant, change, precondition))


@operation(
    "DELETE",
    f"{ENTRANTS}/{{entrant:int}}",
    "removeEntrant",
    tag="Leagues",
    answer=views.League,
    headers=("If-Match", "If-None-Match"),
    answer_headers=("ETag",),
    problems=(*WRITE_PROBLEMS, "no_such_entrant", "league_contradicts"),
)
async def remove_entrant(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    entrant: FromPath[int],
    command: NamedDependency[Command],
    entrants: NamedDependency[Entrants],
) -> Response[views.League]:
    """Remove a team or player.

    A team or player without results and play-offs is removed with its matchups, and its number is
    never used again; its payments have to be cancelled first. A team or player with results leaves
    the league instead: its results stay, and its last night is the last one that has begun. Plan
    the schedule again after that. Only the owner may remove it, with `If-Match`; a retry changes
    nothing.
    """
    return respond(await entrants.remove(command, league_id, entrant, etags.precondition(request)))
