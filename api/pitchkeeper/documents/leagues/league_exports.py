"""League exports: the formats in which a league leaves, and what each is made by."""

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct

from pitch import Finding
from pitch.league import (
    MOST_ENTRANTS,
    MOST_NIGHTS,
    Balance,
    Bye,
    Entrant,
    FixtureNumber,
    Judgement,
    Minor,
    NightNumber,
    Payment,
    PlayOff,
    PrizeTable,
    list_league_clauses,
)
from pitch.notation import TranscribedRules, transcribe_rules
from pitch.rules import Clause
from pitch.types import Reason, Seat
from pitchkeeper.access.stamps import Instant
from pitchkeeper.documents import html, pdf
from pitchkeeper.documents.leagues import league_sheets, league_tables
from pitchkeeper.documents.renditions import Rendition, attachment, league_source
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import (
    FixtureSide,
    LeagueFixture,
    NamedAccount,
    Night,
    StandingsRow,
)
from pitchkeeper.leagues.state import Charter, Plan, RecordedPayment, RecordedPlayOff, Report
from pitchkeeper.messages import codecs
from pitchkeeper.rest.views import Count, Version, View


class LeagueTable(StrEnum):
    """The tables of a league."""

    STANDINGS = "standings"
    RESULTS = "results"
    ACCOUNTS = "accounts"


class CopiedFixture(View, frozen=True):
    """A matchup, what was reported of it, and what that comes to."""

    number: FixtureNumber
    slot: Count
    """In which round of the night it is, from 1."""
    table: Count
    """At which table it is played."""
    sides: Annotated[tuple[FixtureSide, ...], Meta(min_length=2, max_length=2)]
    """Who meets whom."""
    first_dealer: Annotated[Seat, Meta(description="The seat that deals first.")]
    report: Report | None
    """What was entered of it; null if nothing was."""
    entered_at: Instant | None
    judgement: Judgement
    """What the report comes to."""


class CopiedNight(View, frozen=True):
    """The matchups of a night, and who sat out."""

    night: NightNumber
    date: date | None
    """The day of it, if one was set."""
    fixtures: tuple[CopiedFixture, ...]
    """Who met whom that night, in the order of rounds and tables."""
    byes: tuple[Bye, ...]
    """Who sat out."""
    findings: tuple[Finding, ...]
    """What is out of the ordinary about that night."""


class CopiedPayment(View, frozen=True):
    """A payment, and why it was cancelled if it was."""

    number: FixtureNumber
    payment: Payment
    """Who paid, and how much."""
    night: NightNumber | None
    note: Reason | None
    entered_at: Instant
    cancelled_because: Reason | None
    """Why it was taken back; null while it counts."""


class CopiedPlayOff(View, frozen=True):
    """A play-off, and why it was cancelled if it was."""

    number: FixtureNumber
    play_off: PlayOff
    """Who won it against whom."""
    entered_at: Instant
    cancelled_because: Reason | None
    """Why it was taken back; null while it counts."""


