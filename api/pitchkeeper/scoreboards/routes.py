"""Scoreboards: what a public link shows, and its address as a QR code."""

from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import link_views
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.scoreboards import views
from pitchkeeper.scoreboards.scoreboards import Scoreboards

SCOREBOARD = "/v1/public/{secret:str}"


@operation(
    "GET",
    SCOREBOARD,
    "getScoreboard",
    tag="Scoreboards",
    answer=views.Scoreboard,
    headers=("If-None-Match",),
    answer_headers=("ETag",),
    problems=("public_link_not_found", "standings_busy"),
    links=("getScoreboardQrSvg",),
    is_public=True,
)
async def get_scoreboard(
    request: Request[Any, Any, Any],
    secret: FromPath[str],
    scoreboards: NamedDependency[Scoreboards],
) -> Response[Any]:
    """Show the scoreboard of a public link.

    Of a match the score, the last hand, who deals, who has won and how likely each side is to win;
    of a league the tables of the night with their scores, the results, the next pairings, the
    standings and how likely each finishes first. Nobody has to sign in. Ask again every few
    seconds with the ETag: 304 says that nothing has changed. Safe to repeat.
    """
    published = await scoreboards.published(secret)
    # The address is the secret, so no cache on the way keeps what it shows. Every screen asks again
    # in seconds, and is answered before anything is made.
    headers = {"ETag": etags.for_version(published.state), "Cache-Control": "private, no-cache"}
    if etags.client_has(request, headers["ETag"]):
        return Response(None, status_code=304, headers=headers)
    return Response(await published.make(), headers=headers)


@operation(
    "GET",
    f"{SCOREBOARD}/qr.svg",
    "getScoreboardQrSvg",
    tag="Scoreboards",
    answer=str,
    media_type="image/svg+xml",
    problems=("public_link_not_found",),
    is_public=True,
)
async def get_scoreboard_qr_svg(
    secret: FromPath[str],
    scoreboards: NamedDependency[Scoreboards],
    base: NamedDependency[Links],
) -> str:
    """Draw a public link as a QR code.

    Who looks at a screen follows on a phone by it. A drawing in SVG, sharp at any size. Safe to
    repeat.
    """
    # What it leads to may be gone, though the link itself is there.
    await scoreboards.published(secret)
    return membership_views.svg(link_views.address(secret, base))
