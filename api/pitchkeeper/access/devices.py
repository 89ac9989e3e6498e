"""Devices: their roles, their commands, and the stamps of what they entered."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, TypeAlias
from uuid import UUID

from msgspec import Meta, Struct

from pitch.types import Reason, Value


class Role(StrEnum):
    """The role of a device in a match or a league: owner, scorer or viewer."""

    OWNER = "owner"
    SCORER = "scorer"
    VIEWER = "viewer"


class LeagueRole(StrEnum):
    """The role of a device in a league: owner, organizer, scorer or viewer."""

    OWNER = "owner"
    ORGANISER = "organiser"
    """Runs the league beside the owner, who alone may delete or hand it over or name organizers."""
    SCORER = "scorer"
    VIEWER = "viewer"


AnyRole: TypeAlias = Role | LeagueRole
RANKS: Final[tuple[AnyRole, ...]] = tuple(reversed(LeagueRole))
"""Roles, each allowing more than the one before."""


class CommandOutcome(StrEnum):
    """The outcome of a command: done now, done before, or refused."""

    DONE = "done"
    REPEATED = "repeated"
    REFUSED = "refused"


class Device(Struct, frozen=True):
    """A device that signed in, the hash of its secret, and that of a secret not yet used."""

    device_id: UUID
    token_hash: bytes
    created_at: datetime
    next_token_hash: bytes | None = None


class Command(Struct, frozen=True):
    """A request of a device, with an id if it may arrive more than once."""

    device_id: UUID
    id: UUID | None = None
    first_sent_at: datetime | None = None
    """When it arrived for the first time, if it may arrive more than once."""


class CommandKey(Struct, frozen=True):
    """The Idempotency-Key of a request, with a hash of the request."""

    text: str
    fingerprint: bytes


class CodeKind(StrEnum):
    """The purpose of a code: to recover a lost device, or to move a device to another phone."""

    RECOVERY = "recovery"
    TRANSFER = "transfer"


class NotedCode(Struct, frozen=True):
    """When a code was made, until when it is good, and when it was used last."""

    kind: CodeKind
    made_at: datetime
    expires_at: datetime | None
    used_at: datetime | None


Instant = Annotated[datetime, Meta(tz=True)]
NOBODY: Final = UUID(int=0)
"""Stands where the id of a device stood that was erased."""


class Stamp(Value, frozen=True):
    """The device that made an entry, and the time of it."""

    device_id: UUID
    """The id of the device that made the entry."""
    at: Instant
    """The time of the entry."""


class Cancellation(Stamp, frozen=True):
    """The cancellation of an entry: the device, the time and the reason."""

    reason: Reason
    """The reason for the cancellation."""
