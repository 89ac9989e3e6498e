"""The state of a league, in pieces whose every change the journal tells."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Final, TypeVar
from uuid import UUID

from msgspec import Meta

from pitch import RuleSet
from pitch.league import (
    LAST_NUMBER,
    MOST_NIGHTS,
    EnteredResult,
    Entrant,
    Fixture,
    FixtureNumber,
    Format,
    League,
    NightNumber,
    Payment,
    PlayedMatch,
    Playing,
    PlayOff,
)
from pitch.types import Fact, Name, Quantity, Reason, Value
from pitchkeeper.access.aggregates import Aggregate, AggregateKind, Membership
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Cancellation, Instant

Seed = Annotated[
    int, Meta(ge=0, le=2**32 - 1, description="The same seed makes the same schedule.")
]
PieceNumber = Annotated[int, Meta(ge=1, le=99_999)]


class Charter(Value, frozen=True):
    """The name, format, dates and seed of a league."""

    name: Name
    """The name of the league in its charter."""
    format: Format
    """The rules by which the league is played, counted, paid and decided."""
    seed: Seed = 0
    """The seed of the schedule; the same seed and results make the same schedule."""
    dates: Annotated[
        tuple[date, ...],
        Meta(
            max_length=MOST_NIGHTS,
            description="The dates of the league's nights as far as set, the first night first.",
        ),
    ] = ()


class Plan(Value, frozen=True):
    """The last planning of a schedule, with the count that proves how rarely pairings repeat.

    A pairing is two teams that meet, or where partners change two who play together.
    """

    from_night: NightNumber
    """The first night that was planned, from 1."""
    pairings: Annotated[
        Quantity,
        Meta(
            ge=0,
            description="The number of pairings in the season, including those already played.",
        ),
    ]
    pairs: Annotated[
        Quantity, Meta(description="The number of different pairings that are possible.")
    ]
    repeats: Annotated[
        Quantity, Meta(description="The number of pairings beyond the first of each pair.")
    ]
    fewest: Annotated[
        Quantity,
        Meta(
            ge=0,
            description="The smallest number of repeats that any schedule can have after the "
            "matches already played; proved.",
        ),
    ]


class RecordedLeagueMember(Membership, frozen=True):
    """A device that helps to keep a league, and the player whose phone it is."""

    PLACE: ClassVar[str] = "plays_as"
    device_id: UUID
    """The id of the device that is a member of the league."""
    role: Role
    """The role of the device in the league."""
    joined_at: Instant
    """The time when the device joined the league."""
    # The seat of a match that is opened for a fixture is the phone's of its player.
    plays_as: Playing | None = None
    """The player whose phone this is; null if it is nobody's."""
    asks_for: Playing | None = None
    """The player whose phone the device claims to be, until the owner agrees."""


class ReportedMatch(PlayedMatch, frozen=True):
    """A match of a matchup, entered alone or kept hand by hand as a match of its own."""

    match_id: Annotated[
        UUID | None,
        Meta(description="The id of the match on this server that supplies the winner and scores."),
    ] = None
    is_swapped: Annotated[
        bool, Meta(description="True if the match's side 0 is the matchup's side 1.")
    ] = False

    @property
    def has_sheet(self) -> bool:
        """Whether its winner and scores are those of a score sheet kept hand by hand."""
        return self.match_id is not None


class Report(EnteredResult, frozen=True):
    """The result of a matchup, as its table reports it."""

    matches: Annotated[tuple[ReportedMatch, ...], Meta(max_length=15)] = ()
    """The matches of the matchup in the order played, each as far as it is known."""


class RecordedReport(Fact, frozen=True):
    """The result of a matchup, with the device that entered it and the time."""

    fixture: FixtureNumber
    """The number of the matchup that was reported."""
    report: Report
    """The result as the table reported it."""
    device_id: UUID
    """The id of the device that entered the result."""
    at: Instant
    """The time when the result was recorded."""
    opened: Annotated[
        tuple[UUID, ...],
        Meta(max_length=15, description="The ids of the matches that were opened for the matchup."),
    ] = ()


class RecordedPayment(Payment, frozen=True, kw_only=True):
    """A payment as it was entered: by whom, when, and whether it was cancelled."""

    number: PieceNumber
    """The number of the payment in its league, from 1."""
    device_id: UUID
    """The id of the device that entered the payment."""
    at: Instant
    """The time when the payment was recorded."""
    night: NightNumber | None = None
    """The number of the night that the payment was made for, if noted."""
    note: Reason | None = None
    """A note about the payment, if there is one."""
    cancelled: Cancellation | None = None
    """The cancellation of the recorded payment; null while the payment counts."""


class RecordedPlayOff(PlayOff, frozen=True, kw_only=True):
    """A play-off as it was entered: by whom, when, and whether it was cancelled."""

    number: PieceNumber
    """The number of the play-off in its league, from 1."""
    device_id: UUID
    """The id of the device that entered the play-off."""
    at: Instant
    """The time when the play-off was recorded."""
    cancelled: Cancellation | None = None
    """The cancellation of the recorded play-off; null while the play-off counts."""


# A phone that has not looked since may still name a fixture or an entrant that is gone, so its
# number is never another one's.
class HighestNumbers(Value, frozen=True):
    """The highest numbers ever given in a league; 0 if none was."""

    fixture: Annotated[int, Meta(ge=0, le=99_999)]
    """The highest number of any matchup."""
    entrant: Annotated[int, Meta(ge=0, le=LAST_NUMBER)] = 0
    """The highest number of any team or player that was removed."""