class LeagueCopy(View, frozen=True):
    """A league with all that others may have of it; nothing about devices."""

    league_id: UUID
    version: Version
    opened_at: Instant
    changed_at: Instant
    charter: Charter
    """What was agreed."""
    rules: TranscribedRules
    """The rule set of its matches."""
    clauses: tuple[Clause, ...]
    """The rules of the league in words."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)]
    """Who takes part, in the order of their numbers."""
    plan: Plan | None
    """How the schedule was planned; null before that."""
    nights: tuple[CopiedNight, ...]
    """Every night with its matchups."""
    standings: tuple[StandingsRow, ...]
    """The table, the first line first."""
    play_offs: tuple[CopiedPlayOff, ...]
    """Every play-off that was entered."""
    accounts: tuple[NamedAccount, ...]
    """What each team or player owes and has paid."""
    payments: tuple[CopiedPayment, ...]
    """Every payment that was entered."""
    due_night: Annotated[
        int, Meta(ge=0, le=MOST_NIGHTS, description="The last night whose fee is due; 0: none.")
    ]
    owed: Minor
    collected: Balance
    prizes: PrizeTable
    """What there is to win, and who gets it."""


class LeagueRenderer(Struct, frozen=True):
    """How a league is written in one format."""

    media_type: str
    extension: str
    write: Callable[[LeagueSeason], bytes]
    policy: str | None = None
    """What a browser may do that shows it."""
    table: LeagueTable | None = None
    """The one that it has, if it has but one."""


def copy(season: LeagueSeason) -> LeagueCopy:
    """All that others may have of a league."""
    state = season.state
    table = presenters.standings(season, season.now)
    money = presenters.accounts(season)
    return LeagueCopy(
        league_id=state.league_id,
        version=state.version,
        opened_at=state.created_at,
        changed_at=state.updated_at,
        charter=state.charter,
        rules=transcribe_rules(state.ruleset),
        clauses=list_league_clauses(state.charter.format),
        entrants=state.entrants,
        plan=state.plan,
        nights=tuple(map(_night, presenters.schedule(season).nights)),
        standings=table.rows,
        play_offs=tuple(map(_play_off, state.play_offs)),
        accounts=money.accounts,
        payments=tuple(map(_payment, state.payments)),
        due_night=money.due_night,
        owed=money.owed,
        collected=money.collected,
        prizes=table.prizes,
    )


def disposition(season: LeagueSeason, extension: str, table: LeagueTable | None = None) -> str:
    """How a browser is to call the file: by the league, and by the table if it has but one."""
    listed = () if table is None else (table.value,)
    # The name last, for it is cut off where the whole gets too long.
    parts = ("pitch", "league", *listed, season.state.charter.name)
    return attachment(parts, extension)


def rendition(season: LeagueSeason, renderer: LeagueRenderer) -> Rendition:
    """A league as a file, yet to be written."""
    name = disposition(season, renderer.extension, renderer.table)
    # A page with names that people chose is opened from our own origin: nothing in it may run.
    kind = ("league", renderer.extension, renderer.table or "")
    return Rendition(league_source(season), kind, renderer.media_type, renderer.policy, name)


def _json(season: LeagueSeason) -> bytes:
    return codecs.answered(copy(season))


def _html(season: LeagueSeason) -> bytes:
    return html.render(league_sheets.document(season))


def _pdf(season: LeagueSeason) -> bytes:
    return pdf.render(league_sheets.document(season))


JSON: Final = LeagueRenderer("application/json", "json", _json)
HTML: Final = LeagueRenderer("text/html", "html", _html, html.POLICY)
PDF: Final = LeagueRenderer("application/pdf", "pdf", _pdf)
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
    return CopiedNight(
        night=night.night,
        date=night.date,
        fixtures=tuple(map(_fixture, night.fixtures)),
        byes=night.byes,
        findings=night.findings,
    )


def _fixture(shown: LeagueFixture) -> CopiedFixture:
    reported = shown.reported
    return CopiedFixture(
        number=shown.number,
        slot=shown.slot,
        table=shown.table,
        sides=shown.sides,
        first_dealer=shown.first_dealer,
        report=reported.report if reported else None,
        entered_at=reported.at if reported else None,
        judgement=shown.judgement,
    )


def _payment(paid: RecordedPayment) -> CopiedPayment:
    # Who entered it stays here: a copy goes to people who are not in the league.
    return CopiedPayment(
        number=paid.number,
        payment=Payment(entrant=paid.entrant, amount=paid.amount),
        night=paid.night,
        note=paid.note,
        entered_at=paid.at,
        cancelled_because=paid.cancelled.reason if paid.cancelled else None,
    )


def _play_off(played: RecordedPlayOff) -> CopiedPlayOff:
    kept = {name: getattr(played, name) for name in PlayOff.__struct_fields__}
    return CopiedPlayOff(
        number=played.number,
        play_off=PlayOff(**kept),
        entered_at=played.at,
        cancelled_because=played.cancelled.reason if played.cancelled else None,
    )
