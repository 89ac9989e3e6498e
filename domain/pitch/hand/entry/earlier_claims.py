"""Earlier claims: those in files and queued commands of the first contract, read as today's."""

from typing import Any, Final

from pitch.hand.entry.parts import ClaimFacts
from pitch.hand.records import Claims
from pitch.shapes import Upgrades

_NAMES: Final = ("high", "low", "jack", "game")


def convert_claims(claims: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of claims with their points in a list.

    In the first contract each of High, Low, Jack and Game was a field of its own, and the pips
    stood in Game. All other fields stay as they are.
    """
    if not any(name in claims for name in _NAMES):
        return claims
    converted, points = dict(claims), []
    for name in _NAMES:
        claim = converted.pop(name, None)
        if isinstance(claim, dict):
            rest = {field: value for field, value in claim.items() if field != "pips"}
            points += [{"point": name} | rest] if rest else []
            converted |= {"pips": claim["pips"]} if "pips" in claim else {}
        # An invalid claim stays, so it is refused by its name.
        elif claim is not None:
            converted[name] = claim
    return {"points": points} | converted


EARLIER_CLAIMS: Final[Upgrades] = {Claims: convert_claims, ClaimFacts: convert_claims}
"""The readers of claims of the first contract, by the type that has claims."""
