"""Records: what people entered in a league, with the device and the time of each."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from pitch.league import (
    CheckIn,
    EnteredResult,
    Half,
    Payment,
    Payout,
    PlayedMatch,
    Playing,
    PlayOff,
)
from pitch.types import (
    MOST_ENTRANTS,
    EntrantNumber,
    Fact,
    FixtureNumber,
    Name,
    NightNumber,
    Reason,
    Value,
)
from pitchkeeper.access.aggregates import Membership
from pitchkeeper.access.devices import Cancellation, Instant, LeagueRole

PieceNumber = Annotated[int, Meta(ge=1, le=99_999)]


class NewSignUp(Fact, frozen=True):
    """A team, or a player who plays alone, that wants to take part."""

    name: Name
    """The name of the team or player."""
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=3)]
    """The names of the team's players; a player's number is the position here, from 0."""
    player: Annotated[int, Meta(ge=0, le=2)] | None = None
    """The player who signs up, by the position in `players`; null for nobody."""


class SignUp(NewSignUp, frozen=True, kw_only=True):
    """A sign-up with the device that made it, and what became of it."""

    number: PieceNumber
    """The number of the sign-up in its league, from 1."""
    device_id: UUID
    """The id of the device that signed up."""
    at: Instant
    """The time of the sign-up."""
    entrant: EntrantNumber | None = None
    """The number of the team or player that it became; null until an organizer agrees."""
    withdrawn_at: Instant | None = None
    """The time when it was withdrawn or declined; null if it was not."""

    @property
    def is_open(self) -> bool:
        """Return whether it was neither accepted nor withdrawn."""
        return self.entrant is None and self.withdrawn_at is None


class MemberOffer(Value, frozen=True):
    """The role and player of a device in the season before, which it gets again when it agrees."""

    role: LeagueRole
    """The role that the device gets."""
    plays_as: Playing | None = None
    """The player that the device gets; null if none."""


class Renumbering(Value, frozen=True):
    """The number of a team or player, and the one that it had in the season before."""

    number: EntrantNumber
    """The number that the team or player has now."""
    before: EntrantNumber
    """The number of the team or player in the season before."""


class Origin(Value, frozen=True):
    """The season before a league, and who of it takes part again."""

    follows: UUID
    """The id of the league of the season before."""
    entrants: Annotated[tuple[Renumbering, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """The teams or players of the season before that take part again."""


class RecordedLeagueMember(Membership, frozen=True):
    """A device that is a member of a league, and the player to whom it belongs."""

    PLACE: ClassVar[str] = "plays_as"
    device_id: UUID
    """The id of the device that is a member of the league."""
    role: LeagueRole
    """The role of the device in the league."""
    joined_at: Instant
    """The time when the device joined the league."""
    # In a match that is opened for a fixture the phone gets the seat of its player.
    plays_as: Playing | None = None
    """The player to whom the device belongs; null if to none."""
    asks_for: Playing | None = None
    """The player that the device claims to be, until an organizer agrees; null without a claim."""
    offer: MemberOffer | None = None
    """The role and player of the device in the season before, until it agrees to this one; null if
    there is no such offer.
    """


class ReportedMatch(PlayedMatch, frozen=True):
    """One match of a matchup: its result as entered, or the id of a match that is scored hand by
    hand.
    """

    match_id: UUID | None = None
    """The id of the match on this server that supplies the winner and scores."""
    is_swapped: bool = False
    """True if the match's side 0 is the matchup's side 1."""

    @property
    def has_sheet(self) -> bool:
        """Return whether its winner and scores come from a score sheet."""
        return self.match_id is not None


class Report(EnteredResult, frozen=True):
    """The result of a matchup, as its table reports it."""

    matches: Annotated[tuple[ReportedMatch, ...], Meta(max_length=15)] = ()
    """The matches of the matchup in the order played, each as far as it is known."""


class RecordedReport(Fact, frozen=True):
    """A report of the result of a matchup, with the device that entered it and the time."""

    fixture: FixtureNumber
    """The number of the matchup that was reported."""
    report: Report
    """The result as it was reported."""
    device_id: UUID
    """The id of the device that entered the result."""
    at: Instant
    """The time when the result was recorded."""
    opened: Annotated[tuple[UUID, ...], Meta(max_length=15)] = ()
    """The ids of the matches that were opened for the matchup."""
    side: Half | None = None
    """The side that reports, 0 or 1, where one report is not enough; absent if the report is of
    neither side.
    """
    is_final: bool = False
    """True if the owner or an organizer settled it, so that it counts whatever sides report."""
    is_confirmation: bool = False
    """True if it confirms the report of others without a change."""
    reason: Reason | None = None
    """The reason why the side disputes the result; absent if it does not."""

    @property
    def has_claim(self) -> bool:
        """Return whether it says more than which matches are kept hand by hand."""
        bare = Report(
            matches=tuple(match for match in self.report.matches if match.has_sheet),
            substitutes=self.report.substitutes,
        )
        return self.side is not None or self.report != bare

    @property
    def is_objection(self) -> bool:
        """Return whether it disputes the result and names no other."""
        return self.reason is not None and self.report == Report()

    @property
    def place(self) -> str:
        """The place of the report among the pieces of its league."""
        return f"reported/{self.fixture}" + ("" if self.side is None else f"/{self.side}")


class RecordedPayment(Payment, frozen=True, kw_only=True):
    """A payment with the device that entered it, the time, and its cancellation, if any."""

    number: PieceNumber
    """The number of the payment in its league, from 1."""
    device_id: UUID
    """The id of the device that entered the payment."""
    at: Instant
    """The time when the payment was recorded."""
    note: Reason | None = None
    """A note about the payment, if there is one."""
    cancelled: Cancellation | None = None
    """The cancellation of the recorded payment; null while the payment counts."""


class RecordedPayout(Payout, frozen=True, kw_only=True):
    """A payout with the device that entered it, the time, and its cancellation, if any."""

    number: PieceNumber
    """The number of the payout in its league, from 1."""
    device_id: UUID
    """The id of the device that entered the payout."""
    at: Instant
    """The time when the payout was recorded."""
    note: Reason | None = None
    """A note about the payout, if there is one."""
    cancelled: Cancellation | None = None
    """The cancellation of the recorded payout; null while the payout counts."""


class RecordedPlayOff(PlayOff, frozen=True, kw_only=True):
    """A play-off with the device that entered it, the time, and its cancellation, if any."""

    number: PieceNumber
    """The number of the play-off in its league, from 1."""
    device_id: UUID
    """The id of the device that entered the play-off."""
    at: Instant
    """The time when the play-off was recorded."""
    cancelled: Cancellation | None = None
    """The cancellation of the recorded play-off; null while the play-off counts."""


class RecordedNight(Fact, frozen=True):
    """The record of a night: when it was opened and planned, or that it was called off."""

    night: NightNumber
    """The number of the night, from 1."""
    device_id: UUID
    """The id of the device that opened the night or called it off last."""
    at: Instant
    """The time when the night was opened or called off last."""
    opened_at: Instant | None = None
    """The time when the night was opened; null while it is not open."""
    paired_at: Instant | None = None
    """The time when a round was last planned from those who are here; null before that."""
    moved_to: date | None = None
    """The day to which the league moved on when the night was called off; null if it did not."""
    cancelled: Cancellation | None = None
    """The last time that the night was called off; null while it never was, or is held after all.
    """

    @property
    def is_called_off(self) -> bool:
        """Return whether the night is not held at all."""
        return self.cancelled is not None and self.moved_to is None


class RecordedCheckIn(CheckIn, frozen=True, kw_only=True):
    """The attendance of a team or player on a night, with the device that entered it."""

    night: NightNumber
    """The number of the night, from 1."""
    device_id: UUID
    """The id of the device that entered the attendance."""
    at: Instant
    """The time when the attendance was entered."""


def list_linked(reports: Iterable[Report]) -> list[UUID]:
    """Return the ids of the matches that reports link to."""
    return [match.match_id for report in reports for match in report.matches if match.match_id]


def split_reports(
    reports: Iterable[RecordedReport],
) -> tuple[tuple[RecordedReport, ...], tuple[RecordedReport, ...]]:
    """Return the reports of neither side and those of sides, each in order."""
    ordered = sorted(reports, key=lambda each: (each.fixture, each.side or 0))
    return (
        tuple(each for each in ordered if each.side is None),
        tuple(each for each in ordered if each.side is not None),
    )
