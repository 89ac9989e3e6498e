"""Roles: what a device may do in a match or a league."""

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a device may do in a match: everything, keep the score, or look."""

    OWNER = "owner"
    SCORER = "scorer"
    VIEWER = "viewer"


RANKS: Final = (Role.VIEWER, Role.SCORER, Role.OWNER)
"""Roles, each allowing more than the one before."""
