"""Season presenters: the views of nights, standings and money."""

from datetime import datetime, timedelta

from msgspec import structs

from pitch.league import (
    Account,
    Attendance,
    Entrant,
    Fixture,
    Snapshot,
    list_league_clauses,
)
from pitchkeeper.access import naming
from pitchkeeper.leagues import piece_views
from pitchkeeper.leagues.piece_views import (
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
)
from pitchkeeper.leagues.season import brackets, reports
from pitchkeeper.leagues.season.night_views import NightAttendance, NightSheet
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
from pitchkeeper.rest.views import same_fields


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
        contradicted=tuple(
            number
            for number in season.contradicted
            if reports.find_fixture(state, number).night <= snapshot.night
        ),
        unproven=tuple(sorted(season.unproven)),
        play_offs=tuple(
            piece_views.with_names(RecordedPlayOff, play_off, state.device_names)
            for play_off in state.play_offs
        ),
        prizes=prizes,
    )


def accounts(season: LeagueSeason, night: int | None = None) -> Accounts:
    """Return the view of the money of a league, or of it at the door of a night."""
    state = season.state
    ledger = season.ledger if night is None else season.ledger_at(night)
    names = state.names
    values = same_fields(Accounts, ledger, state) | {
        "accounts": tuple(
            NamedAccount(**structs.asdict(account), name=names[account.entrant])
            for account in ledger.accounts
        ),
        "payments": tuple(
            piece_views.with_names(RecordedPayment, payment, state.device_names)
            for payment in state.payments
        ),
        "payouts": tuple(
            piece_views.with_names(RecordedPayout, payout, state.device_names)
            for payout in state.payouts
        ),
    }
    return Accounts(**values, after_night=season.last_night, prizes=season.prizes)


def night_sheet(season: LeagueSeason, night: int) -> NightSheet:
    """Return the view of a night at its door."""
    state, view = season.state, _night(season, night)
    held, ledger = state.night(night), season.ledger_at(night)
    is_drawn = season.league.has_bracket_on(night)
    slots = 0 if is_drawn else state.charter.format.fixtures_a_night
    begun = max((each.slot for each in state.reported_fixtures if each.night == night), default=0)
    accounts = {account.entrant: account for account in ledger.accounts}
    attendances = tuple(
        _attendance(state, night, entrant, accounts[entrant.number])
        for entrant in state.entrants
        if entrant.is_in(night)
    )
    cancelled = held.cancelled if held else None
    return NightSheet(
        **same_fields(NightSheet, view),
        league_id=state.league_id,
        version=state.version,
        opened_at=held.opened_at if held else None,
        called_off=naming.cancellation(cancelled, state.device_names),
        moved_to=held.moved_to if held else None,
        next_slot=begun + 1 if begun < slots else None,
        attendances=attendances,
        here=sum(each.attendance is Attendance.HERE for each in attendances),
        late=sum(each.attendance is Attendance.LATE for each in attendances),
        currency=ledger.currency,
        due_tonight=sum(each.due_tonight for each in attendances),
        paid_tonight=sum(each.paid_tonight for each in attendances),
        plan=state.plan,
    )


def _attendance(
    state: LeagueState, night: int, entrant: Entrant, account: Account
) -> NightAttendance:
    check_in = state.check_in(night, entrant.number)
    attendance = check_in.attendance if check_in else Attendance.UNKNOWN
    return NightAttendance(
        entrant=entrant.number,
        name=entrant.name,
        is_guest=entrant.is_guest,
        attendance=attendance,
        players=check_in.players if check_in else (),
        from_slot=check_in.from_slot if check_in else 1,
        at=check_in.at if check_in else None,
        forfeits_at=_forfeit_time(state, night) if attendance is Attendance.LATE else None,
        due=account.due,
        due_tonight=max(0, account.due - account.paid + account.paid_tonight),
        paid_tonight=account.paid_tonight,
        is_paid=account.is_paid,
        payments=tuple(
            payment.number
            for payment in state.payments
            if (payment.entrant, payment.night) == (entrant.number, night)
            and payment.cancelled is None
        ),
    )


def _forfeit_time(state: LeagueState, night: int) -> datetime | None:
    """Return when a side that is late forfeits: minutes after its round was planned."""
    held, minutes = state.night(night), state.charter.format.late_after
    if held is None or minutes is None:
        return None
    start = held.paired_at or held.opened_at
    return None if start is None else start + timedelta(minutes=minutes)


def rules(state: LeagueState) -> LeagueRules:
    """Return the view of the clauses of a league."""
    return LeagueRules(clauses=list_league_clauses(state.charter.format))


def _night(season: LeagueSeason, night: int) -> Night:
    return Night(
        night=night,
        date=season.state.charter.date_of(night),
        state=season.night_state(night),
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
            FixtureSide(entrants=side, name=name)
            for side, name in zip(fixture.sides, state.side_names(fixture), strict=True)
        ),
        first_dealer=fixture.first_dealer,
        stage=fixture.stage,
        feeds=brackets.feeds(season, fixture.number),
        reported=None
        if reported is None
        else piece_views.with_names(RecordedReport, reported, state.device_names),
        reports=tuple(
            piece_views.with_names(RecordedReport, season.with_scores(each), state.device_names)
            for each in season.compared_reports(fixture.number)
        ),
        settlement=season.settlement(fixture.number),
        judgement=season.judgements[fixture.number],
        is_proven=fixture.number not in season.unproven,
    )
