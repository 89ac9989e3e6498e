"""The operations by which people take away and bring."""

from typing import Final

from pitchkeeper.documents.routes import archives, copies, league_copies, pictures, rulebooks
from pitchkeeper.http import operations

HANDLERS: Final = operations.handlers(archives, copies, league_copies, pictures, rulebooks)
