"""Invites: short codes that admit devices to a match or a league, with a time and use limit."""

import re
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch.types import Seat
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.devices import Role

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Symbols that are not mistaken for others when read aloud: no 0, O, 1 or I."""
# 32 symbols give 1.1e12 codes; `guessing` allows too few attempts to hit one by chance.
LENGTH: Final = 8
WEEK: Final = 7 * 24 * 60
"""Minutes of a week, the longest life of most invites."""
_BETWEEN: Final = re.compile(r"[\s-]")
_CODE: Final = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


class InviteRole(StrEnum):
    """The role of a device that joins by an invite: scorer, or viewer."""

    SCORER = "scorer"
    VIEWER = "viewer"


class Terms(Struct, frozen=True):
    """The role, lifetime and number of uses of an invite."""

    role: InviteRole
    minutes: int
    uses: int
    seat: Seat | None = None
    """The seat of a match that the first to join gets at once."""


class Invite(Struct, frozen=True):
    """An invite as it is stored."""

    kind: AggregateKind
    aggregate_id: UUID
    invite_id: UUID
    code: str
    role: InviteRole
    seat: Seat | None
    made_at: datetime
    expires_at: datetime
    uses: int
    uses_left: int
    revoked_at: datetime | None = None
    made_by: UUID | None = None
    """None if it was made before makers were noted."""

    @property
    def member_role(self) -> Role:
        """The role of a device that joins by it."""
        return Role(self.role)

    def can_be_used(self, now: datetime) -> bool:
        """Return whether the invite admits one more device."""
        return self.is_open(now) and self.uses_left > 0

    def is_open(self, now: datetime) -> bool:
        """Return whether the invite has neither expired nor been revoked."""
        return self.revoked_at is None and now < self.expires_at


def draw_code(choose: Callable[[str], str]) -> str:
    """Return a random code; `choose` picks a symbol of a text."""
    return "".join(choose(ALPHABET) for _ in range(LENGTH))


def format_code(code: str) -> str:
    """Return a code as people read it aloud, in two halves."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def parse_code(text: str) -> str | None:
    """Return the code in a text, in any case, with or without dash and spaces; None if none."""
    code = _BETWEEN.sub("", text)
    # Some letters become others that a code has: "ß" in upper case is "SS".
    code = code.upper() if code.isascii() else ""
    return code if _CODE.fullmatch(code) else None
