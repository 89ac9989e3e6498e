"""Examples of public links and of what they show."""

from typing import Final
from uuid import UUID

from openapi.examples import leagues, matches
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.public_links import link_views
from pitchkeeper.access.public_links.public_links import NewLink
from pitchkeeper.access.public_links.store import PublicLink
from pitchkeeper.rest.contract.parameters import EXAMPLE_SECRET
from pitchkeeper.rest.operations import Example
from pitchkeeper.scoreboards import scoreboards

LINK: Final = PublicLink(
    kind=AggregateKind.MATCH,
    aggregate_id=matches.MATCH_ID,
    link_id=UUID("01997b40-52d7-7f11-8e60-1b7c94d3a2e8"),
    made_at=matches.STATE.created_at,
)
_NEW: Final = link_views.new_link(NewLink(LINK, EXAMPLE_SECRET), matches.BASE)
_LISTED: Final = link_views.link_list([LINK])

EXAMPLES: Final = {
    "createPublicLink": Example(_NEW),
    "listPublicLinks": Example(_LISTED),
    "createLeaguePublicLink": Example(_NEW),
    "listLeaguePublicLinks": Example(_LISTED),
    "getScoreboard": Example(scoreboards.league_board(leagues.SEASON)),
    "getScoreboardQrSvg": Example(membership_views.svg(_NEW.link)),
}
"""The examples of operations, by their ids."""
