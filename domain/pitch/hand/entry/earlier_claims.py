"""Claims as files and queued commands of the first contract have them, read as they are now."""

from typing import Any, Final

from pitch.hand.entry.parts import ClaimFacts
from pitch.hand.records import Claims
from pitch.shapes import Readers

_NAMES: Final = ("high", "low", "jack", "game")


def convert_claims(claims: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of claims with their points in a list.

    In the first contract each of High, Low, Jack and Game was a field of its own, and the pips
    stood with Game. What stands in no place of its own stays as it is.
    """
    if not any(name in claims for name in _NAMES):
        return claims
    told, points = dict(claims), []
    for name in _NAMES:
        said = told.pop(name, None)
        if isinstance(said, dict):
            rest = {field: value for field, value in said.items() if field != "pips"}
            points += [{"point": name} | rest] if rest else []
            told |= {"pips": said["pips"]} if "pips" in said else {}
        # What was no claim then is none now, and is refused by its name.
        elif said is not None:
            told[name] = said
    return {"points": points} | told


EARLIER_CLAIMS: Final[Readers] = {Claims: convert_claims, ClaimFacts: convert_claims}
"""What reads the claims of the first contract, wherever they stand."""
