"""Invites: a short code lets devices into a match or a league, for a while, so many times."""

import re
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch.types import Seat
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.roles import Role

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What is not mistaken for something else when it is read aloud: no 0, O, 1 or I."""
# With 32 symbols 1.1e12 codes, of which `guessing` lets so few be tried that none is hit by chance.
LENGTH: Final = 8
_BETWEEN: Final = re.compile(r"[\s-]")
_CODE: Final = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


class InviteRole(StrEnum):
    """The role of a device that joins by an invite: scorer, or viewer."""

    SCORER = "scorer"
    VIEWER = "viewer"


class Terms(Struct, frozen=True):
    """Whom an invite lets in, for how many minutes, and how many of them."""

    role: InviteRole
    minutes: int
    uses: int
    seat: Seat | None = None
    """The seat of a match that the first to join gets at once."""


class Invite(Struct, frozen=True):
    """An invite as it is kept."""

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

    @property
    def member_role(self) -> Role:
        """The role of a device that joins by it."""
        return Role(self.role)

    def can_be_used(self, now: datetime) -> bool:
        """Whether it lets one more device in."""
        return self.is_open(now) and self.uses_left > 0

    def is_open(self, now: datetime) -> bool:
        """Whether it has neither expired nor been revoked."""
        return self.revoked_at is None and now < self.expires_at


def draw_code(choose: Callable[[str], str]) -> str:
    """A code by chance; `choose` picks a symbol of a text."""
    return "".join(choose(ALPHABET) for _ in range(LENGTH))


def format_code(code: str) -> str:
    """A code as people read it aloud, in two halves."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def parse_code(text: str) -> str | None:
    """The code that somebody typed, in any case, with or without dash and spaces."""
    code = _BETWEEN.sub("", text)
    # Some letters become others that a code has: "ß" in upper case is "SS".
    code = code.upper() if code.isascii() else ""
    return code if _CODE.fullmatch(code) else None
