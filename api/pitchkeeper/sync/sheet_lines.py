"""Sheet lines: the changed lines of a score sheet, for clients with the sheet before."""

from enum import StrEnum
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.match import Outlook, Winner
from pitch.types import HandNumber, RunningScore, Seat
from pitchkeeper.access.devices import Instant
from pitchkeeper.matches.views import Match, SheetLine
from pitchkeeper.rest.views import Version, View


class SheetDetail(StrEnum):
    """The detail of the score sheet sent with each change: whole, its changes, or none."""

    WHOLE = "whole"
    CHANGES = "changes"
    NONE = "none"


class SheetLines(View, frozen=True):
    """The changes to a score sheet; whatever is not included stays as it was.

    The lines replace those with the same numbers, and lines from `nextHand` on are removed.
    """

    match_id: UUID
    """The id of the match that the score sheet is of."""
    since: Version
    """The version of the score sheet to which the changes apply."""
    version: Version
    """The version of the score sheet after the changes."""
    lines: tuple[SheetLine, ...]
    """The lines that are new or different, by the numbers of their hands."""
    scores: tuple[RunningScore, ...]
    """The current scores of the match, by side."""
    unscored: tuple[HandNumber, ...]
    """The numbers of recorded hands that count for nothing yet."""
    unconfirmed: tuple[HandNumber, ...]
    """The numbers of hands that the table has not confirmed yet."""
    unproven: tuple[HandNumber, ...]
    """The numbers of hands not yet checked over all deals and plays."""
    winner: Winner | None
    """The winner of the match; null while the match is open."""
    outlook: Outlook | None
    """The possible winners with the hand that is open; null if there is none, or if they are not
    known.
    """
    next_hand: HandNumber
    """The number of the next hand to record, from 1."""
    next_dealer: Seat
    """The seat that deals the next hand, counted clockwise from 0."""
    updated_at: Instant
    """The time when the match last changed."""


_FIELDS: Final = tuple(
    name for name in SheetLines.__struct_fields__ if name not in {"match_id", "since"}
)


def between(before: Match, after: Match) -> SheetLines | None:
    """Return the changes from one sheet to the next; None if more than hands has changed."""
    fields = {name: getattr(after, name) for name in _FIELDS}
    if structs.replace(before, **fields) != after:
        return None
    lines_before = set(before.lines)
    new = {"lines": tuple(line for line in after.lines if line not in lines_before)}
    return SheetLines(match_id=after.match_id, since=before.version, **fields | new)
