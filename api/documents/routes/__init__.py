"""The operations by which people take away and bring."""

from typing import Final

from api.documents.routes import archives, copies, league_copies, pictures, rulebooks
from api.http import operations

HANDLERS: Final = operations.handlers(archives, copies, league_copies, pictures, rulebooks)
