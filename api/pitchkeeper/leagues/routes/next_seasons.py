"""Next seasons: open the league that follows another, and agree to come along."""

from litestar.di import NamedDependency

from pitchkeeper.access.devices import LeagueRole
from pitchkeeper.leagues import views
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.next_seasons import NextSeasons, decide_agreement
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, respond, respond_created
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned


@operation(
    "POST",
    f"{LEAGUE}/next-season",
    tag="Leagues",
    status=201,
    answer_headers=("Location",),
    problems=(
        "not_allowed",
        "not_in_league",
        "league_contradicts",
        "dates_out_of_order",
        "league_exists",
        "id_not_uuid7",
    ),
    links=("getLeague", "confirmMembership", "planSchedule"),
)
async def open_next_season(
    new_season: FromBody[views.NewSeason],
    edit: NamedDependency[LeagueEdit],
    next_seasons: NamedDependency[NextSeasons],
) -> Versioned[views.League]:
    """Open the next season.

    A new league follows this one, with its rules, format, and teams or players, and a seed of its
    own; this one stays as it is. Its owner is the owner of this league. The other devices become
    viewers of it, and each gets its former role and player once it agrees (confirmMembership). Only
    the owner and organizers may open it. A retry is safe: a league has one next season, so the same
    request is answered with it and another is refused until it is deleted. A `leagueId` that the
    device generated opens one more, for a league that parts in two.
    """
    return respond_created(await next_seasons.open(edit, new_season))


@operation("POST", f"{LEAGUE}/membership/confirmation", tag="Leagues", problems=CHANGE_PROBLEMS)
async def confirm_membership(edit: NamedDependency[LeagueEdit]) -> Versioned[views.League]:
    """Agree to the next season.

    The device gets the role and the player that it had in the season before. If another device has
    that player by now, the player is only claimed. A device that does not want to take part leaves
    with removeLeagueMember. A retry changes nothing.
    """
    return respond(await edit.write(LeagueRole.VIEWER, decide_agreement))
