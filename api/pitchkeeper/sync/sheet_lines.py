"""Sheet lines: what changed on a score sheet, for who has the sheet before."""

from enum import StrEnum
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.match import HandNumber, Outlook, Winner
from pitch.types import RunningScore, Seat
from pitchkeeper.access.stamps import Instant
from pitchkeeper.matches.views import Match, SheetLine
from pitchkeeper.rest.views import Version, View


class SheetDetail(StrEnum):
    """How much of the score sheet comes with each change."""

    WHOLE = "whole"
    CHANGES = "changes"
    NONE = "none"


class SheetLines(View, frozen=True):
    """What changed on a score sheet; whatever is not here is as it was.

    The lines take the place of those with their numbers, and lines from `nextHand` on are gone.
    """

    match_id: UUID
    since: Version
    """The version of the sheet that it changes."""
    version: Version
    """The version of the sheet that it leads to."""
    lines: tuple[SheetLine, ...]
    """The lines that are new or different, by number."""
    scores: tuple[RunningScore, ...]
    """The scores by side."""
    unscored: tuple[HandNumber, ...]
    """Recorded hands that count for nothing yet."""
    unconfirmed: tuple[HandNumber, ...]
    """Hands that the table has not agreed to yet."""
    unproven: tuple[HandNumber, ...]
    """Hands that are not checked over all deals and plays yet."""
    winner: Winner | None
    """Who has won; null while the match is open."""
    outlook: Outlook | None
    """Who can win with the hand that is open; null unless that is known."""
    next_hand: HandNumber
    next_dealer: Seat
    updated_at: Instant


_TOLD: Final = tuple(
    name for name in SheetLines.__struct_fields__ if name not in {"match_id", "since"}
)


def between(before: Match, after: Match) -> SheetLines | None:
    """What leads from one sheet to the next; nothing where more than hands has changed."""
    told = {name: getattr(after, name) for name in _TOLD}
    if structs.replace(before, **told) != after:
        return None
    had = set(before.lines)
    new = {"lines": tuple(line for line in after.lines if line not in had)}
    return SheetLines(match_id=after.match_id, since=before.version, **told | new)
