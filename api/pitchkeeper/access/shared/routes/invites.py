"""Invites to matches and leagues: create, list and revoke them, and join by their codes."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.edits import Edit
from pitchkeeper.access.membership import membership_views as views
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.shared.routes.mounts import Mount, shared_route
from pitchkeeper.access.shared.services import SharedServices
from pitchkeeper.database.listings import LAST
from pitchkeeper.rest import bodies
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.searches import InviteCursor, Limit


@shared_route(
    lambda at: operation(
        "POST",
        f"{at.path}/invites",
        at.pick("createInvite", "createLeagueInvite"),
        tag=at.pick("Members", "Leagues"),
        status=201,
        body=at.new_invite,
        answer=views.Invite,
        problems=(
            *at.problems,
            *at.pick(("not_at_table", "seat_taken"), ("invite_too_long",)),
            "too_many_invites",
        ),
        links=(
            at.pick("joinMatch", "joinLeague"),
            at.pick("listInvites", "listLeagueInvites"),
            at.pick("getInviteQrSvg", "getLeagueInviteQrSvg"),
            at.pick("getInviteQrPng", "getLeagueInviteQrPng"),
            at.pick("revokeInvite", "revokeLeagueInvite"),
        ),
        words={
            "role": at.pick(
                "keeps the score or only reads. If the invite names a seat, the first device to "
                "join gets it at once, without a claim.",
                "enters results and payments, or only reads.",
            )
        },
    )
)
async def create_invite(
    request: Request[Any, Any, Any],
    edit: NamedDependency[Edit[Any, Any]],
    services: NamedDependency[SharedServices],
    mount: NamedDependency[Mount],
    base: NamedDependency[Links],
) -> views.Invite:
    """Create an invite to a {noun}.

    An invite has a code to read aloud, and a link to send or to show as a QR code. A device that
    joins {role} Only {runners} may create an invite. It ends for good when the device that made it
    is removed or gets a lesser role. A retry is safe with an Idempotency-Key; without one it
    creates another invite.
    """
    body = await bodies.read(request, mount.new_invite)
    return views.invite(await services.invitations.invite(edit, body.terms), base)


@shared_route(
    lambda at: operation(
        "GET",
        f"{at.path}/invites",
        at.pick("listInvites", "listLeagueInvites"),
        tag=at.pick("Members", "Leagues"),
        answer=views.InvitePage,
        problems=("not_allowed",),
    )
)
async def list_invites(
    aggregate_id: NamedDependency[UUID],
    caller: NamedDependency[Device],
    services: NamedDependency[SharedServices],
    base: NamedDependency[Links],
    limit: Limit = 20,
    cursor: InviteCursor = LAST,
) -> views.InvitePage:
    """List invites to a {noun}.

    Invites are listed newest first, including those that ended in the last 30 days. Only {runners}
    may list them. Safe to repeat.
    """
    made = await services.invitations.list_invites(caller.device_id, aggregate_id, cursor, limit)
    return views.invite_page(made, base, limit)


@shared_route(
    lambda at: operation(
        "DELETE",
        f"{at.path}/invites/{{invite_id:uuid}}",
        at.pick("revokeInvite", "revokeLeagueInvite"),
        tag=at.pick("Members", "Leagues"),
        answer=views.Invite,
        problems=(*at.problems, "no_such_invite"),
        words={"into": at.pick("", " to a league")},
    )
)
async def revoke_invite(
    invite_id: FromPath[UUID],
    edit: NamedDependency[Edit[Any, Any]],
    services: NamedDependency[SharedServices],
    base: NamedDependency[Links],
) -> views.Invite:
    """Withdraw an invite{into}.

    Nobody can join with the code of the invite any more; devices that have joined remain members.
    Only {runners} may withdraw it. Withdrawing it twice changes nothing, so a retry is safe.
    """
    return views.invite(await services.invitations.revoke(edit, invite_id), base)


@shared_route(
    lambda at: operation(
        "GET",
        f"{at.path}/invites/{{invite_id:uuid}}/qr.svg",
        at.pick("getInviteQrSvg", "getLeagueInviteQrSvg"),
        tag=at.pick("Members", "Leagues"),
        answer=str,
        media_type="image/svg+xml",
        takes_slot=True,
        takes_ticket=True,
        problems=("not_allowed", "no_such_invite"),
        words={"into": at.pick("", " to a league")},
    )
)
async def get_invite_qr_svg(
    aggregate_id: NamedDependency[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    services: NamedDependency[SharedServices],
    base: NamedDependency[Links],
) -> str:
    """Get the QR code of an invite{into} as SVG.

    The SVG drawing shows the link of the invite as a QR code and is sharp at any size. Only
    {runners} may request it. For an `img`, use an address from createTicket. Safe to repeat.
    """
    invite = await services.invitations.read(caller.device_id, aggregate_id, invite_id)
    return views.svg(views.link(invite, base))


@shared_route(
    lambda at: operation(
        "GET",
        f"{at.path}/invites/{{invite_id:uuid}}/qr.png",
        at.pick("getInviteQrPng", "getLeagueInviteQrPng"),
        tag=at.pick("Members", "Leagues"),
        answer=bytes,
        media_type="image/png",
        takes_slot=True,
        takes_ticket=True,
        problems=("not_allowed", "no_such_invite"),
        words={"into": at.pick("", " to a league")},
    )
)
async def get_invite_qr_png(
    aggregate_id: NamedDependency[UUID],
    invite_id: FromPath[UUID],
    caller: NamedDependency[Device],
    services: NamedDependency[SharedServices],
    base: NamedDependency[Links],
) -> bytes:
    """Get the QR code of an invite{into} as PNG.

    The PNG picture shows the link of the invite as a QR code. Only {runners} may request it. For an
    `img`, use an address from createTicket. Safe to repeat.
    """
    invite = await services.invitations.read(caller.device_id, aggregate_id, invite_id)
    return views.png(views.link(invite, base))


@shared_route(
    lambda at: operation(
        "POST",
        at.pick("/v1/joins", "/v1/league-joins"),
        at.pick("joinMatch", "joinLeague"),
        tag=at.pick("Members", "Leagues"),
        status=201,
        body=views.NewJoin,
        answer=at.answer,
        answer_headers=("ETag", "Location"),
        problems=at.pick(
            ("invite_not_found", "invite_to_league", "match_full", "seat_taken", "match_busy"),
            ("invite_not_found", "invite_to_match", "league_full", "league_busy"),
        ),
        links=at.pick(
            (
                "getMatch",
                "listMembers",
                "claimSeat",
                "recordHand",
                "previewHand",
                "listJournal",
                "getMatchVersion",
                "streamMatchEvents",
            ),
            ("getLeague", "claimPlayer", "getSchedule", "getStandings"),
        ),
    )
)
async def join(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    services: NamedDependency[SharedServices],
    mount: NamedDependency[Mount],
) -> Response[Any]:
    """Join a {noun} by the code of an invite.

    The device becomes a member of the {noun} with the role of the invite. A code that is unknown,
    expired, withdrawn or used up gets `invite_not_found`, and wrong codes can be tried only a few
    times; the code of a {other} gets `invite_to_{other}`. A device that is a member already keeps
    its role, unless that of the invite may do more. Joining twice changes nothing, so a retry is
    safe.
    """
    body = await bodies.read(request, views.NewJoin)
    # Codes are short, and anyone can sign in another device, so attempts count by address too.
    address = throttle.limit_key(request.scope)
    state = await services.invitations.join(command, address, body.code)
    return mount.created_response(state, command.device_id)
