"""Entrants and members of leagues: change and remove both, and claim and assign players."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.league import Playing
from pitchkeeper.access.devices import LeagueRole
from pitchkeeper.access.membership import members as league_members
from pitchkeeper.leagues import entrants, members, piece_views, views
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, WRITE_PROBLEMS, respond
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned

ENTRANTS = f"{LEAGUE}/entrants"


@operation(
    "POST",
    ENTRANTS,
    tag="Leagues",
    status=201,
    problems=(
        *CHANGE_PROBLEMS,
        "league_contradicts",
        "no_such_night",
        "night_not_open",
        "night_called_off",
        "slot_begun",
    ),
)
async def add_entrant(
    newcomer: FromBody[views.NewEntrant], edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Add a team or player.

    The new team or player takes part from the next night on, unless `fromNight` is another; plan
    the schedule again to give it matchups. A walk-in is added to a night that is open, with
    `fromSlot`: it is checked in, and planSlot gives it matchups tonight. Only the owner and
    organizers may add a team or player. A retry is safe with an Idempotency-Key.
    """
    league = await edit.write(LeagueRole.ORGANISER, entrants.decide_entry, newcomer=newcomer)
    return respond(league, status=201)


@operation(
    "PUT",
    f"{ENTRANTS}/{{entrant:int}}",
    tag="Leagues",
    problems=(*WRITE_PROBLEMS, "no_such_entrant", "league_contradicts"),
)
async def change_entrant(
    entrant: FromPath[int],
    change: FromBody[views.EntrantChange],
    conditional_edit: NamedDependency[LeagueEdit],
) -> Versioned[views.League]:
    """Change a team or player.

    The name, the players and the nights of a team or player can change. If it leaves, give it an
    `untilNight`; its results stay. Only the owner and organizers may change a team or player, with
    `If-Match`; a retry changes nothing.
    """
    return respond(
        await conditional_edit.write_compared(
            LeagueRole.ORGANISER, entrants.decide_change, number=entrant, change=change
        )
    )


@operation(
    "DELETE",
    f"{ENTRANTS}/{{entrant:int}}",
    tag="Leagues",
    headers=("If-Match", "If-None-Match"),
    problems=(*WRITE_PROBLEMS, "no_such_entrant", "league_contradicts"),
)
async def remove_entrant(
    entrant: FromPath[int], conditional_edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Remove a team or player.

    A team or player without results and play-offs is removed with its matchups, and its number is
    never used again; its payments have to be cancelled first. A team or player with results leaves
    the league instead: its results stay, and its last night is the last one that has begun. Plan
    the schedule again after that. Only the owner and organizers may remove it, with `If-Match`; a
    retry changes nothing.
    """
    return respond(
        await conditional_edit.write_compared(
            LeagueRole.ORGANISER, entrants.decide_removal, number=entrant
        )
    )


MEMBER = f"{LEAGUE}/members/{{device_id:uuid}}"
PLAYER = f"{ENTRANTS}/{{entrant:int}}/players/{{player:int}}"


@operation(
    "PUT",
    MEMBER,
    tag="Leagues",
    problems=(*CHANGE_PROBLEMS, "stale_league", "no_such_member", "owner_stays"),
)
async def put_league_member(
    device_id: FromPath[UUID],
    change: FromBody[views.LeagueMemberChange],
    conditional_edit: NamedDependency[LeagueEdit],
) -> Versioned[views.League]:
    """Change the role of a league member.

    Organizers change the charter and run the nights, scorers enter results and payments, viewers
    only read. With the role `owner` the league is handed over, and the former owner stays an
    organizer. Nobody can be added here: a device joins with a code, and so does one that left or
    was removed. Organizers may change the roles of scorers and viewers, only the owner those of
    organizers; a retry changes nothing.
    """
    return respond(
        await conditional_edit.write_compared(
            LeagueRole.ORGANISER, members.decide_role, device_id=device_id, role=change.role
        )
    )


@operation(
    "DELETE", MEMBER, tag="Leagues", problems=(*CHANGE_PROBLEMS, "no_such_member", "owner_stays")
)
async def remove_league_member(
    device_id: FromPath[UUID], edit: NamedDependency[LeagueEdit]
) -> Versioned[views.League]:
    """Remove a member from a league.

    Organizers may remove scorers and viewers, the owner any other member, and anyone but the owner
    may leave. Results that the member entered stay; it can return only with a code. A retry is safe
    with an Idempotency-Key.
    """
    after = await edit.write(LeagueRole.VIEWER, members.decide_removal, device_id=device_id)
    return respond(after)


@operation(
    "POST",
    f"{PLAYER}/claim",
    tag="Leagues",
    problems=(*CHANGE_PROBLEMS, "no_such_player", "player_taken"),
    links=("assignPlayer", "putLeagueMember", "removeLeagueMember"),
)
async def claim_player(
    entrant: FromPath[int], player: FromPath[int], edit: NamedDependency[LeagueEdit]
) -> Versioned[piece_views.LeagueMember]:
    """Claim to be a player.

    The claim waits until an organizer assigns the player; an organizer's own claim is granted at
    once. From then on the device has the seat of its player in the matches that are opened for
    matchups. Claiming a player twice changes nothing, so a retry is safe.
    """
    who = Playing(entrant, player)
    league = await edit.write(LeagueRole.VIEWER, members.decide_claim, player=who)
    # Not 201, because a claim has no address of its own.
    member = league_members.for_device(league, edit.device_id)
    view = piece_views.with_names(piece_views.LeagueMember, member, league.device_names)
    return etags.respond(view, league.version)


@operation(
    "PUT",
    PLAYER,
    tag="Leagues",
    problems=(
        *CHANGE_PROBLEMS,
        "no_such_member",
        "no_such_player",
        "player_not_claimed",
        "player_taken",
        "stale_league",
    ),
)
async def assign_player(
    entrant: FromPath[int],
    player: FromPath[int],
    holder: FromBody[views.PlayerDevice],
    conditional_edit: NamedDependency[LeagueEdit],
) -> Versioned[views.League]:
    """Assign a device to a player.

    An organizer grants a device's claim to be a player, or removes the assignment with null. A
    device can be assigned only to the player that it has claimed to be; an organizer's own device
    needs no claim. A device belongs to one player, and a player has one device. If the team
    replaces the player, the assignment ends. Only the owner and organizers may assign a device.
    Assigning it twice changes nothing, so a retry is safe.
    """
    assigned = await conditional_edit.write(
        LeagueRole.ORGANISER,
        members.decide_assignment,
        player=Playing(entrant, player),
        device_id=holder.device_id,
        precondition=conditional_edit.precondition,
    )
    return respond(assigned)
