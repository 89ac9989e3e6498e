"""Season views: what clients send and see of the nights, the standings and the money of leagues."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta, structs

from api.leagues import reports
from api.leagues.fixtures import Foreseen
from api.leagues.seasons import Season
from api.leagues.state import LeagueState, Plan, RecordedPayment, RecordedPlayOff, RecordedReport
from api.matches.views import Count, Version, View
from domain import wording
from domain.findings import Finding
from domain.league import fixtures, league_clauses, prize_tables
from domain.league.fees import Account, Balance
from domain.league.fixtures import Bye, Fixture, FixtureNumber
from domain.league.judgements import Judgement
from domain.league.leagues import MOST_NIGHTS, Currency, EntrantNumber, Minor, NightNumber
from domain.league.prize_tables import PrizeTable
from domain.league.standings import Move, Row
from domain.league.title_race import Chance
from domain.rules.clauses import Clause
from domain.types import Fact, Seat

AfterNight = Annotated[int, Meta(ge=0, le=MOST_NIGHTS, description="0 is before the first.")]


class NewPlan(Fact, frozen=True):
    """From which night on to plan."""

    from_night: Annotated[
        NightNumber | None,
        Meta(
            description="If absent the next slot of a progressive night that has begun, or else "
            "the first night without results."
        ),
    ] = None


class FixtureSide(View, frozen=True):
    """Who plays on one side of a fixture."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(max_length=3)]
    """Who is on this side: one entrant, or two individuals who are partners."""
    name: str


class LeagueFixture(View, frozen=True):
    """Two sides that meet, what was reported of it, and what that comes to."""

    number: FixtureNumber
    night: NightNumber
    slot: Count
    """Which of the fixtures that a side has that night it is, from 1."""
    table: Count
    """At which table it is played."""
    sides: Annotated[tuple[FixtureSide, ...], Meta(min_length=2, max_length=2)]
    """Who meets whom."""
    first_dealer: Annotated[Seat, Meta(description="The seat that deals first.")]
    reported: RecordedReport | None
    """What was entered of it; null if nothing was."""
    judgement: Judgement
    """What that comes to."""


class FixtureResult(LeagueFixture, frozen=True):
    """A fixture of a league at a version."""

    league_id: UUID
    version: Version
    findings: Annotated[tuple[Finding, ...], Meta(description="What is odd about its night.")]


class Night(View, frozen=True):
    """The fixtures of a night, and who sits out."""

    night: NightNumber
    date: date | None
    """The day of it, if one was set."""
    fixtures: tuple[LeagueFixture, ...]
    """Who meets whom that night."""
    byes: Annotated[tuple[Bye, ...], Meta(description="Who has nobody to play, by slot.")]
    findings: tuple[Finding, ...]
    """What is out of the ordinary about that night."""


class Schedule(View, frozen=True):
    """All nights of a league, and the proof that pairings repeat as little as they can."""

    league_id: UUID
    version: Version
    nights: tuple[Night, ...]
    """Every night, the first one first."""
    plan: Annotated[
        Plan | None, Meta(description="The count of pairings; null before anything was planned.")
    ]


class ResultPreview(View, frozen=True):
    """What a result would come to, and who would move in the standings. Nothing was saved."""

    judgement: Judgement
    """What the result would come to."""
    findings: Annotated[tuple[Finding, ...], Meta(description="What would be odd about the night.")]
    moves: tuple[Move, ...]
    """Every entrant whose line would change."""


class StandingsRow(Row, frozen=True, kw_only=True):
    """One entrant's line of the table."""

    name: str
    chance: Chance
    """Whether it can still be first."""
    prize: Annotated[
        Minor | None, Meta(description="What its place gets; null while a play-off is awaited.")
    ]


class Standings(View, frozen=True):
    """The table of a league after a night."""

    league_id: UUID
    version: Version
    after_night: AfterNight
    rows: tuple[StandingsRow, ...]
    """The table, the first line first."""
    left: Annotated[Count, Meta(description="Fixtures that are not settled.")]
    impossible: Annotated[
        tuple[FixtureNumber, ...], Meta(description="Fixtures whose results cannot be.")
    ]
    play_offs: tuple[RecordedPlayOff, ...]
    """Every play-off, also those that were cancelled."""
    prizes: PrizeTable
    """What there is to win, and who gets it."""


