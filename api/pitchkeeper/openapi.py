"""Write the contract: `python -m pitchkeeper.openapi openapi/openapi.json`.

The server serves the file and never makes it: the examples prove hands, which takes a second.
"""

import sys
from pathlib import Path
from typing import Final

import msgspec

from pitch import Card
from pitchkeeper import app
from pitchkeeper.access import examples as devices
from pitchkeeper.contract import document
from pitchkeeper.documents import examples as documents
from pitchkeeper.http.routes import health, messages
from pitchkeeper.leagues import examples as leagues
from pitchkeeper.matches import examples as matches
from pitchkeeper.rulings import examples as rulings
from pitchkeeper.rulings.views import RulesetId
from pitchkeeper.scoreboards import examples as scoreboards
from pitchkeeper.sync import examples as sync
from pitchkeeper.sync.queues import QueuedCommand

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
