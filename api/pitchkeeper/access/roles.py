"""Roles: what a device may do in a match or a league."""

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The role of a device in a match or a league: owner, scorer or viewer."""

    OWNER = "owner"
    SCORER = "scorer"
    VIEWER = "viewer"


RANKS: Final = (Role.VIEWER, Role.SCORER, Role.OWNER)
"""Roles, each allowing more than the one before."""
