"""Write the contract: `python -m api.openapi openapi/openapi.json`.

The server serves the file and never makes it: the examples prove hands, which takes a second.
"""

import sys
from pathlib import Path
from typing import Final

import msgspec

from api import app
from api.access import examples as devices
from api.contract import document
from api.documents import examples as documents
from api.http.routes import health, messages
from api.leagues import examples as leagues
from api.matches import examples as matches
from api.rulings import examples as rulings
from api.rulings.views import RulesetId
from api.scoreboards import examples as scoreboards
from api.sync import examples as sync
from api.sync.queues import QueuedCommand
from domain.cards import Card

EXAMPLES: Final = {
    **devices.EXAMPLES,
    **rulings.EXAMPLES,
    **matches.EXAMPLES,
    **sync.EXAMPLES,
    **leagues.EXAMPLES,
    **scoreboards.EXAMPLES,
    **documents.EXAMPLES,
    **health.EXAMPLES,
    **messages.EXAMPLES,
}
NAMED: Final = {"Card": Card, "Command": QueuedCommand, "RulesetId": RulesetId}
"""What is no class but deserves a name: strings of a pattern, and values of one of many kinds."""


def text() -> bytes:
    """The contract of all operations of the app."""
    made = document.document(app.OPERATIONS, EXAMPLES, NAMED)
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(text())
