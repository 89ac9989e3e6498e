"""Scoreboards: the scoreboard and the calendar of a public link, and its QR code."""

from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import link_views
from pitchkeeper.leagues.routes.calendars import OfEntrant
from pitchkeeper.leagues.season import calendars
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.scoreboards import views
from pitchkeeper.scoreboards.scoreboards import Scoreboards

SCOREBOARD = "/v1/public/{secret:str}"


@operation(
    "GET",
    SCOREBOARD,
    tag="Scoreboards",
    answer=views.Scoreboard,
    headers=("If-None-Match",),
    answer_headers=("ETag",),
    problems=("public_link_not_found", "standings_busy"),
    links=("getScoreboardQrSvg", "getScoreboardCalendar"),
    is_public=True,
)
async def get_scoreboard(
    request: Request[Any, Any, Any],
    secret: FromPath[str],
    scoreboards: NamedDependency[Scoreboards],
) -> Response[Any]:
    """Get the scoreboard of a public link.

    The scoreboard of a match has the score, the last hand, the dealer, the winner, and how likely
    each side is to win. The scoreboard of a league has the tables of the night with their scores,
    the results, the next pairings, the standings, and how likely each team or player finishes
    first. No token is needed. Poll every few seconds with the ETag: 304 means that nothing has
    changed. Safe to repeat.
    """
    board = await scoreboards.find(secret)
    # Private, because the address is the secret. Screens poll every few seconds, so an unchanged
    # scoreboard is not even built.
    headers = {"ETag": etags.for_version(board.state), "Cache-Control": "private, no-cache"}
    if etags.client_has(request, headers["ETag"]):
        return Response(None, status_code=304, headers=headers)
    return Response(await board.build(), headers=headers)


@operation(
    "GET",
    f"{SCOREBOARD}/calendar.ics",
    tag="Scoreboards",
    answer=str,
    media_type=calendars.MEDIA_TYPE,
    problems=("public_link_not_found",),
    max_length=2**20,
    is_public=True,
)
async def get_scoreboard_calendar(
    secret: FromPath[str],
    scoreboards: NamedDependency[Scoreboards],
    entrant: OfEntrant = None,
) -> Response[bytes]:
    """Get the calendar of a league by its public link.

    The calendar of a phone can subscribe to it without a token. It has an event for each night with
    a date, as in getLeagueCalendar. The public link of a match has no calendar. Safe to repeat.
    """
    season = await scoreboards.find_season(secret)
    return Response(
        calendars.write(season, entrant),
        media_type=calendars.MEDIA_TYPE,
        headers={"Cache-Control": "private, no-cache"},
    )


@operation(
    "GET",
    f"{SCOREBOARD}/qr.svg",
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
    """Get the QR code of a public link as SVG.

    The code holds the address of the link, so anyone who scans it on a screen follows on a phone.
    The drawing is sharp at any size. Safe to repeat.
    """
    # The match or league may be gone although the link exists.
    await scoreboards.find(secret)
    return membership_views.svg(link_views.address(secret, base))
