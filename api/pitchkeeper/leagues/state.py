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
    Entrant,
    Fixture,
    Format,
    League,
    LeagueNight,
    Stage,
)
from pitch.messages import join_partners
from pitch.types import (
    MOST_NIGHTS,
    ClockTime,
    Name,
    NightNumber,
    Quantity,
    Reason,
    TimeZone,
    Value,
)
from pitchkeeper.access.aggregates import Aggregate, AggregateKind
from pitchkeeper.access.devices import AnyRole, LeagueRole
from pitchkeeper.leagues.records import (
    Origin,
    RecordedCheckIn,
    RecordedLeagueMember,
    RecordedNight,
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
    SignUp,
    list_linked,
    split_reports,
)

Seed = Annotated[int, Meta(ge=0, le=2**32 - 1)]


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

    def date_of(self, night: int) -> date | None:
        """Return the date of a night; None without one, as there may be dates for the first few."""
        return self.dates[night - 1] if night <= len(self.dates) else None

    @property
    def where(self) -> str:
        """The bar and its address, as far as they are set."""
        return ", ".join(filter(None, (self.bar, self.place)))


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

    def side_names(self, fixture: Fixture) -> tuple[str, ...]:
        """Return the names of the sides of a fixture, each of both partners."""
        names = self.names
        return tuple(join_partners(names[number] for number in side) for side in fixture.sides)

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
