"""What is kept of devices and matches: the values that the store reads and writes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from api.matches.agreements import Entered, Instant, Made
from domain.match import matches as fold
from domain.match import tallies
from domain.match.consents import Policy
from domain.match.matches import Adjustment, HandNumber, Sheet
from domain.match.tallies import SeatTally
from domain.notation.moments import UTC, TimeZone
from domain.seats import Seating
from domain.types import Fact, Reason, Seat, Side, Value


class Role(StrEnum):
    """What a device may do in a match: everything, keep the score, or look."""

    OWNER = "owner"
    SCORER = "scorer"
    VIEWER = "viewer"


NOBODY: Final = UUID(int=0)
"""Stands where the id of a device stood that was erased."""
RANKS: Final = (Role.VIEWER, Role.SCORER, Role.OWNER)
"""Roles, each allowing more than the one before."""


class Head(Value, frozen=True):
    """What is agreed before the first deal, besides the rule set."""

    seating: Seating
    first_dealer: Seat
    policy: Policy = Policy.ONE
    time_zone: TimeZone = UTC


class Summary(Value, frozen=True):
    """What a list shows of a match."""

    ruleset: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int
    winner: Side | None


class Member(Value, frozen=True):
    """A device that takes part in a match, and whose phone it is."""

    device_id: UUID
    role: Role
    """What the device may do in the match."""
    joined_at: Instant
    seat: Seat | None = None
    asks_for: Seat | None = None
    """The seat that the device says is its own, until the owner agrees."""


class Cancellation(Made, frozen=True):
    """Who took back what was entered, and why."""

    reason: Reason


class Given(Adjustment, frozen=True):
    """An adjustment as it was entered: by whom, when, and whether it was cancelled."""

    number: int
    device_id: UUID
    at: Instant
    cancelled: Cancellation | None = None


class Action(StrEnum):
    """What a line of the journal records."""

    MATCH_OPENED = "match_opened"
    MATCH_DELETED = "match_deleted"
    MATCH_RESTORED = "match_restored"
    HAND_ENTERED = "hand_entered"
    HAND_CHANGED = "hand_changed"
    HAND_VOIDED = "hand_voided"
    HAND_CONFIRMED = "hand_confirmed"
    HAND_DISPUTED = "hand_disputed"
    DISPUTE_RESOLVED = "dispute_resolved"
    HAND_OVERRULED = "hand_overruled"
    ADJUSTMENT_MADE = "adjustment_made"
    ADJUSTMENT_CANCELLED = "adjustment_cancelled"
    CHANGE_UNDONE = "change_undone"
    VERSION_RESTORED = "version_restored"
    MEMBER_JOINED = "member_joined"
    MEMBER_CHANGED = "member_changed"
    MEMBER_REMOVED = "member_removed"
    SEAT_ASKED_FOR = "seat_asked_for"
    SEAT_GIVEN = "seat_given"
    OWNER_CHANGED = "owner_changed"
    INVITE_MADE = "invite_made"
    INVITE_REVOKED = "invite_revoked"
    DEVICE_ERASED = "device_erased"


class HandChanged(Fact, frozen=True):
    """What a hand was before a change and is after it; without one it is not there."""

    number: HandNumber
    before: Entered | None = None
    after: Entered | None = None


class AdjustmentChanged(Fact, frozen=True):
    """What an adjustment was before a change and is after it."""

    number: int
    before: Given | None = None
    after: Given | None = None


class MemberChanged(Fact, frozen=True):
    """What a member was before a change and is after it."""

    device_id: UUID
    before: Member | None = None
    after: Member | None = None


class Entry(Fact, frozen=True):
    """What one change did: to which hands, adjustments and members, from what, to what."""

    action: Action
    hand: HandNumber | None = None
    """The hand that the change was about, where it was about one."""
    restored: int | None = None
    """The version that an undo or a restore went back to."""
    hands: tuple[HandChanged, ...] = ()
    adjustments: tuple[AdjustmentChanged, ...] = ()
    members: tuple[MemberChanged, ...] = ()

    @property
    def joined(self) -> tuple[UUID, ...]:
        """The devices that it let in."""
        return tuple(each.device_id for each in self.members if each.before is None)

    @property
    def left(self) -> tuple[UUID, ...]:
        """The devices that are in no longer."""
        return tuple(each.device_id for each in self.members if each.after is None)


class Noted(Struct, frozen=True):
    """A line of the journal, with the version of the match that it made."""

    version: int
    noted_at: datetime
    device_id: UUID
    entry: Entry


class Changed(Struct, frozen=True):
    """What has changed in a match since a version: the first change of each thing after it."""

    noted_at: datetime
    """When that version was made."""
    hands: tuple[HandChanged, ...]
    adjustments: tuple[AdjustmentChanged, ...]
    members: tuple[MemberChanged, ...]


class Counted(SeatTally, frozen=True, kw_only=True):
    """The tally of a seat as it is kept: of which match and device, and with whose."""

    match_id: UUID
    device_id: UUID | None
    """None for a guest, who has no device at the table."""
    partners: tuple[UUID, ...]
    opponents: tuple[UUID, ...]


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A match as it was read: its version, and all that its score sheet follows from."""

    match_id: UUID
    version: int
    match: fold.Match
    policy: Policy
    hands: tuple[Entered, ...]
    adjustments: tuple[Given, ...]
    members: tuple[Member, ...]
    created_at: datetime
    updated_at: datetime
    time_zone: TimeZone = UTC
    deleted_at: datetime | None = None
    done_in: int | None = None
    """The version that the command which asks has made already, if it was here before."""

    @property
    def head(self) -> Head:
        """What was agreed before the first deal, besides the rule set."""
        return Head(
            seating=self.match.seating,
            first_dealer=self.match.first_dealer,
            policy=self.policy,
            time_zone=self.time_zone,
        )

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet of the match."""
        return fold.sheet(self.match, self.hands, self.in_force)

    @property
    def tallies(self) -> tuple[Counted, ...]:
        """What can be counted of every seat, as the sheet and the members say now."""
        made = tallies.of(self.match, self.hands, self.sheet)
        devices = {each.seat: each.device_id for each in self.members if each.seat is not None}
        sides = {devices[each.seat]: each.side for each in made if each.seat in devices}
        return tuple(
            Counted(
                **structs.asdict(each),
                match_id=self.match_id,
                device_id=devices.get(each.seat),
                partners=tuple(
                    device
                    for device, side in sides.items()
                    if side == each.side and device != devices.get(each.seat)
                ),
                opponents=tuple(device for device, side in sides.items() if side != each.side),
            )
            for each in made
        )

    @property
    def in_force(self) -> tuple[Given, ...]:
        """The adjustments that were not cancelled."""
        return tuple(each for each in self.adjustments if each.cancelled is None)

    def hand(self, number: int) -> Entered | None:
        """The hand of a number, if there is one."""
        return self.hands[number - 1] if 1 <= number <= len(self.hands) else None

    def adjustment(self, number: int) -> Given | None:
        """The adjustment of a number, if there is one."""
        return next((given for given in self.adjustments if given.number == number), None)

    def is_owner(self, device_id: UUID) -> bool:
        """Whether a device owns the match."""
        member = self.member(device_id)
        return member is not None and member.role is Role.OWNER

    def member(self, device_id: UUID) -> Member | None:
        """The part that a device takes; None for a stranger."""
        return next((each for each in self.members if each.device_id == device_id), None)


class Opened(Struct, frozen=True):
    """A match as it is opened: what lists show of it, and the first line of its journal."""

    stored: Stored
    summary: Summary
    entry: Entry


class Listed(Struct, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: int
    summary: Summary
    created_at: datetime
    updated_at: datetime


class MatchOutcome(Struct, frozen=True):
    """Who has won a match, if anybody has, and the scores."""

    winner: Side | None
    scores: tuple[int, ...]
    has_begun: bool
    """Whether a hand of it was entered; of a match that was removed, whether it was won."""


class Command(Struct, frozen=True):
    """Something that a device asks for, with an id if it may arrive more than once."""

    device_id: UUID
    id: UUID | None = None
    first_sent_at: datetime | None = None
    """When it arrived for the first time, if it may arrive more than once."""


class Change(Struct, frozen=True):
    """What to keep of one change, if the match is still at the version that was read."""

    match_id: UUID
    version: int
    command: Command
    at: datetime
    summary: Summary
    entry: Entry
    hands: tuple[Entered, ...]
    """The hands to write; more than the journal tells where only a proof is new."""
    hand_count: int
    tallies: tuple[Counted, ...]
    deleted_at: datetime | None = None
    shown: tuple[UUID, ...] = ()
    """The devices on whose lists the match is again."""
    hidden: tuple[UUID, ...] = ()
    """The devices on whose lists the match is no longer."""


class Device(Struct, frozen=True):
    """A device that signed in, the hash of its secret, and that of a secret not yet used."""

    device_id: UUID
    token_hash: bytes
    created_at: datetime
    next_token_hash: bytes | None = None


class Watched(Struct, frozen=True):
    """How far a match is, and who is in it."""

    version: int
    members: frozenset[UUID]


class Followed(Struct, frozen=True):
    """Lines of a match's journal, and who is in the match."""

    noted: tuple[Noted, ...]
    members: frozenset[UUID]
