"""League exports: the formats in which a league leaves, and what each is made by."""

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import Annotated, Final, TypeVar
from uuid import UUID

from msgspec import Meta, Struct, structs

from pitch import Finding
from pitch.league import (
    Balance,
    Bye,
    Entrant,
    Judgement,
    Payment,
    Payout,
    PlayOff,
    PrizeTable,
    ResultSettlement,
    Stage,
    list_league_clauses,
)
from pitch.notation import TranscribedRules
from pitch.rules import Clause
from pitch.types import (
    MOST_ENTRANTS,
    MOST_NIGHTS,
    FixtureNumber,
    MinorTotal,
    NightNumber,
    Reason,
    Seat,
    Side,
)
from pitchkeeper.access.devices import Instant
from pitchkeeper.documents import html, pdf
from pitchkeeper.documents.leagues import bracket_sheets, league_sheets, league_tables
from pitchkeeper.documents.renditions import Rendition, attachment, league_source
from pitchkeeper.leagues.records import (
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
    Report,
)
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import (
    FixtureSide,
    LeagueFixture,
    NamedAccount,
    Night,
    StandingsRow,
)
from pitchkeeper.leagues.state import Charter, Plan
from pitchkeeper.messages import codecs
from pitchkeeper.rest.views import Count, Version, View, same_fields

_Copy = TypeVar("_Copy", bound=Struct)


class LeagueTable(StrEnum):
    """A table of a league that can be exported as CSV."""

    STANDINGS = "standings"
    RESULTS = "results"
    ACCOUNTS = "accounts"


class CopiedReport(View, frozen=True):
    """A report of a matchup of an exported league, where one report is not enough."""

    side: Side | None
    """The side that reported, 0 or 1; null if it was neither."""
    report: Report
    """The result as it was reported."""
    entered_at: Instant
    """The time when it was reported."""
    is_final: bool
    """True if the owner or an organizer settled it."""
    is_confirmation: bool
    """True if it confirms the report of others."""
    reason: Reason | None
    """The reason why the side disputes the result; null if it does not."""


class CopiedFixture(View, frozen=True):
    """A matchup of an exported league, with the reported result and its judgment."""

    number: FixtureNumber
    """The number of the matchup, which no other matchup ever gets."""
    slot: Count
    """The round of that night in which the matchup is played, from 1."""
    table: Count
    """The number of the matchup's table, from 1."""
    sides: Annotated[tuple[FixtureSide, ...], Meta(min_length=2, max_length=2)]
    """The two sides of the matchup, each with its name."""
    first_dealer: Seat
    """The seat that deals first in the matchup, counted clockwise from 0."""
    stage: Stage
    """The part of the league that the matchup belongs to: the season, or a part of a knock-out."""
    report: Report | None
    """The result as reported; null if nothing was entered."""
    entered_at: Instant | None
    """The time when the result was entered; null if none was."""
    reports: Annotated[tuple[CopiedReport, ...], Meta(max_length=3)]
    """Every report of the matchup; none where one report is enough."""
    settlement: ResultSettlement
    """The agreement about the result."""
    judgement: Judgement
    """The wins, points and findings that follow from the report."""
    is_proven: bool
    """False while a hand of a linked match is not yet checked over all deals and plays, so that the
    result may still change.
    """


class CopiedNight(View, frozen=True):
    """A night of an exported league: its matchups and byes."""

    night: NightNumber
    """The number of the night, from 1."""
    date: date | None
    """The date of the night, if one was set."""
    fixtures: tuple[CopiedFixture, ...]
    """The matchups of that night, in the order of rounds and tables."""
    byes: tuple[Bye, ...]
    """The byes of the night, by round."""
    findings: tuple[Finding, ...]
    """Errors and oddities in the night's schedule or results."""


