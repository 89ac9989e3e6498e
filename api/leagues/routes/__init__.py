"""The operations of leagues, by what they are about."""

from typing import Final

from api.http import operations
from api.leagues.routes import invites, leagues, members, nights, standings

HANDLERS: Final = operations.handlers(invites, leagues, members, nights, standings)
