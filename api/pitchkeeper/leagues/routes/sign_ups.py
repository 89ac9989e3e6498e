"""Sign-ups: enter a team by a viewer, accept it, and withdraw it."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import LeagueRole
from pitchkeeper.leagues import sign_ups, views
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.records import NewSignUp
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, respond
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned

SIGN_UPS = f"{LEAGUE}/sign-ups"
SIGN_UP = f"{SIGN_UPS}/{{sign_up:int}}"


@operation(
    "POST",
    SIGN_UPS,
    tag="Leagues",
    status=201,
    problems=(
        *CHANGE_PROBLEMS,
        "signed_up_already",
        "too_many_sign_ups",
        "no_such_player",
        "league_contradicts",
    ),
    links=("acceptSignUp", "withdrawSignUp"),
)
async def create_sign_up(
    sign_up: FromBody[NewSignUp], edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Sign up a team or player.

    Every member may sign up one team or player, also a viewer; an organizer accepts it with
    acceptSignUp. If all `places` of the format are taken, the sign-up waits. The same sign-up again
    changes nothing, so a retry is safe.
    """
    league = await edit.write(LeagueRole.VIEWER, sign_ups.decide_sign_up, request=sign_up)
    return respond(league, status=201)


@operation(
    "POST",
    f"{SIGN_UP}/acceptance",
    tag="Leagues",
    problems=(*CHANGE_PROBLEMS, "no_such_sign_up", "no_place", "league_contradicts"),
    links=("planSchedule",),
)
async def accept_sign_up(
    sign_up: FromPath[int], edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Accept a sign-up.

    The team or player takes part from the next night on, and the device that signed up is the
    player that it named. A sign-up that waits is accepted once a place is free. Only the owner and
    organizers may accept one; a retry changes nothing.
    """
    return respond(
        await edit.write(LeagueRole.ORGANISER, sign_ups.decide_acceptance, number=sign_up)
    )


@operation("DELETE", SIGN_UP, tag="Leagues", problems=(*CHANGE_PROBLEMS, "no_such_sign_up"))
async def withdraw_sign_up(
    sign_up: FromPath[int], edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Withdraw a sign-up.

    The device that signed up withdraws it; the owner and organizers decline it. One that was
    accepted is a team or player, which removeEntrant removes. A retry changes nothing.
    """
    return respond(await edit.write(LeagueRole.VIEWER, sign_ups.decide_withdrawal, number=sign_up))
