"""Entries: what payments and play-offs have in common: who is in them, and taking them back."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import structs

from api.access.stamps import Cancellation, Stamp
from api.leagues.state import LeagueState, RecordedPayment, RecordedPlayOff
from domain.errors import Refusal

_Entered = TypeVar("_Entered", RecordedPayment, RecordedPlayOff)


class NotInLeague(Refusal):
    """No entrant of that number takes part in the league."""

    code = "not_in_league"


def check_entrant(league: LeagueState, number: int, pointer: str) -> None:
    """Refuse an entrant that the league does not have; `pointer` is where it is named."""
    if league.entrant(number) is None:
        raise NotInLeague(f"There is no entrant {number}.", pointer=pointer)


def cancelled(
    entered: Sequence[_Entered], number: int, stamp: Stamp, reason: str
) -> tuple[_Entered, ...]:
    """What was entered, with one of it cancelled; one that is stays as it is."""
    cancelled = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
    return tuple(
        structs.replace(each, cancelled=cancelled)
        if each.number == number and each.cancelled is None
        else each
        for each in entered
    )