class CopiedPayment(View, frozen=True):
    """A payment of an exported league, with the reason if it was cancelled."""

    number: FixtureNumber
    """The number of the payment in its league, from 1."""
    payment: Payment
    """The amount of the payment, and who paid it."""
    night: NightNumber | None
    """The number of the night that the payment was made for, if noted."""
    note: Reason | None
    """A note about the payment, if there is one."""
    entered_at: Instant
    """The time when the payment was entered."""
    cancelled_because: Reason | None
    """The reason why the payment was cancelled; null while the payment counts."""


class CopiedPayout(View, frozen=True):
    """A payout of an exported league, with the reason if it was cancelled."""

    number: FixtureNumber
    """The number of the payout in its league, from 1."""
    payout: Payout
    """The amount of the payout, and who got it."""
    note: Reason | None
    """A note about the payout, if there is one."""
    entered_at: Instant
    """The time when the payout was entered."""
    cancelled_because: Reason | None
    """The reason why the payout was cancelled; null while the payout counts."""


class CopiedPlayOff(View, frozen=True):
    """A play-off of an exported league, with the reason if it was cancelled."""

    number: FixtureNumber
    """The number of the play-off in its league, from 1."""
    play_off: PlayOff
    """The winner and the loser of the play-off."""
    entered_at: Instant
    """The time when the play-off was entered."""
    cancelled_because: Reason | None
    """The reason why the play-off was cancelled; null while the play-off counts."""


