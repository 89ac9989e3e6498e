"""Night views: what clients send and see of a night that is held."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Finding
from pitch.league import Attendance, Balance, Bye, CheckIn, NightState, PlayerTonight
from pitch.types import (
    MOST_ENTRANTS,
    Currency,
    EntrantNumber,
    Fact,
    Label,
    MinorTotal,
    NightNumber,
    Reason,
    SlotNumber,
)
from pitchkeeper.access.devices import Instant
from pitchkeeper.access.naming import Cancellation
from pitchkeeper.leagues.records import PieceNumber
from pitchkeeper.leagues.season.views import LeagueFixture
from pitchkeeper.leagues.state import Plan
from pitchkeeper.rest.views import Count, Version, View

Day = date
"""A date, in classes that have a field of that name."""
PlayersTonight = Annotated[tuple[PlayerTonight, ...], Meta(max_length=3)]


class NewCheckIn(Fact, frozen=True):
    """The attendance of a team or player on a night, and who sits for it."""

    attendance: Attendance
    """The attendance of the team or player; `unknown` takes back what was entered."""
    players: PlayersTonight = ()
    """The players who sit tonight, with their substitutes; everyone in the team if empty."""


class EntrantCheckIn(NewCheckIn, frozen=True, kw_only=True):
    """The attendance of one of several teams or players."""

    entrant: EntrantNumber
    """The number of the team or player."""


class NewCheckIns(Fact, frozen=True):
    """The attendance of several teams or players."""

    check_ins: Annotated[tuple[EntrantCheckIn, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
    """The attendances to enter, each of another team or player."""


class NewSlotPlan(Fact, frozen=True):
    """A round to plan from those who are here."""

    expects_late: bool = False
    """True to plan those who are late too; if the number is odd, one of them sits out. Otherwise
    they play from the next round on.
    """


class NewCallingOff(Fact, frozen=True):
    """The reason why a night is called off, and the day that takes its place."""

    reason: Reason
    """The reason, for people to read."""
    move_to: date | None = None
    """The additional day on which the league plays. The night and those after it move on to the
    next date each; null if the night is not held at all.
    """


class NightAttendance(CheckIn, frozen=True, kw_only=True):
    """A team or player on a night: whether it is here, and what it has to pay."""

    name: Label
    """The name of the team or player."""
    is_guest: bool
    """True for a guest, who is not ranked."""
    at: Instant | None
    """The time when the attendance was entered; null if it was not."""
    forfeits_at: Instant | None
    """The time from which a team or player that is late loses its matchup by forfeit; null for all
    others, and if the league has no `lateAfter`.
    """
    due: MinorTotal
    """Fees due with this night, in minor units."""
    due_tonight: MinorTotal
    """Fees due, less what was paid for other nights; not below zero."""
    paid_tonight: Balance
    """Payments made for this night, less refunds, in minor units."""
    is_paid: bool | None
    """True if all that is due is paid; null while nothing is due."""
    payments: tuple[PieceNumber, ...]
    """The numbers of the payments for this night that count."""


class NightSheet(View, frozen=True):
    """A night at its door: who is here, who has paid, and who meets whom."""

    league_id: UUID
    """The id of the league of the night."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    night: NightNumber
    """The number of the night, from 1."""
    date: Day | None
    """The date of the night, if one was set."""
    state: NightState
    """The state of the night: planned, checking in, begun, over, or called off."""
    opened_at: Instant | None
    """The time when the night was opened; null if it is not open."""
    called_off: Cancellation | None
    """The last time that the night was called off; null if it never was, or is held after all."""
    moved_to: Day | None
    """The day that was added when the night was called off; null if it was not, or not held."""
    next_slot: SlotNumber | None
    """The first round that has not begun; null if there is none."""
    attendances: Annotated[tuple[NightAttendance, ...], Meta(max_length=MOST_ENTRANTS)]
    """The teams and players of the night, by number."""
    here: Count
    """The number of teams or players who are here."""
    late: Count
    """The number of teams or players who are late."""
    currency: Currency
    """The ISO 4217 code of the currency of all amounts."""
    due_tonight: MinorTotal
    """The sum of `dueTonight` over the teams and players, in minor units."""
    paid_tonight: Balance
    """The sum of `paidTonight` over the teams and players, in minor units."""
    fixtures: tuple[LeagueFixture, ...]
    """The matchups of the night, in the order of rounds and tables."""
    byes: tuple[Bye, ...]
    """The teams or players that sit out, by round."""
    findings: tuple[Finding, ...]
    """Errors and oddities in the night's schedule or results."""
    plan: Plan | None
    """The count of pairings; null before anything was planned."""
