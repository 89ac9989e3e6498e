"""Records of which so little is known that a search for all their deals is long."""

from typing import Any, Final

EIGHT_PLAYERS: Final[dict[str, Any]] = {
    "piles": [
        {"side": 2, "cards": ["6C", "8C", "KC", "5C", "QC", "3C", "JC", "2C"]},
        {"side": 3, "cards": [], "listed": "scoring"},
        {"side": 6, "cards": [], "listed": "scoring"},
    ],
    "tricksWon": [2, 0, 1, 0, 3, 0, 0, 0],
    "holdings": [
        {"seat": 0, "cards": ["KS", "6H", "TD", "AC", "6C"]},
        {"seat": 6, "cards": ["9D", "TC", "JC", "QD", "3S", "2D"]},
    ],
    "lowDealtTo": 1,
}
"""A hand of eight, each for themselves, whose trump is not told."""
