"""Consents: the players who must agree to a hand, and the ways a dispute can end."""

from enum import StrEnum


class Policy(StrEnum):
    """The players who must agree to a hand before it counts as confirmed."""

    ONE = "one"
    BOTH_SIDES = "both_sides"
    OWNER = "owner"


class Settlement(StrEnum):
    """The way in which a dispute ended."""

    CORRECTED = "corrected"
    RULING_ACCEPTED = "ruling_accepted"
    OVERRULED = "overruled"
    WITHDRAWN = "withdrawn"