class LeagueCopy(View, frozen=True):
    """An exported league: its charter, results, standings and money, without its devices."""

    league_id: UUID
    """The id of the league that was exported."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    opened_at: Instant
    """The time when the league was opened."""
    changed_at: Instant
    """The time of the league's last change."""
    charter: Charter
    """The name, format, dates and seed of the league."""
    rules: TranscribedRules
    """The rule set of the league's matches, as a preset and its changes."""
    clauses: tuple[Clause, ...]
    """The rules of the league in sentences."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)]
    """The teams or players of the league, by number."""
    plan: Plan | None
    """The last planning of the schedule; null before the first."""
    nights: tuple[CopiedNight, ...]
    """The nights of the season with their matchups and results, the first night first."""
    standings: tuple[StandingsRow, ...]
    """The rows of the standings, from first to last."""
    play_offs: tuple[CopiedPlayOff, ...]
    """The play-offs of the league, by number."""
    accounts: tuple[NamedAccount, ...]
    """The fees and payments of each team or player."""
    payments: tuple[CopiedPayment, ...]
    """The payments of the league, by number."""
    payouts: tuple[CopiedPayout, ...]
    """The payouts of the league, by number."""
    due_night: Annotated[int, Meta(ge=0, le=MOST_NIGHTS)]
    """The number of the last night whose fee is due; 0 if none is."""
    owed: MinorTotal
    """Fees owed by all for the nights so far, in minor units."""
    collected: Balance
    """Fees received so far, less refunds, in minor units."""
    paid_out: MinorTotal
    """Prizes handed out so far, in minor units."""
    prizes: PrizeTable
    """The prizes of the league and those who get them."""


class LeagueRenderer(Struct, frozen=True):
    """A format of league exports: its media type and the function that writes it."""

    media_type: str
    extension: str
    write: Callable[[LeagueSeason], bytes]
    policy: str | None = None
    """The Content-Security-Policy for browsers that show it."""
    table: LeagueTable | None = None
    """The table that it contains; None for the whole league."""


def copy(season: LeagueSeason) -> LeagueCopy:
    """Return the parts of a league that other people may have."""
    state = season.state
    table = presenters.standings(season, season.now)
    money = presenters.accounts(season)
    return LeagueCopy(
        league_id=state.league_id,
        version=state.version,
        opened_at=state.created_at,
        changed_at=state.updated_at,
        charter=state.charter,
        rules=TranscribedRules.from_ruleset(state.ruleset),
        clauses=list_league_clauses(state.charter.format),
        entrants=state.entrants,
        plan=state.plan,
        nights=tuple(map(_night, presenters.schedule(season).nights)),
        standings=table.rows,
        play_offs=tuple(map(_play_off, state.play_offs)),
        accounts=money.accounts,
        payments=tuple(map(_payment, state.payments)),
        payouts=tuple(map(_payout, state.payouts)),
        due_night=money.due_night,
        owed=money.owed,
        collected=money.collected,
        paid_out=money.paid_out,
        prizes=table.prizes,
    )


def disposition(season: LeagueSeason, extension: str, table: LeagueTable | None = None) -> str:
    """Return the suggested name of the file: from the league, and its table if it has one."""
    listed = () if table is None else (table.value,)
    # The name last, because a long one is cut off.
    parts = ("pitch", "league", *listed, season.state.charter.name)
    return attachment(parts, extension)


def rendition(season: LeagueSeason, renderer: LeagueRenderer) -> Rendition:
    """Return a league as a file, yet to be written."""
    name = disposition(season, renderer.extension, renderer.table)
    # A page with names that people chose is opened from our own origin: nothing in it may run.
    kind = ("league", renderer.extension, renderer.table or "")
    return Rendition(league_source(season), kind, renderer.media_type, renderer.policy, name)


def _json(season: LeagueSeason) -> bytes:
    return codecs.encode_response(copy(season))


def _html(season: LeagueSeason) -> bytes:
    return html.render(league_sheets.document(season))


def _pdf(season: LeagueSeason) -> bytes:
    return pdf.render(league_sheets.document(season))


JSON: Final = LeagueRenderer("application/json", "json", _json)
HTML: Final = LeagueRenderer("text/html", "html", _html, html.POLICY)
PDF: Final = LeagueRenderer("application/pdf", "pdf", _pdf)
BRACKET: Final = LeagueRenderer(
    "application/pdf", "bracket.pdf", lambda season: pdf.render(bracket_sheets.document(season))
)
TABLES: Final = {
    table: LeagueRenderer("text/csv", "csv", write, table=table)
    for table, write in (
        (LeagueTable.STANDINGS, league_tables.standings),
        (LeagueTable.RESULTS, league_tables.results),
        (LeagueTable.ACCOUNTS, league_tables.accounts),
    )
}
"""What writes a league as a table."""


def _night(night: Night) -> CopiedNight:
    fixtures = tuple(map(_fixture, night.fixtures))
    return CopiedNight(**same_fields(CopiedNight, night) | {"fixtures": fixtures})


def _fixture(fixture: LeagueFixture) -> CopiedFixture:
    result = fixture.reported
    values = same_fields(CopiedFixture, fixture) | {
        "report": result.report if result else None,
        "entered_at": result.at if result else None,
        "reports": tuple(map(_report, fixture.reports)),
    }
    return CopiedFixture(**values)


def _report(reported: RecordedReport) -> CopiedReport:
    # The device that entered it is not exported, as with payments.
    return CopiedReport(**same_fields(CopiedReport, reported), entered_at=reported.at)


def _payment(paid: RecordedPayment) -> CopiedPayment:
    # The night is beside the payment, and no part of it.
    payment = structs.replace(_part(Payment, paid), night=None)
    return _entry(CopiedPayment, paid, payment=payment)


def _payout(paid: RecordedPayout) -> CopiedPayout:
    return _entry(CopiedPayout, paid, payout=_part(Payout, paid))


def _play_off(recorded: RecordedPlayOff) -> CopiedPlayOff:
    return _entry(CopiedPlayOff, recorded, play_off=_part(PlayOff, recorded))


def _part(kind: type[_Copy], recorded: Struct) -> _Copy:
    return kind(**same_fields(kind, recorded))


def _entry(
    kind: type[_Copy], recorded: RecordedPayment | RecordedPayout | RecordedPlayOff, **part: Struct
) -> _Copy:
    """Return a recorded entry without its devices: a copy goes to people outside the league."""
    cancelled = recorded.cancelled.reason if recorded.cancelled else None
    fields = same_fields(kind, recorded) | part
    return kind(**fields, entered_at=recorded.at, cancelled_because=cancelled)
