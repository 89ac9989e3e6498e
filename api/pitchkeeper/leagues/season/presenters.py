"""Season presenters: nights, standings and money of leagues as clients see them."""

from msgspec import structs

from pitch import join_partners
from pitch.league import Fixture, Snapshot, list_league_clauses
from pitchkeeper.leagues import piece_views
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.fixtures import ReportPreview
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import (
    Accounts,
    FixtureResult,
    FixtureSide,
    LeagueFixture,
    LeagueRules,
    NamedAccount,
    Night,
    ResultPreview,
    Schedule,
    Standings,
    StandingsRow,
)
from pitchkeeper.leagues.state import LeagueState


def schedule(season: LeagueSeason) -> Schedule:
    """All nights of a league."""
    state = season.state
    return Schedule(
        league_id=state.league_id,
        version=state.version,
        nights=tuple(
            _night(season, number) for number in range(1, state.charter.format.nights + 1)
        ),
        plan=state.plan,
    )


def fixture(season: LeagueSeason, number: int) -> FixtureResult:
    """A fixture with its result."""
    shown = reports.fixture(season.state, number)
    return FixtureResult(
        **structs.asdict(_fixture(season, shown)),
        league_id=season.state.league_id,
        version=season.state.version,
        findings=season.findings(shown.night),
    )


def preview(foreseen: ReportPreview) -> ResultPreview:
    """What a result would come to."""
    return ResultPreview(
        judgement=foreseen.judgement, findings=foreseen.findings, moves=foreseen.moves
    )


def standings(season: LeagueSeason, snapshot: Snapshot) -> Standings:
    """The table as it stood after a night."""
    state, table, prizes = season.state, snapshot.standings, snapshot.prizes
    chances = {each.entrant: each for each in snapshot.chances}
    won = {each.entrant: each.amount for each in prizes.awards}
    names = state.names
    return Standings(
        league_id=state.league_id,
        version=state.version,
        after_night=snapshot.night,
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
        play_offs=tuple(piece_views.play_off(each, state.device_names) for each in state.play_offs),
        prizes=prizes,
    )


def accounts(season: LeagueSeason) -> Accounts:
    """The money of a league."""
    state = season.state
    ledger, names = season.ledger, state.names
    return Accounts(
        league_id=state.league_id,
        version=state.version,
        after_night=season.last_night,
        due_night=ledger.due_night,
        currency=ledger.currency,
        accounts=tuple(
            NamedAccount(**structs.asdict(each), name=names[each.entrant])
            for each in ledger.accounts
        ),
        owed=ledger.owed,
        collected=ledger.collected,
        pot=ledger.pot,
        payments=tuple(piece_views.payment(each, state.device_names) for each in state.payments),
        prizes=season.prizes,
    )


def rules(state: LeagueState) -> LeagueRules:
    """The clauses of a league."""
    return LeagueRules(clauses=list_league_clauses(state.charter.format))


def _night(season: LeagueSeason, night: int) -> Night:
    dates = season.state.charter.dates
    return Night(
        night=night,
        # A charter may have dates for the first nights only.
        date=dates[night - 1] if night <= len(dates) else None,
        fixtures=tuple(_fixture(season, each) for each in season.fixtures_on(night)),
        byes=season.byes_on(night),
        findings=season.findings(night),
    )


def _fixture(season: LeagueSeason, shown: Fixture) -> LeagueFixture:
    """A fixture with who plays, what was reported of it, and what that comes to."""
    reported, names = season.shown(shown.number), season.state.device_names
    return LeagueFixture(
        number=shown.number,
        night=shown.night,
        slot=shown.slot,
        table=shown.table,
        sides=tuple(
            FixtureSide(
                entrants=side, name=join_partners(season.state.names[each] for each in side)
            )
            for side in shown.sides
        ),
        first_dealer=shown.first_dealer,
        reported=None if reported is None else piece_views.report(reported, names),
        judgement=season.judgements[shown.number],
    )
