"""The journal of a match: one line for each change, with everything before and after it."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from msgspec import Struct

from pitch import RuleSet
from pitch.types import Fact, HandNumber, Label, Seat
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.state import MatchState, Member, RecordedAdjustment


class Action(StrEnum):
    """The kind of a change of a match."""

    # These names are stored in journals, so none of them may change.
    MATCH_OPENED = "match_opened"
    MATCH_DELETED = "match_deleted"
    MATCH_RESTORED = "match_restored"
    HAND_ENTERED = "hand_entered"
    HAND_CHANGED = "hand_changed"
    HAND_VOIDED = "hand_voided"
    HAND_CONFIRMED = "hand_confirmed"
    HANDS_CONFIRMED = "hands_confirmed"
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
    PLAYER_RENAMED = "player_renamed"
    MATCH_RENAMED = "match_renamed"
    RULES_CHANGED = "rules_changed"
    OWNER_CHANGED = "owner_changed"
    INVITE_MADE = "invite_made"
    INVITE_REVOKED = "invite_revoked"
    PUBLIC_LINK_MADE = "public_link_made"
    PUBLIC_LINK_REVOKED = "public_link_revoked"
    REMATCH_OPENED = "rematch_opened"
    DEVICE_ERASED = "device_erased"
    HANDS_CHECKED = "hands_checked"
    """Hands were proven later than they were entered; no device did that."""


class RecordedHandChange(Fact, frozen=True):
    """A hand before and after a change; None if it is not on the sheet."""

    number: HandNumber
    before: RecordedHand | None = None
    after: RecordedHand | None = None


class AdjustmentChange(Fact, frozen=True):
    """An adjustment before and after a change; None if there is none."""

    number: int
    before: RecordedAdjustment | None = None
    after: RecordedAdjustment | None = None


class MembershipChange(Fact, frozen=True):
    """A member before and after a change; None if the device is not in the match."""

    device_id: UUID
    before: Member | None = None
    after: Member | None = None


class PlayerChange(Fact, frozen=True):
    """The name of a player before and after a change."""

    seat: Seat
    """The seat of the player who was renamed, counted clockwise from 0."""
    before: Label
    """The player's name before the change."""
    after: Label
    """The player's name after the change."""


class NameChange(Fact, frozen=True):
    """The name of a match before and after a change."""

    before: Label | None
    """The name of the table before the change; null if it had none."""
    after: Label | None
    """The name of the table after the change; null if it has none."""


class RulesetChange(Fact, frozen=True):
    """The complete rule set before and after a change, so that it can be undone."""

    before: RuleSet
    after: RuleSet


class RecordedMatchChange(Fact, frozen=True):
    """A change: hands, adjustments, members, names and rules that differ before and after it."""

    action: Action
    hand: HandNumber | None = None
    """The hand that the change was about, where it was about one."""
    # The next undo goes on from here, so that no change is undone twice.
    restored: int | None = None
    """The version that an undo or a restore went back to."""
    hands: tuple[RecordedHandChange, ...] = ()
    adjustments: tuple[AdjustmentChange, ...] = ()
    members: tuple[MembershipChange, ...] = ()
    players: tuple[PlayerChange, ...] = ()
    ruleset: RulesetChange | None = None
    name: NameChange | None = None


class JournalLine(Struct, frozen=True):
    """A line of the journal, with the version of the match after the change."""

    version: int
    noted_at: datetime
    device_id: UUID
    entry: RecordedMatchChange


class ChangesSince(Struct, frozen=True):
    """The first change of each hand, adjustment, member, name and rule set since a version."""

    noted_at: datetime
    """The time of that version."""
    hands: tuple[RecordedHandChange, ...]
    adjustments: tuple[AdjustmentChange, ...]
    members: tuple[MembershipChange, ...]
    players: tuple[PlayerChange, ...] = ()
    ruleset: RulesetChange | None = None
    name: NameChange | None = None


class JournalTail(Struct, frozen=True):
    """Lines of a match's journal, and the members of the match."""

    noted: tuple[JournalLine, ...]
    members: frozenset[UUID]


def opening_change(state: MatchState) -> RecordedMatchChange:
    """Return the first line of the journal of a match."""
    members = (MembershipChange(device_id=new.device_id, after=new) for new in state.members)
    return RecordedMatchChange(action=Action.MATCH_OPENED, members=tuple(members))
