"""The examples of nights and standings: the league of the documents after its first night."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from api.access.examples import DEVICE_ID
from api.http.operations import Example
from api.leagues import plans, season_presenters, season_views, seasons
from api.leagues.examples import BOOK
from api.leagues.fixtures import ReportPreview
from api.leagues.state import RecordedPayment, RecordedReport, Report
from api.matches import examples, views
from domain.league import standings
from domain.league.fees import Payment
from domain.league.tie_breaks import PlayOff

_AT: Final = datetime(2026, 2, 24, 21, 5, tzinfo=UTC)
_PLANNED: Final = plans.planned(seasons.of(BOOK, {}), 1)
_FIRST_NIGHT: Final = tuple(
    RecordedReport(
        fixture=fixture.number,
        report=Report(wins=(2, 1) if fixture.number % 3 else (3, 0)),
        device_id=DEVICE_ID,
        at=_AT,
    )
    for fixture in _PLANNED.fixtures
    if fixture.night == 1
)
SEASON: Final = seasons.of(
    replace(
        _PLANNED,
        version=13,
        reported=_FIRST_NIGHT,
        payments=(RecordedPayment(entrant=1, amount=1000, number=1, device_id=DEVICE_ID, at=_AT),),
        updated_at=_AT,
    ),
    {},
)
_NUMBER: Final = 1
_CORRECTED: Final = Report(wins=(0, 3))
_AFTER: Final = seasons.of(
    replace(
        SEASON.book,
        reported=(
            RecordedReport(fixture=_NUMBER, report=_CORRECTED, device_id=DEVICE_ID, at=_AT),
            *_FIRST_NIGHT[1:],
        ),
    ),
    {},
)

NEW_PLAN: Final = season_views.NewPlan(from_night=1)
SCHEDULE: Final = season_presenters.schedule(SEASON)
FIXTURE: Final = season_presenters.fixture(SEASON, _NUMBER)
REPORT: Final = Report(wins=(2, 1))
PREVIEW: Final = season_presenters.preview(
    ReportPreview(
        judgement=_AFTER.judgements[_NUMBER],
        findings=_AFTER.findings(1),
        moves=standings.compare(SEASON.standings, _AFTER.standings),
    )
)
STANDINGS: Final = season_presenters.standings(SEASON, SEASON.now)
ACCOUNTS: Final = season_presenters.accounts(SEASON)
RULES: Final = season_presenters.rules(BOOK)
NEW_PLAY_OFF: Final = PlayOff(winner=2, loser=1)
NEW_PAYMENT: Final = Payment(entrant=1, amount=1000)
NEW_CANCELLATION: Final = views.NewCancellation(reason="Entered twice")

EXAMPLES: Final = {
    "planSchedule": Example(SCHEDULE, body=NEW_PLAN),
    "previewSchedule": Example(SCHEDULE, body=NEW_PLAN),
    "getSchedule": Example(SCHEDULE),
    "getFixture": Example(FIXTURE),
    "recordResult": Example(FIXTURE, body=REPORT),
    "clearResult": Example(FIXTURE),
    "previewResult": Example(PREVIEW, body=REPORT),
    "openFixtureMatch": Example(examples.OPENED_MATCH),
    "getStandings": Example(STANDINGS),
    "recordPlayOff": Example(STANDINGS, body=NEW_PLAY_OFF),
    "cancelPlayOff": Example(STANDINGS, body=NEW_CANCELLATION),
    "getAccounts": Example(ACCOUNTS),
    "recordPayment": Example(ACCOUNTS, body=NEW_PAYMENT),
    "cancelPayment": Example(ACCOUNTS, body=NEW_CANCELLATION),
    "getLeagueRules": Example(RULES),
}
"""The examples of operations, by their ids."""
