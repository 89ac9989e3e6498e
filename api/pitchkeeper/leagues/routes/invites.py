"""Invites into leagues: make them, show them, revoke them, and join by their codes."""

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
from pitchkeeper.leagues import views
from pitchkeeper.leagues.changes import LeagueRevision
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE, LEAGUES, shown
from pitchkeeper.leagues.state import LeagueState

INVITES = f"{LEAGUE}/invites"
INVITE = f"{INVITES}/{{invite_id:uuid}}"


@operation(
    "POST",
    INVITES,
    "createLeagueInvite",
    tag="Leagues",
    status=201,
    body=membership_views.NewLeagueInvite,
    answer=membership_views.Invite,
    problems=(*CHANGE_PROBLEMS, "too_many_invites"),
    links=(
        "joinLeague",
        "listLeagueInvites",
        "getLeagueInviteQrSvg",
        "getLeagueInviteQrPng",
        "revokeLeagueInvite",
    ),
)
async def create_league_invite(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
) -> membership_views.Invite:
    """Invite others into a league.

    The code is read aloud, the link is sent or shown as a QR code; who joins enters results and
    payments, or looks. Only the owner may. A retry is safe with an Idempotency-Key; without one
    it makes another.
    """
    wanted = await bodies.read(request, membership_views.NewLeagueInvite)
    made = await league_invitations.invite(command, league_id, wanted.terms)
    return membership_views.invite(made, base)


@operation(
    "GET",
    INVITES,
    "listLeagueInvites",
    tag="Leagues",
    answer=membership_views.InvitePage,
    problems=("league_not_found", "not_allowed"),
)
async def list_league_invites(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
    limit: Limit = 20,
    cursor: InviteCursor = LAST,
) -> membership_views.InvitePage:
    """List the invites of a league.

    Newest first, with those that ended in the last 30 days. Only the owner may. Safe to repeat.
    """
    made = await league_invitations.invites(caller.device_id, league_id, cursor, limit)
    return membership_views.invite_page(made, base, limit)


@operation(
    "DELETE",
    INVITE,
    "revokeLeagueInvite",
    tag="Leagues",
    answer=membership_views.Invite,
    problems=(*CHANGE_PROBLEMS, "no_such_invite"),
)
async def revoke_league_invite(
    league_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
) -> membership_views.Invite:
    """Withdraw an invite into a league.

    Its code lets nobody in any more; who is in stays. Only the owner may. Withdrawing it twice
    changes nothing, so a retry is safe.
    """
    revoked = await league_invitations.revoke(command, league_id, invite_id)
    return membership_views.invite(revoked, base)


@operation(
    "GET",
    f"{INVITE}/qr.svg",
    "getLeagueInviteQrSvg",
    tag="Leagues",
    answer=str,
    media_type="image/svg+xml",
    takes_turns=True,
    takes_ticket=True,
    problems=("league_not_found", "not_allowed", "no_such_invite"),
)
async def get_league_invite_qr_svg(
    league_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
) -> str:
    """Draw the link of an invite into a league as a QR code.

    A drawing in SVG, sharp at any size. Only the owner may. An `img` takes it by an address from
    createTicket. Safe to repeat.
    """
    invite = await league_invitations.shown(caller.device_id, league_id, invite_id)
    return membership_views.svg(membership_views.link(invite, base))


@operation(
    "GET",
    f"{INVITE}/qr.png",
    "getLeagueInviteQrPng",
    tag="Leagues",
    answer=bytes,
    media_type="image/png",
    takes_turns=True,
    takes_ticket=True,
    problems=("league_not_found", "not_allowed", "no_such_invite"),
)
async def get_league_invite_qr_png(
    league_id: FromPath[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
) -> bytes:
    """Paint the link of an invite into a league as a QR code.

    A picture in PNG. Only the owner may. An `img` takes it by an address from createTicket. Safe to
    repeat.
    """
    invite = await league_invitations.shown(caller.device_id, league_id, invite_id)
    return membership_views.png(membership_views.link(invite, base))


@operation(
    "POST",
    "/v1/league-joins",
    "joinLeague",
    tag="Leagues",
    status=201,
    body=membership_views.NewJoin,
    answer=views.League,
    answer_headers=("ETag", "Location"),
    problems=("invite_not_found", "invite_to_match", "league_full", "league_busy"),
    links=(
        "getLeague",
        "claimPlayer",
        "getSchedule",
        "getStandings",
    ),
)
async def join_league(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    league_invitations: NamedDependency[Invitations[LeagueState, LeagueRevision]],
) -> Response[views.League]:
    """Join a league by the code of an invite.

    A code that is unknown, expired, withdrawn or used up is not found, and wrong ones may be tried
    only a few times; one of a match is refused as `invite_to_match`. A device that is in keeps
    what it may do, or may do more. Joining twice changes nothing, so a retry is safe.
    """
    asked = await bodies.read(request, membership_views.NewJoin)
    # Codes are short, so tries count by address too: anybody can be a new device.
    joined = await league_invitations.join(command, throttle.address(request.scope), asked.code)
    return shown(joined, status=201, location=f"{LEAGUES}/{joined.league_id}")
