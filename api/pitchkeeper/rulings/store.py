"""The store of rule sets in PostgreSQL."""

from functools import lru_cache
from typing import Final

import msgspec

from pitch import RuleSet
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.messages import codecs

_RULESET: Final = codecs.StoredDecoder(RuleSet)
_CACHE_SIZE: Final = 256


@lru_cache(_CACHE_SIZE)
def decode(content: bytes) -> RuleSet:
    """Return a stored rule set, cached so that matches and leagues share one object."""
    return _RULESET.decode(content)


class RulesetStore:
    """Stores rule sets under the hashes of their contents."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add(self, ruleset: RuleSet) -> None:
        """Store a rule set under the hash of its content."""
        # A stored rule set never changes. It is read first, because every new match and league adds
        # it, and writing it each time would make them wait for one row.
        content_hash = ruleset.hash
        if not await self._connections.fetchval(queries().has_ruleset, content_hash):
            await self._connections.execute(
                queries().add_ruleset, content_hash, msgspec.json.encode(ruleset)
            )

    async def load(self, content_hash: str) -> RuleSet | None:
        """Return a rule set by the hash of its content."""
        content = await self._connections.fetchval(queries().load_ruleset, content_hash)
        return None if content is None else decode(content)