class Piece(Fact, frozen=True):
    """One piece of a league's state; exactly one field is set."""

    charter: Charter | None = None
    """The league's name, format, dates and seed."""
    entrant: Entrant | None = None
    """A team or player of the league."""
    plan: Plan | None = None
    """The last planning of the league's schedule."""
    numbers: HighestNumbers | None = None
    """The highest numbers given in the league so far."""
    fixture: Fixture | None = None
    """A matchup of the schedule."""
    reported: RecordedReport | None = None
    """The reported result of a matchup."""
    payment: RecordedPayment | None = None
    """A payment of a team or player."""
    play_off: RecordedPlayOff | None = None
    """A play-off that decided a tie."""
    member: RecordedLeagueMember | None = None
    """A device that is a member of the league."""


class LeagueState(Aggregate[RecordedLeagueMember], frozen=True, kw_only=True):
    """A league as it was read: its version, and all that its standings follow from."""

    kind: ClassVar[AggregateKind] = AggregateKind.LEAGUE
    league_id: UUID
    ruleset: RuleSet
    charter: Charter
    entrants: tuple[Entrant, ...] = ()
    last_entrant: int = 0
    """The highest number of an entrant that was removed; 0 if none was."""
    plan: Plan | None = None
    # Not of the fixtures that there are: planning anew takes away those that nobody played.
    last_fixture: int = 0
    """The highest number that a fixture ever had; 0 before the first."""
    fixtures: tuple[Fixture, ...] = ()
    reported: tuple[RecordedReport, ...] = ()
    payments: tuple[RecordedPayment, ...] = ()
    play_offs: tuple[RecordedPlayOff, ...] = ()

    @property
    def league(self) -> League:
        """What the domain knows of it."""
        return League(ruleset=self.ruleset, format=self.charter.format, entrants=self.entrants)

    @property
    def next_night(self) -> int | None:
        """The night after the last of which anything was reported; None if no night is left."""
        is_over = self.last_night >= self.charter.format.nights
        return None if is_over else self.last_night + 1

    @property
    def last_night(self) -> int:
        """The last night of which anything was reported; 0 before the first."""
        reported = {each.fixture for each in self.reported}
        begun = (each.night for each in self.fixtures if each.number in reported)
        return max(begun, default=0)

    @property
    def names(self) -> dict[int, str]:
        """What the entrants are called, by their numbers."""
        return {each.number: each.name for each in self.entrants}

    @property
    def linked(self) -> list[UUID]:
        """The matches of its fixtures that are kept hand by hand."""
        return linked(each.report for each in self.reported)

    def entrant(self, number: int) -> Entrant | None:
        """The entrant of a number, if there is one."""
        return next((each for each in self.entrants if each.number == number), None)

    def has_removed(self, number: int) -> bool:
        """Return whether an entrant of that number was removed."""
        return 1 <= number <= self.last_entrant and self.entrant(number) is None

    def fixture(self, number: int) -> Fixture | None:
        """The fixture of a number, if there is one."""
        return next((each for each in self.fixtures if each.number == number), None)

    def report(self, number: int) -> RecordedReport | None:
        """What was reported of a fixture, if anything was."""
        return next((each for each in self.reported if each.fixture == number), None)


CHARTER: Final = "charter"
T = TypeVar("T")


def linked(reports: Iterable[Report]) -> list[UUID]:
    """The matches that say their own winners and scores."""
    return [each.match_id for report in reports for each in report.matches if each.match_id]


def pieces(league: LeagueState) -> dict[str, Piece]:
    """A league as pieces by their places."""
    return {
        CHARTER: Piece(charter=league.charter),
        **{f"entrant/{each.number}": Piece(entrant=each) for each in league.entrants},
        **({"plan": Piece(plan=league.plan)} if league.plan else {}),
        **(
            {
                "numbers": Piece(
                    numbers=HighestNumbers(fixture=league.last_fixture, entrant=league.last_entrant)
                )
            }
            if league.last_fixture or league.last_entrant
            else {}
        ),
        **{f"fixture/{each.number}": Piece(fixture=each) for each in league.fixtures},
        **{f"reported/{each.fixture}": Piece(reported=each) for each in league.reported},
        **{f"payment/{each.number}": Piece(payment=each) for each in league.payments},
        **{f"play-off/{each.number}": Piece(play_off=each) for each in league.play_offs},
        **{f"member/{each.device_id}": Piece(member=each) for each in league.members},
    }


def bound(
    kept: Iterable[Piece],
    *,
    league_id: UUID,
    version: int,
    ruleset: RuleSet,
    created_at: datetime,
    updated_at: datetime,
    done_in: int | None = None,
) -> LeagueState:
    """A league from its pieces, in whatever order they come."""
    found = tuple(kept)
    numbers = next((each.numbers for each in found if each.numbers), HighestNumbers(fixture=0))
    return LeagueState(
        league_id=league_id,
        version=version,
        ruleset=ruleset,
        created_at=created_at,
        updated_at=updated_at,
        done_in=done_in,
        charter=next(each.charter for each in found if each.charter),
        entrants=_in_order((each.entrant for each in found), lambda one: one.number),
        plan=next((each.plan for each in found if each.plan), None),
        last_entrant=numbers.entrant,
        last_fixture=numbers.fixture,
        fixtures=_in_order((each.fixture for each in found), lambda one: one.number),
        reported=_in_order((each.reported for each in found), lambda one: one.fixture),
        payments=_in_order((each.payment for each in found), lambda one: one.number),
        play_offs=_in_order((each.play_off for each in found), lambda one: one.number),
        members=_in_order(
            (each.member for each in found), lambda one: (one.joined_at, one.device_id)
        ),
    )


def _in_order(found: Iterable[T | None], key: Callable[[T], Any]) -> tuple[T, ...]:
    # PostgreSQL aggregates pieces in whatever order it finds their rows.
    return tuple(sorted((each for each in found if each is not None), key=key))
