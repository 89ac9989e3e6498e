"""Entries: what payments and play-offs have in common: who is in them, adding and cancelling them.

None is ever taken out: one that is taken back stays in the list with who did that, when and why.
"""

from dataclasses import dataclass
from typing import Any, Literal

from msgspec import structs

from pitch.errors import Refusal
from pitch.league import Payment, PlayOff
from pitch.messages import COUNT, Message
from pitchkeeper.access.stamps import Cancellation, Stamp
from pitchkeeper.leagues.changes import LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.state import LeagueState, RecordedPayment, RecordedPlayOff

_NO_ENTRANT = Message("problem.not_in_league", number=COUNT)

_Recorded = RecordedPayment | RecordedPlayOff


class NotInLeague(Refusal):
    """No team or player of that number takes part in the league."""

    code = "not_in_league"


@dataclass(frozen=True, kw_only=True)
class EntryList:
    """One of the two lists of a league, and what refusals and the journal call what is in it."""

    field: Literal["payments", "play_offs"]
    kind: type[RecordedPayment] | type[RecordedPlayOff]
    not_found: type[Refusal]
    entered: LeagueAction
    cancelled: LeagueAction

    def add(self, league: LeagueState, stamp: Stamp, entry: Payment | PlayOff) -> LeagueRevision:
        """A league with one more entry."""
        before = self._of(league)
        recorded = self.kind(
            **structs.asdict(entry),
            # None is ever taken out, so its number is how many there are with it.
            number=len(before) + 1,
            device_id=stamp.device_id,
            at=stamp.at,
        )
        return self._revision(self.entered, league, (*before, recorded))

    def cancel(
        self, league: LeagueState, stamp: Stamp, number: int, reason: str
    ) -> LeagueRevision | None:
        """A league with an entry taken back; None if it was before."""
        before = self._of(league)
        if not 1 <= number <= len(before):
            raise self.not_found
        entry = before[number - 1]
        if entry.cancelled is not None:
            return None
        told = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
        taken_back = structs.replace(entry, cancelled=told)
        entries = (*before[: number - 1], taken_back, *before[number:])
        return self._revision(self.cancelled, league, entries)

    def _of(self, league: LeagueState) -> tuple[_Recorded, ...]:
        listed: tuple[_Recorded, ...] = getattr(league, self.field)
        return listed

    def _revision(
        self, action: LeagueAction, league: LeagueState, entries: tuple[_Recorded, ...]
    ) -> LeagueRevision:
        after: dict[str, Any] = {self.field: entries}
        return LeagueRevision(action=action, after=structs.replace(league, **after))


def check_entrant(league: LeagueState, number: int, pointer: str) -> None:
    """Refuse an entrant that the league does not have; `pointer` is where it is named."""
    if league.entrant(number) is None:
        raise NotInLeague(_NO_ENTRANT(number=number), pointer=pointer)
