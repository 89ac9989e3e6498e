"""The store of rule sets: PostgreSQL behind the two verbs that they need."""

from functools import lru_cache
from typing import Final

import msgspec

from pitch import RuleSet
from pitch.rules import hash_ruleset
from pitchkeeper.database.pool import Connections, queries

_RULESET: Final = msgspec.json.Decoder(RuleSet)
_REMEMBERED: Final = 256


@lru_cache(_REMEMBERED)
def decode(content: bytes) -> RuleSet:
    """A rule set as it is kept; all matches and leagues by the same one share it."""
    return _RULESET.decode(content)


class RulesetStore:
    """The rule sets that are kept, by the hashes of their contents."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add(self, ruleset: RuleSet) -> None:
        """Keep a rule set under the hash of its content."""
        # Under its hash content never changes, so what is there already is the same. Every match
        # and league asks for it: to write it each time would make all of them wait for one row.
        content_hash = hash_ruleset(ruleset)
        if not await self._connections.fetchval(queries().has_ruleset, content_hash):
            await self._connections.execute(
                queries().add_ruleset, content_hash, msgspec.json.encode(ruleset)
            )

    async def load(self, content_hash: str) -> RuleSet | None:
        """A rule set by the hash of its content."""
        content = await self._connections.fetchval(queries().load_ruleset, content_hash)
        return None if content is None else decode(content)
