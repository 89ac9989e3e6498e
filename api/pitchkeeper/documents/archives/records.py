"""Records: what a line of an archive says."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec
from msgspec import Meta

from pitch.hand import EARLIER_CLAIMS
from pitch.league import Bracket, CheckIn, Entrant, Fixture, Half, Payment, Payout, PlayOff
from pitch.messages import Message, prefix_pointer
from pitch.notation import TranscribedCancellation, TranscribedRules, Transcript
from pitch.types import (
    LAST_NUMBER,
    MOST_ENTRANTS,
    MOST_NIGHTS,
    EntrantNumber,
    Fact,
    FixtureNumber,
    Moment,
    NightNumber,
    Reason,
)
from pitchkeeper.leagues.records import NewSignUp, Origin, PieceNumber, Report
from pitchkeeper.leagues.state import Charter, Plan
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
    """A match with its whole history, under its id at the server that exported it."""

    match_id: UUID
    """The match's id at the server that exported it."""
    transcript: Transcript
    """The match with its history, as exportMatchJson answers it."""


class ArchivedReport(Fact, frozen=True):
    """A report of a matchup, with the results of matches that the archive may lack."""

    fixture: FixtureNumber
    """The number of the matchup that the result is of."""
    report: Report
    """The result as it was reported."""
    at: Moment
    """The time when the result was entered, in UTC to the second."""
    opened: Annotated[tuple[UUID, ...], Meta(max_length=15)] = ()
    """The ids of the matches that were opened for the matchup."""
    side: Half | None = None
    """The side that reported, 0 or 1; absent if it was neither."""
    is_final: bool = False
    """True if the owner or an organizer settled it."""
    is_confirmation: bool = False
    """True if it confirms the report of others."""
    reason: Reason | None = None
    """The reason why the side disputes the result."""


class ArchivedPayment(Fact, frozen=True):
    """A payment with its cancellation, if it was cancelled."""

    number: PieceNumber
    """The number of the payment in its league, from 1."""
    payment: Payment
    """The amount of the payment, and who paid it."""
    at: Moment
    """The time when the payment was entered, in UTC to the second."""
    night: NightNumber | None = None
    """The number of the night that the payment was made for, if noted."""
    note: Reason | None = None
    """A note about the payment, if there is one."""
    cancelled: TranscribedCancellation | None = None
    """The cancellation of the payment; absent while the payment counts."""


class ArchivedSignUp(NewSignUp, frozen=True, kw_only=True):
    """A sign-up, and what became of it."""

    number: PieceNumber
    """The number of the sign-up in its league, from 1."""
    at: Moment
    """The time of the sign-up, in UTC to the second."""
    entrant: EntrantNumber | None = None
    """The number of the team or player that it became; absent if it was not accepted."""
    withdrawn_at: Moment | None = None
    """The time when it was withdrawn or declined; absent if it was not."""


class ArchivedPayout(Payout, frozen=True, kw_only=True):
    """A payout with its cancellation, if it was cancelled."""

    number: PieceNumber
    """The number of the payout in its league, from 1."""
    at: Moment
    """The time when the payout was entered, in UTC to the second."""
    note: Reason | None = None
    """A note about the payout, if there is one."""
    cancelled: TranscribedCancellation | None = None
    """The cancellation of the payout; absent while the payout counts."""


class ArchivedPlayOff(Fact, frozen=True):
    """A play-off with its cancellation, if it was cancelled."""

    number: PieceNumber
    """The number of the play-off in its league, from 1."""
    play_off: PlayOff
    """The winner and the loser of the play-off."""
    at: Moment
    """The time when the play-off was entered, in UTC to the second."""
    cancelled: TranscribedCancellation | None = None
    """The cancellation of the play-off; absent while the play-off counts."""


class ArchivedNight(Fact, frozen=True):
    """The record of a night: when it was opened and planned, or that it was called off."""

    night: NightNumber
    """The number of the night, from 1."""
    at: Moment
    """The time when the night was opened or called off last, in UTC to the second."""
    opened_at: Moment | None = None
    """The time when the night was opened; absent if it is not open."""
    paired_at: Moment | None = None
    """The time when a round was last planned from those who are here."""
    moved_to: date | None = None
    """The day that was added when the night was called off."""
    cancelled: TranscribedCancellation | None = None
    """The last time that the night was called off; absent if it never was, or is held after all."""


class ArchivedCheckIn(CheckIn, frozen=True, kw_only=True):
    """The attendance of a team or player on a night."""

    night: NightNumber
    """The number of the night, from 1."""
    at: Moment
    """The time when the attendance was entered, in UTC to the second."""


class ArchivedLeague(Fact, frozen=True):
    """Everything that a league consists of, without its devices."""

    league_id: UUID
    """The league's id at the server that exported it."""
    opened: Moment
    """The time when the league was opened, in UTC to the second."""
    charter: Charter
    """The name, format, dates and seed of the league."""
    rules: TranscribedRules
    """The rule set of the league's matches, as a preset and its changes."""
    origin: Origin | None = None
    """The season before; absent if it is the first."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """The teams or players of the league, by number."""
    last_entrant: Annotated[int, Meta(ge=0, le=LAST_NUMBER)] = 0
    """The highest number of a team or player that was removed; 0 if none was."""
    plan: Plan | None = None
    """The last planning of the schedule; absent before the first."""
    last_fixture: Annotated[int, Meta(ge=0, le=_MOST)] = 0
    """The highest number that a matchup of the league ever had."""
    fixtures: Annotated[tuple[Fixture, ...], Meta(max_length=_MOST)] = ()
    """Every matchup of the league, by number."""
    reports: Annotated[tuple[ArchivedReport, ...], Meta(max_length=_MOST)] = ()
    """Every report of the result of a matchup."""
    sign_ups: Annotated[tuple[ArchivedSignUp, ...], Meta(max_length=_MOST)] = ()
    """Every sign-up, by number."""
    payments: Annotated[tuple[ArchivedPayment, ...], Meta(max_length=_MOST)] = ()
    """Every payment that was entered, by number, including cancelled ones."""
    payouts: Annotated[tuple[ArchivedPayout, ...], Meta(max_length=_MOST)] = ()
    """Every payout that was entered, by number, including cancelled ones."""
    play_offs: Annotated[tuple[ArchivedPlayOff, ...], Meta(max_length=_MOST)] = ()
    """Every play-off that was entered, by number, including cancelled ones."""
    nights: Annotated[tuple[ArchivedNight, ...], Meta(max_length=MOST_NIGHTS)] = ()
    """The nights that were opened or called off."""
    check_ins: Annotated[
        tuple[ArchivedCheckIn, ...], Meta(max_length=MOST_NIGHTS * MOST_ENTRANTS)
    ] = ()
    """The attendance of every team and player that was entered."""
    bracket: Bracket | None = None
    """The draw of the league's knock-out; absent before it."""


class ArchiveEnd(Fact, frozen=True):
    """The end of an archive, with the number of matches and leagues before it."""

    matches: Annotated[int, Meta(ge=0, le=_MOST)]
    """The number of matches in the archive."""
    leagues: Annotated[int, Meta(ge=0, le=_MOST)]
    """The number of leagues in the archive."""


class ArchiveLine(Fact, frozen=True):
    """A line of an archive: a match, a league, or the end."""

    match: ArchivedMatch | None = None
    """A match of the archive; matches come newest first."""
    league: ArchivedLeague | None = None
    """A league of the archive; the matches of its matchups come before it."""
    end: ArchiveEnd | None = None
    """The last line of the archive."""


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
