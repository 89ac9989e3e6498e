"""The operations of matches, by what they are about."""

from typing import Final

from pitchkeeper.http import operations
from pitchkeeper.matches.routes import (
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
