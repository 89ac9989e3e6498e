"""What is kept of devices and matches: the values that the store reads and writes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from uuid import UUID

from msgspec import Struct

from domain import matches as fold
from domain.matches import Adjustment, Hand, HandNumber, Sheet
from domain.records import HandRecord
from domain.tables import Seating
from domain.values import Fact, Seat, Side, Value


class Head(Value, frozen=True):
    """What is agreed before the first deal, besides the rule set."""

    seating: Seating
    first_dealer: Seat


class Summary(Value, frozen=True):
    """What a list shows of a match."""

    ruleset: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int
    winner: Side | None


class Action(StrEnum):
    """What a line of the journal records."""

    MATCH_OPENED = "match_opened"
    HAND_ENTERED = "hand_entered"
    HAND_CHANGED = "hand_changed"
    HAND_VOIDED = "hand_voided"
    ADJUSTMENT_MADE = "adjustment_made"


class Entry(Fact, frozen=True):
    """What one change did: which hand, from what, to what."""

    action: Action
    hand: HandNumber | None = None
    before: HandRecord | None = None
    after: HandRecord | None = None
    was_void: bool = False
    adjustment: Adjustment | None = None


class Noted(Struct, frozen=True):
    """A line of the journal, with the version of the match that it made."""

    version: int
    noted_at: datetime
    device_id: UUID
    entry: Entry


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A match as it was read: its version, and all that its score sheet follows from."""

    match_id: UUID
    version: int
    match: fold.Match
    hands: tuple[Hand, ...]
    adjustments: tuple[Adjustment, ...]
    created_at: datetime
    updated_at: datetime

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet of the match."""
        return fold.sheet(self.match, self.hands, self.adjustments)


class Listed(Struct, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: int
    summary: Summary
    created_at: datetime
    updated_at: datetime


class Change(Struct, frozen=True):
    """Who changes which version of a match, when, and what the journal says of it."""

    match_id: UUID
    version: int
    device_id: UUID
    at: datetime
    summary: Summary
    entry: Entry


class Device(Struct, frozen=True):
    """A device that signed in, and the hash of its secret."""

    device_id: UUID
    token_hash: bytes
    created_at: datetime


class Watched(Struct, frozen=True):
    """How far a match is, and who is in it."""

    version: int
    members: frozenset[UUID]


class Followed(Struct, frozen=True):
    """Lines of a match's journal, and who is in the match."""

    noted: tuple[Noted, ...]
    members: frozenset[UUID]
