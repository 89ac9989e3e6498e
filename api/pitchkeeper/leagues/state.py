"""The state of a league, every change of which is in its journal."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta, structs

from pitch import RuleSet
from pitch.league import (
    Bracket,
    CheckIn,
    EnteredResult,
    Entrant,
    Fixture,
    Format,
    Half,
    League,
    LeagueNight,
    Payment,
    Payout,
    PlayedMatch,
    Playing,
    PlayOff,
    Stage,
)
from pitch.types import (
    MOST_ENTRANTS,
    MOST_NIGHTS,
    ClockTime,
    EntrantNumber,
    Fact,
    FixtureNumber,
    Name,
    NightNumber,
    Quantity,
    Reason,
    TimeZone,
    Value,
)
from pitchkeeper.access.aggregates import Aggregate, AggregateKind, Membership
from pitchkeeper.access.devices import AnyRole, Cancellation, Instant, LeagueRole

Seed = Annotated[int, Meta(ge=0, le=2**32 - 1)]
PieceNumber = Annotated[int, Meta(ge=1, le=99_999)]


Duration = Annotated[int, Meta(ge=1, le=24 * 60)]


class Charter(Value, frozen=True):
    """The name, format, dates and seed of a league, and where and when it is played."""

    name: Name
    """The name of the league in its charter."""
    format: Format
    """The rules by which the league is played, counted, paid and decided."""
    seed: Seed = 0
    """The seed of the schedule; the same seed makes the same schedule."""
    dates: Annotated[tuple[date, ...], Meta(max_length=MOST_NIGHTS)] = ()
    """The dates of the league's nights as far as set, the first night first."""
    bar: Name | None = None
    """The name of the bar or club; null if none is set."""
    place: Reason | None = None
    """The address of the bar or club; null if none is set."""
    time_zone: TimeZone | None = None
    """The time zone of `startsAt`; null if none is set."""
    starts_at: ClockTime | None = None
    """The time of day at which a night starts."""
    minutes: Duration | None = None
    """The length of a night in minutes; 180 if null."""


class Plan(Value, frozen=True):
    """The last planning of a schedule, with the count that proves how rarely pairings repeat.

    A pairing is two teams that meet, or where partners change two who play together.
    """

    from_night: NightNumber
    """The first night that was planned, from 1."""
    pairings: Annotated[Quantity, Meta(ge=0)]
    """The number of pairings in the season, including those already played."""
    pairs: Quantity
    """The number of different pairings that are possible."""
    repeats: Quantity
    """The number of pairings beyond the first of each pair."""
    fewest: Annotated[Quantity, Meta(ge=0)]
    """The smallest number of repeats that any schedule can have after the matches already played;
    proved.
    """


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


