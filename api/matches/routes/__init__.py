"""The operations of matches, by what they are about."""

from typing import Final

from api.http import operations
from api.matches.routes import (
    agreements,
    hands,
    histories,
    invites,
    matches,
    members,
    parts,
    players,
    public_links,
    rules,
)

HANDLERS: Final = operations.handlers(
    *(matches, invites, members, histories, hands, parts, agreements, rules),
    *(players, public_links),
)
