"""Members: the devices in a match, their roles, seats and names."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.matches import views as match_views
from pitchkeeper.matches.members import views
from pitchkeeper.matches.members.names import Names
from pitchkeeper.matches.members.rematches import Rematches
from pitchkeeper.matches.members.seats import Seats
from pitchkeeper.matches.members.views import MemberPage
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response, new_match_response
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.rest.signatures import FromBody, Versioned

MEMBERS = "/v1/matches/{match_id:uuid}/members"
MEMBER = f"{MEMBERS}/{{device_id:uuid}}"
PLAYER = "/v1/matches/{match_id:uuid}/players/{seat:int}"
SEAT = "/v1/matches/{match_id:uuid}/seats/{seat:int}"


def page(state: MatchState) -> Response[MemberPage]:
    """Return the members of a match, with its version as the entity tag."""
    return etags.respond(views.member_page(state), state.version)


@operation("GET", MEMBERS, tag="Members", headers=("If-None-Match",))
async def list_members(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    seats: NamedDependency[Seats],
) -> Versioned[MemberPage]:
    """List the members of a match.

    Members are listed in the order in which they joined; `asksFor` is a seat that a member claims
    until the owner agrees. Safe to repeat.
    """
    state = await seats.match(caller.device_id, match_id)
    return etags.not_modified(request, state.version) or page(state)


@operation(
    "PUT",
    MEMBER,
    tag="Members",
    problems=(*CHANGE_PROBLEMS, "no_such_member", "owner_stays", "stale_match"),
)
async def change_member(
    match_id: FromPath[UUID],
    device_id: FromPath[UUID],
    change: FromBody[views.MemberChange],
    precondition: NamedDependency[Precondition],
    command: NamedDependency[Command],
    seats: NamedDependency[Seats],
) -> Versioned[MemberPage]:
    """Change the role of a member.

    Only the owner may change roles. The role `owner` hands the match over, and the old owner
    becomes a scorer; there is always exactly one owner. A role that a member has already changes
    nothing, so a retry is safe.
    """
    return page(await seats.change(command, match_id, device_id, change.role, precondition))


@operation(
    "DELETE", MEMBER, tag="Members", problems=(*CHANGE_PROBLEMS, "owner_stays", "stale_match")
)
async def remove_member(
    match_id: FromPath[UUID],
    device_id: FromPath[UUID],
    precondition: NamedDependency[Precondition],
    command: NamedDependency[Command],
    seats: NamedDependency[Seats],
) -> Versioned[MemberPage]:
    """Remove a member.

    The owner may remove any other member, and every other member may leave; their entries stay. A
    valid invite admits the device again, so withdraw it too. Removing it twice changes nothing, so
    a retry is safe; a device that has left gets the problem `match_not_found`.
    """
    return page(await seats.remove(command, match_id, device_id, precondition))


@operation(
    "POST",
    f"{SEAT}/claim",
    tag="Members",
    problems=(*CHANGE_PROBLEMS, "not_at_table", "seat_taken"),
    links=("assignSeat", "changeMember", "removeMember"),
)
async def claim_seat(
    match_id: FromPath[UUID],
    seat: FromPath[int],
    command: NamedDependency[Command],
    seats: NamedDependency[Seats],
) -> Versioned[views.Member]:
    """Claim a seat.

    A claim waits until the owner assigns the seat; the owner's own claim is granted at once. A
    player who had no phone can claim the seat at any time. Claiming it twice changes nothing, so a
    retry is safe.
    """
    state, member = await seats.claim(command, match_id, seat)
    return etags.respond(views.member(member, state.device_names), state.version)


@operation(
    "PUT",
    SEAT,
    tag="Members",
    problems=(
        *CHANGE_PROBLEMS,
        "not_at_table",
        "seat_not_claimed",
        "seat_taken",
        "no_such_member",
        "stale_match",
    ),
)
async def assign_seat(
    match_id: FromPath[UUID],
    seat: FromPath[int],
    holder: FromBody[views.SeatHolder],
    precondition: NamedDependency[Precondition],
    command: NamedDependency[Command],
    seats: NamedDependency[Seats],
) -> Versioned[MemberPage]:
    """Give a seat to a device, or free it.

    The owner grants a device the seat that it has claimed, or frees the seat with null. A device
    gets only a seat that it has claimed; the owner's own device needs no claim. A device has one
    seat, and a seat one device. Only the owner may assign a seat. Assigning it twice changes
    nothing, so a retry is safe.
    """
    return page(await seats.assign(command, match_id, seat, holder.device_id, precondition))


@operation(
    "PUT",
    PLAYER,
    tag="Members",
    headers=("If-Match",),
    problems=(*CHANGE_PROBLEMS, "not_at_table", "names_alike", "stale_match"),
    links=("getMatch",),
)
async def rename_player(
    match_id: FromPath[UUID],
    seat: FromPath[int],
    new_player: FromBody[match_views.NewPlayer],
    precondition: NamedDependency[Precondition],
    command: NamedDependency[Command],
    match_names: NamedDependency[Names],
) -> Versioned[match_views.Match]:
    """Rename a player.

    A new name corrects a misspelled one, or is that of a player who takes over the seat. The device
    of the seat stays until assignSeat frees it. All hands stay. The change is in the journal, and
    undoChange reverts it. The same name again changes nothing, so a retry is safe.
    """
    renamed = await match_names.rename(command, match_id, seat, new_player.name, precondition)
    return match_response(renamed, command.device_id)


@operation(
    "PUT",
    "/v1/matches/{match_id:uuid}/name",
    tag="Matches",
    headers=("If-Match",),
    problems=(*CHANGE_PROBLEMS, "stale_match"),
    links=("getMatch",),
)
async def rename_match(
    match_id: FromPath[UUID],
    new_name: FromBody[match_views.NewMatchName],
    precondition: NamedDependency[Precondition],
    command: NamedDependency[Command],
    match_names: NamedDependency[Names],
) -> Versioned[match_views.Match]:
    """Rename a match.

    The name is that of the table or the evening, and listMatches finds it with `q`. The change is
    in the journal, and undoChange reverts it. The same name again changes nothing, so a retry is
    safe.
    """
    renamed = await match_names.rename_match(command, match_id, new_name.name, precondition)
    return match_response(renamed, command.device_id)


@operation(
    "POST",
    "/v1/matches/{match_id:uuid}/rematch",
    tag="Members",
    status=201,
    answer_headers=("Location",),
    problems=("match_busy", "no_rematch", "removed_by_owner", "match_full"),
    links=("getMatch", "listMembers", "claimSeat"),
)
async def join_rematch(
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    rematches: NamedDependency[Rematches],
) -> Versioned[match_views.Match]:
    """Join the next match of the same people.

    The device joins the `nextMatch` of this match without a code, if it had a seat in this match or
    kept its score when the next one was opened. It gets the seat of the same player's name if that
    seat is free. A device that is a member already keeps its role. Joining twice changes nothing,
    so a retry is safe.
    """
    joined = await rematches.join(command, match_id)
    return new_match_response(joined, command.device_id)
