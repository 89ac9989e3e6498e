"""Write the contract: `python -m openapi.generate openapi/openapi.json`.

The server serves the file and never makes it: the examples prove hands, which takes a second.
"""

import sys
from pathlib import Path
from typing import Final

import msgspec

from openapi.examples import EXAMPLES
from pitch import Card
from pitchkeeper import app
from pitchkeeper.rest.contract import document
from pitchkeeper.rulings.views import RulesetId
from pitchkeeper.sync.queues import QueuedCommand

NAMED: Final = {"Card": Card, "Command": QueuedCommand, "RulesetId": RulesetId}
"""What is no class but deserves a name: strings of a pattern, and values of one of many kinds."""


def text() -> bytes:
    """Return the contract of all operations of the app."""
    made = document.document(app.OPERATIONS, EXAMPLES, NAMED)
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(text())
