"""The operations of phones that follow, and of phones that were away."""

from typing import Final

from api.http import operations
from api.sync.routes import live, queues

HANDLERS: Final = operations.handlers(live, queues)
