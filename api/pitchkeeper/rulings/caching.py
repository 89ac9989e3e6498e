"""Caching: how long an answer about rule sets may be kept, by who asked and by proxies between."""

from typing import Final

from pitchkeeper.rulings.rulesets import HASH_LENGTH

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_A_DAY: Final = "public, max-age=86400"
_AN_HOUR: Final = "public, max-age=3600"
PRESETS: Final = {"Cache-Control": _AN_HOUR}
"""What presets say changes with a release."""


def for_document(ruleset_id: str) -> dict[str, str]:
    """What people read of a rule set: by its hash it stays what it is."""
    return {"Cache-Control": _FOR_EVER if _is_hash(ruleset_id) else _AN_HOUR}


def for_data(*ruleset_ids: str) -> dict[str, str]:
    """What programs read of some: a release may give them more fields, and programs count on it."""
    return {"Cache-Control": _A_DAY if all(map(_is_hash, ruleset_ids)) else _AN_HOUR}


def _is_hash(ruleset_id: str) -> bool:
    return len(ruleset_id) == HASH_LENGTH
