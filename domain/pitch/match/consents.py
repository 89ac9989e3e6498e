"""Consents: who has to agree to a hand, and how a dispute about one ends."""

from enum import StrEnum


class Policy(StrEnum):
    """Who has to agree to a hand before it counts as confirmed."""

    ONE = "one"
    BOTH_SIDES = "both_sides"
    OWNER = "owner"


class Settlement(StrEnum):
    """How a dispute ended."""

    CORRECTED = "corrected"
    RULING_ACCEPTED = "ruling_accepted"
    OVERRULED = "overruled"
    WITHDRAWN = "withdrawn"
