"""The operations of leagues, by what they are about."""

from typing import Final

from pitchkeeper.http import operations
from pitchkeeper.leagues.routes import (
    entrants,
    fixtures,
    invites,
    journal,
    leagues,
    members,
    nights,
    public_links,
    standings,
)

HANDLERS: Final = operations.handlers(
    invites, leagues, entrants, journal, members, nights, fixtures, standings, public_links
)
