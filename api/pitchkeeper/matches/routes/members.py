"""Members: the devices in a match, their roles, seats and names."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device, Role
from pitchkeeper.access.membership import members as match_members
from pitchkeeper.matches import views as match_views
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.members import names, rematches, seats, views
from pitchkeeper.matches.members.views import MemberPage
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response, new_match_response
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
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
    match_changes: NamedDependency[MatchChanges],
) -> Versioned[MemberPage]:
    """List the members of a match.

    Members are listed in the order in which they joined; `asksFor` is a seat that a member claims
    until the owner agrees. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id)
    return etags.not_modified(request, state.version) or page(state)


@operation(
    "PUT",
    MEMBER,
    tag="Members",
    problems=(*CHANGE_PROBLEMS, "no_such_member", "owner_stays", "stale_match"),
)
async def change_member(
    device_id: FromPath[UUID],
    change: FromBody[views.MemberChange],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[MemberPage]:
    """Change the role of a member.

    Only the owner may change roles. The role `owner` hands the match over, and the old owner
    becomes a scorer; there is always exactly one owner. A role that a member has already changes
    nothing, so a retry is safe.
    """
    changed = await conditional_edit.write(
        Role.VIEWER,
        seats.decide_role,
        device_id=device_id,
        role=change.role,
        precondition=conditional_edit.precondition,
    )
    return page(changed)


@operation(
    "DELETE", MEMBER, tag="Members", problems=(*CHANGE_PROBLEMS, "owner_stays", "stale_match")
)
async def remove_member(
    device_id: FromPath[UUID], conditional_edit: NamedDependency[MatchEdit]
) -> Versioned[MemberPage]:
    """Remove a member.

    The owner may remove any other member, and every other member may leave; their entries stay. A
    valid invite admits the device again, so withdraw it too. Removing it twice changes nothing, so
    a retry is safe; a device that has left gets the problem `match_not_found`.
    """
    remaining = await conditional_edit.write(
        Role.VIEWER,
        seats.decide_removal,
        device_id=device_id,
        precondition=conditional_edit.precondition,
    )
    return page(remaining)


@operation(
    "POST",
    f"{SEAT}/claim",
    tag="Members",
    problems=(*CHANGE_PROBLEMS, "not_at_table", "seat_taken"),
    links=("assignSeat", "changeMember", "removeMember"),
)
async def claim_seat(
    seat: FromPath[int], edit: NamedDependency[MatchEdit]
) -> Versioned[views.Member]:
    """Claim a seat.

    A claim waits until the owner assigns the seat; the owner's own claim is granted at once. A
    player who had no phone can claim the seat at any time. Claiming it twice changes nothing, so a
    retry is safe.
    """
    state = await edit.write(Role.VIEWER, seats.decide_claim, seat=seat)
    member = match_members.for_device(state, edit.device_id)
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
    seat: FromPath[int],
    holder: FromBody[views.SeatHolder],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[MemberPage]:
    """Give a seat to a device, or free it.

    The owner grants a device the seat that it has claimed, or frees the seat with null. A device
    gets only a seat that it has claimed; the owner's own device needs no claim. A device has one
    seat, and a seat one device. Only the owner may assign a seat. Assigning it twice changes
    nothing, so a retry is safe.
    """
    assigned = await conditional_edit.write(
        Role.OWNER,
        seats.decide_assignment,
        seat=seat,
        device_id=holder.device_id,
        precondition=conditional_edit.precondition,
    )
    return page(assigned)


@operation(
    "PUT",
    PLAYER,
    tag="Members",
    headers=("If-Match",),
    problems=(*CHANGE_PROBLEMS, "not_at_table", "names_alike", "stale_match"),
    links=("getMatch",),
)
async def rename_player(
    seat: FromPath[int],
    new_player: FromBody[match_views.NewPlayer],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[match_views.Match]:
    """Rename a player.

    A new name corrects a misspelled one, or is that of a player who takes over the seat. The device
    of the seat stays until assignSeat frees it. All hands stay. The change is in the journal, and
    undoChange reverts it. The same name again changes nothing, so a retry is safe.
    """
    renamed = await conditional_edit.write(
        Role.SCORER,
        names.decide_rename,
        seat=seat,
        name=new_player.name,
        precondition=conditional_edit.precondition,
    )
    return match_response(renamed, conditional_edit.device_id)


@operation(
    "PUT",
    "/v1/matches/{match_id:uuid}/name",
    tag="Matches",
    headers=("If-Match",),
    problems=(*CHANGE_PROBLEMS, "stale_match"),
    links=("getMatch",),
)
async def rename_match(
    new_name: FromBody[match_views.NewMatchName], conditional_edit: NamedDependency[MatchEdit]
) -> Versioned[match_views.Match]:
    """Rename a match.

    The name is that of the table or the evening, and listMatches finds it with `q`. The change is
    in the journal, and undoChange reverts it. The same name again changes nothing, so a retry is
    safe.
    """
    renamed = await conditional_edit.write(
        Role.SCORER,
        names.decide_match_name,
        name=new_name.name,
        precondition=conditional_edit.precondition,
    )
    return match_response(renamed, conditional_edit.device_id)


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
    edit: NamedDependency[MatchEdit], store: NamedDependency[MatchStore]
) -> Versioned[match_views.Match]:
    """Join the next match of the same people.

    The device joins the `nextMatch` of this match without a code, if it had a seat in this match or
    kept its score when the next one was opened. It gets the seat of the same player's name if that
    seat is free. A device that is a member already keeps its role. Joining twice changes nothing,
    so a retry is safe.
    """
    return new_match_response(await rematches.join(edit, store), edit.device_id)
