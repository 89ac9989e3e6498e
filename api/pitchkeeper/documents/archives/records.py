"""Records: what a line of an archive says."""

from typing import Annotated, Final
from uuid import UUID

import msgspec
from msgspec import Meta

from pitch.errors import prefix_pointer
from pitch.hand import EARLIER_CLAIMS
from pitch.league import (
    LAST_NUMBER,
    MOST_ENTRANTS,
    Entrant,
    Fixture,
    FixtureNumber,
    NightNumber,
    Payment,
    PlayOff,
)
from pitch.messages import Message
from pitch.notation import Moment, TranscribedCancellation, TranscribedRules, Transcript
from pitch.types import Fact, Reason
from pitchkeeper.leagues.state import Charter, PieceNumber, Plan, Report
from pitchkeeper.rest import bodies
from pitchkeeper.rest.problems import InvalidBody

MEDIA_TYPE: Final = "application/x-ndjson"
MOST_LINES: Final = 10_000
"""Twice as many as a device has matches."""
LONGEST: Final = 16 * 1024 * 1024
"""The most bytes of a line; a match of 10,000 changes has fewer."""
_ONE_OF: Final = Message("body.archive_line")
_MOST: Final = 99_999
_MOST_VALUES: Final = 1_000_000
"""More than a match of 10,000 changes has."""


class ArchivedMatch(Fact, frozen=True):
    """A match with its whole history, under the id that it has where it comes from."""

    match_id: UUID
    transcript: Transcript
    """What exportMatchJson says of it."""


class ArchivedReport(Fact, frozen=True):
    """What was entered of a matchup; of its matches also what they say, should they not come."""

    fixture: FixtureNumber
    report: Report
    """What was entered."""
    at: Moment
    opened: Annotated[
        tuple[UUID, ...],
        Meta(max_length=15, description="Those of its matches that were opened for the matchup."),
    ] = ()


class ArchivedPayment(Fact, frozen=True):
    """A payment, and that it was cancelled if it was."""

    number: PieceNumber
    """Payments count from 1."""
    payment: Payment
    """Who paid, and how much."""
    at: Moment
    night: NightNumber | None = None
    note: Reason | None = None
    cancelled: TranscribedCancellation | None = None
    """When it was taken back and why; absent while it counts."""


class ArchivedPlayOff(Fact, frozen=True):
    """A play-off, and that it was cancelled if it was."""

    number: PieceNumber
    """Play-offs count from 1."""
    play_off: PlayOff
    """Who won it against whom."""
    at: Moment
    cancelled: TranscribedCancellation | None = None
    """When it was taken back and why; absent while it counts."""


class ArchivedLeague(Fact, frozen=True):
    """All that a league follows from, and nothing about devices."""

    league_id: UUID
    opened: Moment
    charter: Charter
    """What was agreed."""
    rules: TranscribedRules
    """The rule set of its matches."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """Who takes part, in the order of their numbers."""
    last_entrant: Annotated[
        int,
        Meta(
            ge=0,
            le=LAST_NUMBER,
            description="The highest number of a team or player that was removed.",
        ),
    ] = 0
    plan: Plan | None = None
    """How the schedule was planned; absent before that."""
    last_fixture: Annotated[
        int, Meta(ge=0, le=_MOST, description="The highest number that a matchup ever had.")
    ] = 0
    fixtures: Annotated[tuple[Fixture, ...], Meta(max_length=_MOST)] = ()
    """Who meets whom."""
    reports: Annotated[tuple[ArchivedReport, ...], Meta(max_length=_MOST)] = ()
    """What was entered of the matchups."""
    payments: Annotated[tuple[ArchivedPayment, ...], Meta(max_length=_MOST)] = ()
    """Every payment that was entered, by number."""
    play_offs: Annotated[tuple[ArchivedPlayOff, ...], Meta(max_length=_MOST)] = ()
    """Every play-off that was entered, by number."""


class ArchiveEnd(Fact, frozen=True):
    """That nothing is missing before this line."""

    matches: Annotated[int, Meta(ge=0, le=_MOST)]
    """How many matches this answer told."""
    leagues: Annotated[int, Meta(ge=0, le=_MOST)]
    """How many leagues this answer told."""


class ArchiveLine(Fact, frozen=True):
    """A line of an archive: exactly one of these."""

    match: ArchivedMatch | None = None
    """A match, the newest first."""
    league: ArchivedLeague | None = None
    """It follows the matches that its matchups name."""
    end: ArchiveEnd | None = None
    """It is the last line."""


class UnparsedMatch(Fact, frozen=True):
    """A match of which only the id is parsed."""

    match_id: UUID
    transcript: msgspec.Raw

    def parse(self) -> Transcript:
        """Return its transcript; refused if it is none."""
        with prefix_pointer("/transcript"):
            return bodies.decode(bytes(self.transcript), Transcript, EARLIER_CLAIMS)


class ParsedLine(Fact, frozen=True):
    """A line whose match may be there already, and then need not be parsed."""

    match: UnparsedMatch | None = None
    league: ArchivedLeague | None = None
    end: ArchiveEnd | None = None


def parse(line: bytes) -> ParsedLine:
    """Return a line as it was sent; refused if it is none."""
    parsed = bodies.parse(line, ParsedLine, most=_MOST_VALUES)
    if [parsed.match, parsed.league, parsed.end].count(None) != 2:
        raise InvalidBody(_ONE_OF())
    return parsed
