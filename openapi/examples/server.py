"""Examples of what every server answers: that it lives, and its sentences."""

from typing import Final

from pitchkeeper.messages import catalogues
from pitchkeeper.messages.catalogues import LANGUAGES, USUAL
from pitchkeeper.rest.operations import Example
from pitchkeeper.rest.routes.health import Health
from pitchkeeper.rest.routes.messages import MessageCatalog

_FEW: Final = ("word.all_of", "word.card", "word.suit.S")
_PATTERNS: Final = catalogues.catalogue(USUAL).patterns

EXAMPLES: Final = {
    "getLiveness": Example(Health(status="ok")),
    "getReadiness": Example(Health(status="ok")),
    "getMessages": Example(
        MessageCatalog(
            language=USUAL,
            languages=LANGUAGES,
            messages={code: _PATTERNS[code] for code in _FEW},
        )
    ),
}
"""The examples of operations, by their ids."""
