"""Public links to matches: make them, list them, revoke them."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import link_views
from pitchkeeper.access.public_links.public_links import PublicLinks
from pitchkeeper.http.operations import operation
from pitchkeeper.matches.changes import MatchRevision
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS
from pitchkeeper.matches.state import MatchState

LINKS = "/v1/matches/{match_id:uuid}/public-links"


@operation(
    "POST",
    LINKS,
    "createPublicLink",
    tag="Members",
    status=201,
    answer=link_views.NewPublicLink,
    problems=(*CHANGE_PROBLEMS, "no_such_public_link", "too_many_public_links"),
    links=(
        "getScoreboard",
        "listPublicLinks",
        "revokePublicLink",
    ),
)
async def create_public_link(
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    public_links: NamedDependency[PublicLinks[MatchState, MatchRevision]],
    base: NamedDependency[Links],
) -> link_views.NewPublicLink:
    """Make a public link to a match.

    The names at the table, the score, the last hand, who deals and who has won,
    for everybody who has the link, without signing in, and nothing else (getScoreboard). The
    secret is shown this once. Only the owner may. A retry with the same Idempotency-Key gives the
    same link another secret, and the one before is dead; without a key it makes another link.
    """
    return link_views.made(await public_links.make(command, match_id), base)


@operation(
    "GET",
    LINKS,
    "listPublicLinks",
    tag="Members",
    answer=link_views.PublicLinkList,
    problems=("match_not_found", "not_allowed"),
)
async def list_public_links(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    public_links: NamedDependency[PublicLinks[MatchState, MatchRevision]],
) -> link_views.PublicLinkList:
    """List the public links to a match.

    Those that still work, newest first, without their secrets. Only the owner may. Safe to
    repeat.
    """
    return link_views.listed(await public_links.links(caller.device_id, match_id))


@operation(
    "DELETE",
    f"{LINKS}/{{link_id:uuid}}",
    "revokePublicLink",
    tag="Members",
    status=204,
    problems=(*CHANGE_PROBLEMS, "no_such_public_link"),
)
async def revoke_public_link(
    match_id: FromPath[UUID],
    link_id: FromPath[UUID],
    command: NamedDependency[Command],
    public_links: NamedDependency[PublicLinks[MatchState, MatchRevision]],
) -> None:
    """Withdraw a public link.

    It leads nowhere from then on. Only the owner may. Withdrawing it twice changes nothing, so a
    retry is safe.
    """
    await public_links.revoke(command, match_id, link_id)
