"""Public links to leagues: make them, list them, revoke them."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import link_views
from pitchkeeper.access.public_links.public_links import PublicLinks
from pitchkeeper.http.operations import operation
from pitchkeeper.leagues.changes import LeagueRevision
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.state import LeagueState

LINKS = f"{LEAGUE}/public-links"


@operation(
    "POST",
    LINKS,
    "createLeaguePublicLink",
    tag="Leagues",
    status=201,
    answer=link_views.NewPublicLink,
    problems=(*CHANGE_PROBLEMS, "no_such_public_link", "too_many_public_links"),
    links=(
        "getScoreboard",
        "listLeaguePublicLinks",
        "revokeLeaguePublicLink",
    ),
)
async def create_league_public_link(
    league_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_public_links: NamedDependency[PublicLinks[LeagueState, LeagueRevision]],
    base: NamedDependency[Links],
) -> link_views.NewPublicLink:
    """Make a public link to a league.

    Tables with their scores, standings, results, next pairings and who can still be first,
    for everybody who has the link, without signing in, and nothing else (getScoreboard). The
    secret is shown this once. Only the owner may. A retry with the same Idempotency-Key gives the
    same link another secret, and the one before is dead; without a key it makes another link.
    """
    return link_views.made(await league_public_links.make(command, league_id), base)


@operation(
    "GET",
    LINKS,
    "listLeaguePublicLinks",
    tag="Leagues",
    answer=link_views.PublicLinkList,
    problems=("league_not_found", "not_allowed"),
)
async def list_league_public_links(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_public_links: NamedDependency[PublicLinks[LeagueState, LeagueRevision]],
) -> link_views.PublicLinkList:
    """List the public links to a league.

    Those that still work, newest first, without their secrets. Only the owner may. Safe to
    repeat.
    """
    return link_views.listed(await league_public_links.links(caller.device_id, league_id))


@operation(
    "DELETE",
    f"{LINKS}/{{link_id:uuid}}",
    "revokeLeaguePublicLink",
    tag="Leagues",
    status=204,
    problems=(*CHANGE_PROBLEMS, "no_such_public_link"),
)
async def revoke_league_public_link(
    league_id: FromPath[UUID],
    link_id: FromPath[UUID],
    command: NamedDependency[Command],
    league_public_links: NamedDependency[PublicLinks[LeagueState, LeagueRevision]],
) -> None:
    """Withdraw a public link.

    It leads nowhere from then on. Only the owner may. Withdrawing it twice changes nothing, so a
    retry is safe.
    """
    await league_public_links.revoke(command, league_id, link_id)
