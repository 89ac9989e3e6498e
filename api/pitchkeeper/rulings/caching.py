"""Caching: headers that let clients and proxies cache answers about rule sets."""

from typing import Final

from pitchkeeper.rulings.rulesets import HASH_LENGTH

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_A_DAY: Final = "public, max-age=86400"
_AN_HOUR: Final = "public, max-age=3600"
PRESETS: Final = {"Cache-Control": _AN_HOUR}
"""For all presets, which may change with a release."""


def for_document(ruleset_id: str) -> dict[str, str]:
    """Return the headers of a document about a rule set, which under a hash never changes."""
    return {"Cache-Control": _FOR_EVER if _is_hash(ruleset_id) else _AN_HOUR}


def for_data(*ruleset_ids: str) -> dict[str, str]:
    """Return the headers of JSON about rule sets, to which a release may add fields."""
    return {"Cache-Control": _A_DAY if all(map(_is_hash, ruleset_ids)) else _AN_HOUR}


def _is_hash(ruleset_id: str) -> bool:
    return len(ruleset_id) == HASH_LENGTH
