"""The examples of the contract, by the ids of operations: the rules made them, so none is wrong."""

from typing import Final

from openapi.examples import (
    access,
    documents,
    leagues,
    matches,
    nights,
    rulings,
    scoreboards,
    server,
    sync,
)

EXAMPLES: Final = {
    **server.EXAMPLES,
    **access.EXAMPLES,
    **rulings.EXAMPLES,
    **matches.EXAMPLES,
    **sync.EXAMPLES,
    **leagues.EXAMPLES,
    **nights.EXAMPLES,
    **scoreboards.EXAMPLES,
    **documents.EXAMPLES,
}
