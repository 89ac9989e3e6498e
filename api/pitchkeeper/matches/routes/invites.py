"""Invites into matches: make them, show them, revoke them, and join by their codes."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.invitations import Invitations
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.database.listings import LAST
from pitchkeeper.http import bodies
from pitchkeeper.http.limits import throttle
from pitchkeeper.http.operations import operation
from pitchkeeper.http.searches import InviteCursor, Limit
from pitchkeeper.matches import views
from pitchkeeper.matches.changes import MatchRevision
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, shown
from pitchkeeper.matches.state import MatchState

INVITES = "/v1/matches/{match_id:uuid}/invites"
INVITE = f"{INVITES}/{{invite_id:uuid}}"


@operation(
    "POST",
    INVITES,
    "createInvite",
    tag="Members",
    status=201,
    body=membership_views.NewInvite,
    answer=membership_views.Invite,
    problems=(*CHANGE_PROBLEMS, "not_at_table", "seat_taken", "too_many_invites"),
    links=(
        "joinMatch",
        "listInvites",
        "getInviteQrSvg",
        "getInviteQrPng",
        "revokeInvite",
    ),
)
async def create_invite(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
    base: NamedDependency[Links],
) -> membership_views.Invite:
    """Invite others into a match.

    The code is read aloud, the link is sent or shown as a QR code; who joins keeps the score or
    looks. With a seat, the first to join gets it at once: that is the owner's consent in advance.
    Only the owner may. A retry is safe with an Idempotency-Key; without one it makes another.
    """
    wanted = await bodies.read(request, membership_views.NewInvite)
    return membership_views.invite(await invitations.invite(command, match_id, wanted.terms), base)


@operation(
    "GET",
    INVITES,
    "listInvites",
    tag="Members",
    answer=membership_views.InvitePage,
    problems=("match_not_found", "not_allowed"),
)
async def list_invites(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
    base: NamedDependency[Links],
    limit: Limit = 20,
    cursor: InviteCursor = LAST,
) -> membership_views.InvitePage:
    """List the invites of a match.

    Newest first, with those that ended in the last 30 days. Only the owner may. Safe to repeat.
    """
    made = await invitations.invites(caller.device_id, match_id, cursor, limit)
    return membership_views.invite_page(made, base, limit)


@operation(
    "DELETE",
    INVITE,
    "revokeInvite",
    tag="Members",
    answer=membership_views.Invite,
    problems=(*CHANGE_PROBLEMS, "no_such_invite"),
)
async def revoke_invite(
    match_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    command: NamedDependency[Command],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
    base: NamedDependency[Links],
) -> membership_views.Invite:
    """Withdraw an invite.

    Its code lets nobody in any more; who is in stays. Only the owner may. Withdrawing it twice
    changes nothing, so a retry is safe.
    """
    return membership_views.invite(await invitations.revoke(command, match_id, invite_id), base)


@operation(
    "GET",
    f"{INVITE}/qr.svg",
    "getInviteQrSvg",
    tag="Members",
    answer=str,
    media_type="image/svg+xml",
    takes_turns=True,
    takes_ticket=True,
    problems=("match_not_found", "not_allowed", "no_such_invite"),
)
async def get_invite_qr_svg(
    match_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
    base: NamedDependency[Links],
) -> str:
    """Draw the link of an invite as a QR code.

    A drawing in SVG, sharp at any size. Only the owner may. An `img` takes it by an address from
    createTicket. Safe to repeat.
    """
    invite = await invitations.shown(caller.device_id, match_id, invite_id)
    return membership_views.svg(membership_views.link(invite, base))


@operation(
    "GET",
    f"{INVITE}/qr.png",
    "getInviteQrPng",
    tag="Members",
    answer=bytes,
    media_type="image/png",
    takes_turns=True,
    takes_ticket=True,
    problems=("match_not_found", "not_allowed", "no_such_invite"),
)
async def get_invite_qr_png(
    match_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
    base: NamedDependency[Links],
) -> bytes:
    """Paint the link of an invite as a QR code.

    A picture in PNG. Only the owner may. An `img` takes it by an address from createTicket. Safe to
    repeat.
    """
    invite = await invitations.shown(caller.device_id, match_id, invite_id)
    return membership_views.png(membership_views.link(invite, base))


@operation(
    "POST",
    "/v1/joins",
    "joinMatch",
    tag="Members",
    status=201,
    body=membership_views.NewJoin,
    answer=views.Match,
    answer_headers=("ETag", "Location"),
    problems=("invite_not_found", "invite_to_league", "match_full", "seat_taken", "match_busy"),
    links=(
        "getMatch",
        "listMembers",
        "claimSeat",
        "recordHand",
        "previewHand",
        "listJournal",
        "getMatchVersion",
        "streamMatchEvents",
    ),
)
async def join_match(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    invitations: NamedDependency[Invitations[MatchState, MatchRevision]],
) -> Response[views.Match]:
    """Join a match by the code of an invite.

    A code that is unknown, expired, withdrawn or used up is not found, and wrong ones may be tried
    only a few times; one of a league is refused as `invite_to_league`. A device that is in keeps
    what it may do, or may do more. Joining twice changes nothing, so a retry is safe.
    """
    asked = await bodies.read(request, membership_views.NewJoin)
    # Codes are short, so tries count by address too: anybody can be a new device.
    joined = await invitations.join(command, throttle.address(request.scope), asked.code)
    return shown(joined, command.device_id, status=201, location=f"/v1/matches/{joined.match_id}")
