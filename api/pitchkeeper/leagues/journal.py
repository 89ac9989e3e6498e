"""The journal of a league: what every change did, place by place."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from msgspec import Struct

from pitch.types import Fact
from pitchkeeper.leagues.state import Piece


class PieceChange(Fact, frozen=True):
    """What stood at a place of a league before a change and stands there after it."""

    place: str
    before: Piece | None = None
    after: Piece | None = None


class LeagueAction(StrEnum):
    """The kind of a change of a league."""

    # Journals of before hold these names, so none of them may change.
    LEAGUE_OPENED = "league_opened"
    LEAGUE_DELETED = "league_deleted"
    LEAGUE_RESTORED = "league_restored"
    CHARTER_CHANGED = "charter_changed"
    ENTRANT_ADDED = "entrant_added"
    ENTRANT_CHANGED = "entrant_changed"
    ENTRANT_REMOVED = "entrant_removed"
    SCHEDULE_PLANNED = "schedule_planned"
    RESULT_ENTERED = "result_entered"
    RESULT_CHANGED = "result_changed"
    RESULT_CLEARED = "result_cleared"
    MATCH_OPENED = "match_opened"
    PAYMENT_ENTERED = "payment_entered"
    PAYMENT_CANCELLED = "payment_cancelled"
    PLAY_OFF_ENTERED = "play_off_entered"
    PLAY_OFF_CANCELLED = "play_off_cancelled"
    MEMBER_ADDED = "member_added"
    """By its owner, as was possible once: kept for the journals that tell of it."""
    MEMBER_JOINED = "member_joined"
    MEMBER_CHANGED = "member_changed"
    MEMBER_REMOVED = "member_removed"
    PLAYER_ASKED_FOR = "player_asked_for"
    PLAYER_GIVEN = "player_given"
    OWNER_CHANGED = "owner_changed"
    INVITE_MADE = "invite_made"
    INVITE_REVOKED = "invite_revoked"
    PUBLIC_LINK_MADE = "public_link_made"
    PUBLIC_LINK_REVOKED = "public_link_revoked"
    DEVICE_ERASED = "device_erased"


class LeagueChange(Fact, frozen=True):
    """What one change of a league did, place by place."""

    action: LeagueAction
    changes: tuple[PieceChange, ...] = ()


class LeagueJournalLine(Struct, frozen=True):
    """A line of a league's journal, with the version that it made."""

    version: int
    noted_at: datetime
    device_id: UUID
    entry: LeagueChange
