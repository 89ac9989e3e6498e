"""Season presenters: the views of nights, standings and money."""

from msgspec import structs

from pitch import join_partners
from pitch.league import Fixture, Snapshot, list_league_clauses
from pitchkeeper.leagues import piece_views
from pitchkeeper.leagues.piece_views import RecordedPayment, RecordedPlayOff, RecordedReport
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import (
    Accounts,
    FixtureResult,
    FixtureSide,
    LeagueFixture,
    LeagueRules,
    NamedAccount,
    Night,
    Schedule,
    Standings,
    StandingsRow,
)
from pitchkeeper.leagues.state import LeagueState


def schedule(season: LeagueSeason) -> Schedule:
    """Return the view of all nights."""
    state = season.state
    return Schedule(
        league_id=state.league_id,
        version=state.version,
        nights=tuple(_night(season, night + 1) for night in range(state.charter.format.nights)),
        plan=state.plan,
    )


def fixture(season: LeagueSeason, number: int) -> FixtureResult:
    """Return the view of a fixture and its result. Raises NoSuchFixture."""
    match_up = reports.find_fixture(season.state, number)
    return FixtureResult(
        **structs.asdict(_fixture(season, match_up)),
        league_id=season.state.league_id,
        version=season.state.version,
        findings=season.findings(match_up.night),
    )


def standings(season: LeagueSeason, snapshot: Snapshot) -> Standings:
    """Return the view of the standings after a night."""
    state, table, prizes = season.state, snapshot.standings, snapshot.prizes
    chances = {chance.entrant: chance for chance in snapshot.chances}
    amounts = {award.entrant: award.amount for award in prizes.awards}
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
                prize=amounts[row.entrant],
            )
            for row in table.rows
        ),
        left=table.left,
        impossible=table.impossible,
        unproven=tuple(sorted(season.unproven)),
        play_offs=tuple(
            piece_views.with_names(RecordedPlayOff, play_off, state.device_names)
            for play_off in state.play_offs
        ),
        prizes=prizes,
    )


def accounts(season: LeagueSeason) -> Accounts:
    """Return the view of the money of a league."""
    state = season.state
    ledger, names = season.ledger, state.names
    return Accounts(
        league_id=state.league_id,
        version=state.version,
        after_night=season.last_night,
        due_night=ledger.due_night,
        currency=ledger.currency,
        accounts=tuple(
            NamedAccount(**structs.asdict(account), name=names[account.entrant])
            for account in ledger.accounts
        ),
        owed=ledger.owed,
        collected=ledger.collected,
        pot=ledger.pot,
        payments=tuple(
            piece_views.with_names(RecordedPayment, payment, state.device_names)
            for payment in state.payments
        ),
        prizes=season.prizes,
    )


def rules(state: LeagueState) -> LeagueRules:
    """Return the view of the clauses of a league."""
    return LeagueRules(clauses=list_league_clauses(state.charter.format))


def _night(season: LeagueSeason, night: int) -> Night:
    dates = season.state.charter.dates
    return Night(
        night=night,
        # A charter may have dates for the first nights only.
        date=dates[night - 1] if night <= len(dates) else None,
        fixtures=tuple(_fixture(season, fixture) for fixture in season.fixtures_on(night)),
        byes=season.byes_on(night),
        findings=season.findings(night),
    )


def _fixture(season: LeagueSeason, fixture: Fixture) -> LeagueFixture:
    state, reported = season.state, season.report_with_scores(fixture.number)
    return LeagueFixture(
        number=fixture.number,
        night=fixture.night,
        slot=fixture.slot,
        table=fixture.table,
        sides=tuple(
            FixtureSide(entrants=side, name=join_partners(state.names[number] for number in side))
            for side in fixture.sides
        ),
        first_dealer=fixture.first_dealer,
        reported=None
        if reported is None
        else piece_views.with_names(RecordedReport, reported, state.device_names),
        judgement=season.judgements[fixture.number],
        is_proven=fixture.number not in season.unproven,
    )