class NamedAccount(Account, frozen=True, kw_only=True):
    """What one entrant owes and has paid."""

    name: str


class Accounts(View, frozen=True):
    """The money of a league, in minor units of its currency."""

    league_id: UUID
    version: Version
    after_night: AfterNight
    currency: Currency
    accounts: tuple[NamedAccount, ...]
    """What each entrant owes and has paid."""
    owed: Minor
    collected: Balance
    pot: Annotated[Minor, Meta(description="The fees of the whole season as it is planned.")]
    payments: tuple[RecordedPayment, ...]
    """Every payment, also those that were cancelled."""
    prizes: PrizeTable
    """What there is to win, and who gets it."""


class LeagueRules(View, frozen=True):
    """The clauses of a league, each with what it rests on."""

    clauses: tuple[Clause, ...]
    """In the order in which they are read."""


def schedule(season: Season) -> Schedule:
    """All nights of a league."""
    book = season.book
    return Schedule(
        league_id=book.league_id,
        version=book.version,
        nights=tuple(_night(season, number) for number in range(1, book.charter.format.nights + 1)),
        plan=book.plan,
    )


def fixture(season: Season, number: int) -> FixtureResult:
    """A fixture with its result."""
    shown = reports.fixture(season.book, number)
    return FixtureResult(
        **structs.asdict(_fixture(season, shown)),
        league_id=season.book.league_id,
        version=season.book.version,
        findings=season.night_findings(shown.night),
    )


def preview(foreseen: Foreseen) -> ResultPreview:
    """What a result would come to."""
    return ResultPreview(
        judgement=foreseen.judgement, findings=foreseen.findings, moves=foreseen.moves
    )


def standings(season: Season, night: int | None = None) -> Standings:
    """The table after a night; after the last that anything was reported of if none is named."""
    book = season.book
    after = book.last_night if night is None else night
    table = season.standings_after(after)
    prizes = prize_tables.table(book.charter.format, book.ledger.pot, table)
    chances = {each.entrant: each for each in season.chances_after(after)}
    won = {each.entrant: each.amount for each in prizes.awards}
    names = book.names
    return Standings(
        league_id=book.league_id,
        version=book.version,
        after_night=after,
        rows=tuple(
            StandingsRow(
                **structs.asdict(row),
                name=names[row.entrant],
                chance=chances[row.entrant],
                prize=won[row.entrant],
            )
            for row in table.rows
        ),
        left=table.left,
        impossible=table.impossible,
        play_offs=book.play_offs,
        prizes=prizes,
    )


def accounts(season: Season) -> Accounts:
    """The money of a league."""
    book = season.book
    ledger, names = book.ledger, book.names
    return Accounts(
        league_id=book.league_id,
        version=book.version,
        after_night=book.last_night,
        currency=ledger.currency,
        accounts=tuple(
            NamedAccount(**structs.asdict(each), name=names[each.entrant])
            for each in ledger.accounts
        ),
        owed=ledger.owed,
        collected=ledger.collected,
        pot=ledger.pot,
        payments=book.payments,
        prizes=prize_tables.table(book.charter.format, ledger.pot, season.standings),
    )


def rules(book: LeagueState) -> LeagueRules:
    """The clauses of a league."""
    return LeagueRules(clauses=league_clauses.of(book.charter.format))


def _night(season: Season, night: int) -> Night:
    book = season.book
    dates = book.charter.dates
    held = [each for each in book.fixtures if each.night == night]
    return Night(
        night=night,
        date=dates[night - 1] if night <= len(dates) else None,
        fixtures=tuple(_fixture(season, each) for each in held),
        byes=fixtures.byes(book.league, held),
        findings=season.night_findings(night),
    )


def _fixture(season: Season, shown: Fixture) -> LeagueFixture:
    return LeagueFixture(
        number=shown.number,
        night=shown.night,
        slot=shown.slot,
        table=shown.table,
        sides=tuple(
            FixtureSide(entrants=side, name=wording.side(season.book.names[each] for each in side))
            for side in shown.sides
        ),
        first_dealer=shown.first_dealer,
        reported=season.shown_report(shown.number),
        judgement=season.judgements[shown.number],
    )
