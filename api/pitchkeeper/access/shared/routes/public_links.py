"""Public links to matches and leagues: create, list and revoke them."""

from typing import Any
from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.access.edits import Edit
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import link_views
from pitchkeeper.access.shared.routes.mounts import shared_route
from pitchkeeper.access.shared.services import SharedServices
from pitchkeeper.rest.operations import operation


@shared_route(
    lambda at: operation(
        "POST",
        f"{at.path}/public-links",
        at.pick("createPublicLink", "createLeaguePublicLink"),
        tag=at.pick("Members", "Leagues"),
        status=201,
        answer=link_views.CreatedPublicLink,
        problems=(*at.problems, "no_such_public_link", "too_many_public_links"),
        links=(
            "getScoreboard",
            at.pick("listPublicLinks", "listLeaguePublicLinks"),
            at.pick("revokePublicLink", "revokeLeaguePublicLink"),
        ),
        words={
            "scoreboard": at.pick(
                "the names of the players, the score, the last hand, the dealer and the winner",
                "the tables with their scores, the results, the next pairings, the standings, and "
                "the chance of each team or player to finish first",
            )
        },
    )
)
async def create_public_link(
    edit: NamedDependency[Edit[Any, Any]],
    services: NamedDependency[SharedServices],
    base: NamedDependency[Links],
) -> link_views.CreatedPublicLink:
    """Create a public link to a {noun}.

    Anyone with the link sees {scoreboard}, and nothing else, without signing in (getScoreboard).
    The secret of the link is shown only in this response. Only {runners} may create a link. A retry
    with the same Idempotency-Key gives the same link another secret and invalidates the one before;
    without a key it creates another link.
    """
    return link_views.new_link(await services.public_links.make(edit), base)


@shared_route(
    lambda at: operation(
        "GET",
        f"{at.path}/public-links",
        at.pick("listPublicLinks", "listLeaguePublicLinks"),
        tag=at.pick("Members", "Leagues"),
        answer=link_views.PublicLinkList,
        problems=("not_allowed",),
    )
)
async def list_public_links(
    aggregate_id: NamedDependency[UUID],
    caller: NamedDependency[Device],
    services: NamedDependency[SharedServices],
) -> link_views.PublicLinkList:
    """List the public links to a {noun}.

    The list has the links that still work, newest first, without their secrets. Only {runners} may
    list them. Safe to repeat.
    """
    return link_views.link_list(
        await services.public_links.list_links(caller.device_id, aggregate_id)
    )


@shared_route(
    lambda at: operation(
        "DELETE",
        f"{at.path}/public-links/{{link_id:uuid}}",
        at.pick("revokePublicLink", "revokeLeaguePublicLink"),
        tag=at.pick("Members", "Leagues"),
        status=204,
        problems=(*at.problems, "no_such_public_link"),
    )
)
async def revoke_public_link(
    link_id: FromPath[UUID],
    edit: NamedDependency[Edit[Any, Any]],
    services: NamedDependency[SharedServices],
) -> None:
    """Withdraw a public link.

    The link stops working at once. Only {runners} may withdraw it. Withdrawing it twice changes
    nothing, so a retry is safe.
    """
    await services.public_links.revoke(edit, link_id)