class LeagueState(Aggregate[RecordedLeagueMember], frozen=True, kw_only=True):
    """A league at a version, with everything that its standings follow from."""

    kind: ClassVar[AggregateKind] = AggregateKind.LEAGUE
    runner: ClassVar[AnyRole] = LeagueRole.ORGANISER
    former_owner: ClassVar[AnyRole] = LeagueRole.ORGANISER
    league_id: UUID
    ruleset: RuleSet
    charter: Charter
    origin: Origin | None = None
    """The season before; None if it is the first."""
    entrants: tuple[Entrant, ...] = ()
    last_entrant: int = 0
    """The highest number of an entrant that was removed; 0 if none was."""
    plan: Plan | None = None
    # Not the maximum of `fixtures`: planning again removes those that nobody played.
    last_fixture: int = 0
    """The highest number that a fixture ever had; 0 before the first."""
    fixtures: tuple[Fixture, ...] = ()
    reported: tuple[RecordedReport, ...] = ()
    """The reports entered for neither side, which also name the matches kept hand by hand."""
    side_reports: tuple[RecordedReport, ...] = ()
    """The reports of sides, by fixture and side."""
    sign_ups: tuple[SignUp, ...] = ()
    payments: tuple[RecordedPayment, ...] = ()
    payouts: tuple[RecordedPayout, ...] = ()
    play_offs: tuple[RecordedPlayOff, ...] = ()
    nights: tuple[RecordedNight, ...] = ()
    check_ins: tuple[RecordedCheckIn, ...] = ()
    bracket: Bracket | None = None

    @property
    def league(self) -> League:
        """The league as the domain takes it."""
        check_ins: defaultdict[int, list[CheckIn]] = defaultdict(list)
        for each in self.check_ins:
            check_ins[each.night].append(each)
        return League(
            ruleset=self.ruleset,
            format=self.charter.format,
            entrants=self.entrants,
            nights=tuple(
                LeagueNight(
                    each.night,
                    is_open=each.opened_at is not None,
                    is_paired=each.paired_at is not None,
                    is_called_off=each.is_called_off,
                    check_ins=tuple(check_ins[each.night]),
                )
                for each in self.nights
            ),
            bracket=self.bracket,
        )

    @property
    def next_night(self) -> int | None:
        """The first night after those with a report that is not called off; None if none is."""
        called_off = {each.night for each in self.nights if each.is_called_off}
        later = range(self.last_night + 1, self.charter.format.nights + 1)
        return next((night for night in later if night not in called_off), None)

    @property
    def last_night(self) -> int:
        """The last night with a report; 0 before the first."""
        return max((fixture.night for fixture in self.reported_fixtures), default=0)

    @property
    def reported_fixtures(self) -> list[Fixture]:
        """The fixtures that have a report."""
        numbers = {reported.fixture for reported in self.all_reports}
        return [fixture for fixture in self.fixtures if fixture.number in numbers]

    @property
    def all_reports(self) -> tuple[RecordedReport, ...]:
        """All reports, those of sides last."""
        return self.reported + self.side_reports

    @property
    def has_bracket_begun(self) -> bool:
        """Return whether a fixture of its knock-out has a report."""
        return any(fixture.stage is not Stage.SEASON for fixture in self.reported_fixtures)

    @property
    def names(self) -> dict[int, str]:
        """The names of the entrants by their numbers."""
        return {entrant.number: entrant.name for entrant in self.entrants}

    @property
    def linked_matches(self) -> list[UUID]:
        """The ids of the matches that its reports link to, each once."""
        return list(dict.fromkeys(list_linked(each.report for each in self.all_reports)))

    @property
    def hand_kept_matches(self) -> list[UUID]:
        """The ids of the matches that its reports link to or that were opened for its fixtures."""
        opened = (match_id for each in self.reported for match_id in each.opened)
        return list(dict.fromkeys((*self.linked_matches, *opened)))

    @property
    def waiting(self) -> frozenset[int]:
        """The numbers of the open sign-ups for which there is no place."""
        places = self.charter.format.places
        if places is None:
            return frozenset()
        in_line = [sign_up.number for sign_up in self.sign_ups if sign_up.is_open]
        return frozenset(in_line[max(0, places - self.places_taken) :])

    @property
    def places_taken(self) -> int:
        """The entrants who are neither guests nor about to leave."""
        return sum(not each.is_guest and each.until_night is None for each in self.entrants)

    def entrant(self, number: int) -> Entrant | None:
        """Return the entrant with a number, if there is one."""
        return next((entrant for entrant in self.entrants if entrant.number == number), None)

    def has_removed(self, number: int) -> bool:
        """Return whether an entrant with that number was removed."""
        return 1 <= number <= self.last_entrant and self.entrant(number) is None

    def fixture(self, number: int) -> Fixture | None:
        """Return the fixture with a number, if there is one."""
        return next((fixture for fixture in self.fixtures if fixture.number == number), None)

    def night(self, number: int) -> RecordedNight | None:
        """Return what happened to a night, if anything did."""
        return next((each for each in self.nights if each.night == number), None)

    def check_in(self, night: int, entrant: int) -> RecordedCheckIn | None:
        """Return the attendance of an entrant on a night, if it was entered."""
        here = (each for each in self.check_ins if (each.night, each.entrant) == (night, entrant))
        return next(here, None)

    def with_check_ins(self, check_ins: Iterable[RecordedCheckIn]) -> "LeagueState":
        """Return the league with other attendances, in order."""
        ordered = sorted(check_ins, key=lambda each: (each.night, each.entrant))
        return structs.replace(self, check_ins=tuple(ordered))

    def report(self, number: int, side: int | None = None) -> RecordedReport | None:
        """Return the report of a fixture by a side, or by neither, if there is one."""
        reports = self.reported if side is None else self.side_reports
        found = (each for each in reports if (each.fixture, each.side) == (number, side))
        return next(found, None)

    def reports_of(self, number: int) -> tuple[RecordedReport, ...]:
        """Return all reports of a fixture: by neither side, by side 0 and by side 1."""
        return tuple(each for each in self.all_reports if each.fixture == number)

    def with_reports(self, number: int, reports: Iterable[RecordedReport]) -> "LeagueState":
        """Return the league with other reports of a fixture, in order."""
        others = (each for each in self.all_reports if each.fixture != number)
        entered, of_sides = split_reports((*others, *reports))
        return structs.replace(self, reported=entered, side_reports=of_sides)


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
