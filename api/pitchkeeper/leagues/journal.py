"""The journal of a league: its changes place by place, and the league before some of them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from msgspec import Struct, structs

from pitch.league import Finals, Format
from pitch.types import Fact
from pitchkeeper.leagues.pieces import Piece, from_pieces, to_pieces
from pitchkeeper.leagues.state import LeagueState


class PieceChange(Fact, frozen=True):
    """The piece at a place of a league before and after a change."""

    place: str
    before: Piece | None = None
    after: Piece | None = None


class LeagueAction(StrEnum):
    """The kind of a change of a league."""

    # Stored journals hold these values, so none of them may change.
    LEAGUE_OPENED = "league_opened"
    LEAGUE_DELETED = "league_deleted"
    LEAGUE_RESTORED = "league_restored"
    CHARTER_CHANGED = "charter_changed"
    ENTRANT_ADDED = "entrant_added"
    ENTRANT_CHANGED = "entrant_changed"
    ENTRANT_REMOVED = "entrant_removed"
    SIGNED_UP = "signed_up"
    SIGN_UP_ACCEPTED = "sign_up_accepted"
    SIGN_UP_WITHDRAWN = "sign_up_withdrawn"
    SCHEDULE_PLANNED = "schedule_planned"
    RESULT_ENTERED = "result_entered"
    RESULT_CHANGED = "result_changed"
    RESULT_CLEARED = "result_cleared"
    RESULTS_ENTERED = "results_entered"
    RESULT_CONFIRMED = "result_confirmed"
    RESULT_DISPUTED = "result_disputed"
    RESULT_SETTLED = "result_settled"
    MATCH_OPENED = "match_opened"
    NIGHT_OPENED = "night_opened"
    NIGHT_CALLED_OFF = "night_called_off"
    CHECKED_IN = "checked_in"
    SLOT_PLANNED = "slot_planned"
    BRACKET_DRAWN = "bracket_drawn"
    PAYMENT_ENTERED = "payment_entered"
    PAYMENT_CANCELLED = "payment_cancelled"
    PAYOUT_ENTERED = "payout_entered"
    PAYOUT_CANCELLED = "payout_cancelled"
    PLAY_OFF_ENTERED = "play_off_entered"
    PLAY_OFF_CANCELLED = "play_off_cancelled"
    MEMBER_ADDED = "member_added"
    """Added by the owner: no longer possible, but in old journals."""
    MEMBER_JOINED = "member_joined"
    MEMBER_CHANGED = "member_changed"
    MEMBER_AGREED = "member_agreed"
    """Agreed to the next season, as asked."""
    MEMBER_REMOVED = "member_removed"
    PLAYER_ASKED_FOR = "player_asked_for"
    PLAYER_GIVEN = "player_given"
    OWNER_CHANGED = "owner_changed"
    INVITE_MADE = "invite_made"
    INVITE_REVOKED = "invite_revoked"
    PUBLIC_LINK_MADE = "public_link_made"
    PUBLIC_LINK_REVOKED = "public_link_revoked"
    DEVICE_ERASED = "device_erased"


class RecordedLeagueChange(Fact, frozen=True):
    """A change of a league: its kind, and every piece that differs."""

    action: LeagueAction
    changes: tuple[PieceChange, ...] = ()


class LeagueJournalLine(Struct, frozen=True):
    """A line of a league's journal: a change and the version that it made."""

    version: int
    noted_at: datetime
    device_id: UUID
    entry: RecordedLeagueChange


def describe_change(
    action: LeagueAction, before: Mapping[str, Piece], after: LeagueState
) -> RecordedLeagueChange:
    """Return the journal entry of a change: every piece that differs."""
    pieces = to_pieces(after)
    places = [*before, *(place for place in pieces if place not in before)]
    return RecordedLeagueChange(
        action=action,
        changes=tuple(
            PieceChange(place=place, before=before.get(place), after=pieces.get(place))
            for place in places
            if before.get(place) != pieces.get(place)
        ),
    )


class _StoredFinals(Finals, frozen=True, omit_defaults=True):
    """The terms of a knock-out that are not the usual ones."""


class _StoredFormat(Format, frozen=True, omit_defaults=True):
    """The choices of a format that are not the usual ones."""


def for_storage(entry: RecordedLeagueChange) -> RecordedLeagueChange:
    """Return a journal entry as it is stored: of a format only what differs from the usual one.

    So the release before this one reads each league that makes no choice which it does not know.
    """
    return structs.replace(
        entry,
        changes=tuple(
            structs.replace(
                change,
                before=_piece_for_storage(change.before),
                after=_piece_for_storage(change.after),
            )
            for change in entry.changes
        ),
    )


def _piece_for_storage(piece: Piece | None) -> Piece | None:
    if piece is None or piece.charter is None:
        return piece
    chosen = structs.asdict(piece.charter.format)
    finals = _StoredFinals(**structs.asdict(chosen.pop("finals")))
    stored = _StoredFormat(**chosen, finals=finals)
    return structs.replace(piece, charter=structs.replace(piece.charter, format=stored))


def rewind(league: LeagueState, lines: Iterable[LeagueJournalLine], version: int) -> LeagueState:
    """Return a league at an earlier version, from its journal since then, newest line first."""
    pieces, updated_at = to_pieces(league), league.updated_at
    for line in lines:
        if line.version == version:
            updated_at = line.noted_at
        for change in line.entry.changes if line.version > version else ():
            if change.before is None:
                pieces.pop(change.place, None)
            else:
                pieces[change.place] = change.before
    earlier = from_pieces(
        pieces.values(),
        league_id=league.league_id,
        version=version,
        ruleset=league.ruleset,
        created_at=league.created_at,
        updated_at=updated_at,
    )
    return structs.replace(earlier, device_names=league.device_names)
