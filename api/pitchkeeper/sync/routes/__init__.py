"""The operations of phones that follow, and of phones that were away."""

from typing import Final

from pitchkeeper.rest import operations
from pitchkeeper.sync.routes import live, queues

HANDLERS: Final = operations.handlers(live, queues)
