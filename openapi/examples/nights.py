"""The examples of nights: the door, rounds, results and a knock-out of the league."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from msgspec import structs

from openapi.examples import matches as examples
from openapi.examples.access import DEVICE_ID
from openapi.examples.leagues import (
    CHARTER,
    ENTRANTS,
    FIRST_NIGHT_AT,
    LEAGUE_ID,
    OPENED_AT,
    OTHER_ID,
    SEASON,
    STATE,
)
from pitch.league import (
    Attendance,
    Pairing,
    PlayerTonight,
    ResultPolicy,
)
from pitchkeeper.access.devices import Stamp
from pitchkeeper.leagues.records import (
    RecordedReport,
    Report,
)
from pitchkeeper.leagues.season import (
    brackets,
    night_results,
    night_views,
    nights,
    plans,
    reports,
    seasons,
    slot_plans,
)
from pitchkeeper.leagues.season import presenters as season_presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.disputes import NewResultDispute, ResultChoice, ResultSettling
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest.operations import Example

_FIRST_FIXTURE: Final = 1
_CORRECTED: Final = Report(wins=(0, 3))
_AFTER: Final = seasons.from_state(
    structs.replace(
        SEASON.state,
        reported=(
            RecordedReport(
                fixture=_FIRST_FIXTURE, report=_CORRECTED, device_id=DEVICE_ID, at=FIRST_NIGHT_AT
            ),
            *SEASON.state.reported[1:],
        ),
    ),
    {},
)

_DOOR_AT: Final = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
_DOOR_STAMP: Final = Stamp(device_id=DEVICE_ID, at=_DOOR_AT)
_OPENED: Final = nights.decide_opening(SEASON.state, _DOOR_STAMP, night=2)
_CHECKED_IN: Final = nights.decide_check_ins(
    _OPENED.after if _OPENED else STATE,
    _DOOR_STAMP,
    night=2,
    check_ins=[
        night_views.EntrantCheckIn(
            entrant=entrant.number,
            attendance=Attendance.AWAY if entrant.name == "Jacks" else Attendance.HERE,
        )
        for entrant in ENTRANTS
    ],
)
DOOR: Final = seasons.from_state(_CHECKED_IN.after if _CHECKED_IN else STATE, {})
NIGHT: Final = season_presenters.night_sheet(DOOR, 2)
SLOT_PLANNED: Final = season_presenters.night_sheet(
    seasons.from_state(slot_plans.plan_slot(DOOR, 2, 1, False, _DOOR_STAMP), {}), 2
)
_KNOCK_OUT: Final = structs.replace(
    STATE,
    charter=structs.replace(
        STATE.charter,
        format=structs.replace(STATE.charter.format, nights=1, pairing=Pairing.KNOCK_OUT),
        dates=STATE.charter.dates[:1],
    ),
)
DRAWN: Final = seasons.from_state(plans.draw(seasons.from_state(_KNOCK_OUT, {})), {})
BRACKET: Final = brackets.sheet(DRAWN)
NEW_CALLING_OFF: Final = night_views.NewCallingOff(reason="Snow", move_to=date(2026, 3, 31))
_CALLED_OFF: Final = nights.decide_calling_off(
    SEASON.state, _DOOR_STAMP, night=2, request=NEW_CALLING_OFF
)
CALLED_OFF: Final = season_presenters.night_sheet(
    seasons.from_state(_CALLED_OFF.after if _CALLED_OFF else STATE, {}), 2
)
NEW_CHECK_IN: Final = night_views.NewCheckIn(
    attendance=Attendance.HERE, players=(PlayerTonight(player=1, substitute="Wally"),)
)
NEW_CHECK_INS: Final = night_views.NewCheckIns(
    check_ins=(
        night_views.EntrantCheckIn(entrant=1, attendance=Attendance.HERE),
        night_views.EntrantCheckIn(entrant=2, attendance=Attendance.LATE),
    )
)
NEW_SLOT_PLAN: Final = night_views.NewSlotPlan(expects_late=True)

NEW_PLAN: Final = season_views.NewPlan(from_night=1)
SCHEDULE: Final = season_presenters.schedule(SEASON)
FIXTURE: Final = season_presenters.fixture(SEASON, _FIRST_FIXTURE)
REPORT: Final = Report(wins=(2, 1))
PREVIEW: Final = season_views.ResultPreview(
    judgement=_AFTER.judgements[_FIRST_FIXTURE],
    findings=_AFTER.findings(1),
    moves=SEASON.standings.compare(_AFTER.standings),
)
NEW_NIGHT_RESULTS: Final = night_results.NewNightResults(
    results=(
        night_results.NewNightResult(fixture=_FIRST_FIXTURE, report=REPORT),
        night_results.NewNightResult(
            fixture=_FIRST_FIXTURE + 1, report=Report(wins=(0, 3)), seen_version=STATE.version
        ),
    )
)
_BULK: Final = night_results.decide_results(
    SEASON.state,
    Stamp(device_id=DEVICE_ID, at=OPENED_AT),
    1,
    NEW_NIGHT_RESULTS,
    {},
    ({}, {}),
    outcomes={},
)
NIGHT_RESULTS: Final = night_results.present(
    _BULK,
    SEASON,
    seasons.from_state(_BULK.after, {}),
    1,
    NEW_NIGHT_RESULTS,
    f"/v1/leagues/{LEAGUE_ID}/nights/1/results",
)
_BOTH_SIDES: Final = structs.replace(
    SEASON.state,
    charter=structs.replace(
        CHARTER, format=structs.replace(CHARTER.format, policy=ResultPolicy.BOTH_SIDES)
    ),
    reported=(),
)
_THEIR_STAMP: Final = Stamp(device_id=OTHER_ID, at=FIRST_NIGHT_AT + timedelta(minutes=2))
_BY_FIRST: Final = reports.with_side_report(
    _BOTH_SIDES, _FIRST_FIXTURE, 0, REPORT, Stamp(device_id=DEVICE_ID, at=FIRST_NIGHT_AT)
)
NEW_RESULT_DISPUTE: Final = NewResultDispute(reason="Won the second", report=Report(wins=(1, 2)))
RESULT_SETTLING: Final = ResultSettling(settlement=ResultChoice.FIRST)
_BY_BOTH: Final = reports.with_side_report(
    _BY_FIRST,
    _FIRST_FIXTURE,
    1,
    Report(wins=(1, 2)),
    _THEIR_STAMP,
    reason=NEW_RESULT_DISPUTE.reason,
)


def _fixture_of(state: LeagueState) -> season_views.FixtureResult:
    return season_presenters.fixture(seasons.from_state(state, {}), _FIRST_FIXTURE)


CONFIRMED: Final = _fixture_of(
    reports.with_side_report(
        _BY_FIRST, _FIRST_FIXTURE, 1, REPORT, _THEIR_STAMP, is_confirmation=True
    )
)
DISPUTED: Final = _fixture_of(_BY_BOTH)
RESOLVED: Final = _fixture_of(
    reports.with_report(_BY_BOTH, _FIRST_FIXTURE, REPORT, _DOOR_STAMP, is_final=True)
)

EXAMPLES: Final = {
    "planSchedule": Example(SCHEDULE, body=NEW_PLAN),
    "previewSchedule": Example(SCHEDULE, body=NEW_PLAN),
    "getNight": Example(NIGHT),
    "openNight": Example(NIGHT),
    "checkIn": Example(NIGHT, body=NEW_CHECK_IN),
    "checkInAll": Example(NIGHT, body=NEW_CHECK_INS),
    "planSlot": Example(SLOT_PLANNED, body=NEW_SLOT_PLAN),
    "previewSlot": Example(SLOT_PLANNED, body=NEW_SLOT_PLAN),
    "drawBracket": Example(BRACKET),
    "previewBracket": Example(BRACKET),
    "getBracket": Example(BRACKET),
    "callOffNight": Example(CALLED_OFF, body=NEW_CALLING_OFF),
    "getSchedule": Example(SCHEDULE),
    "getFixture": Example(FIXTURE),
    "recordResult": Example(FIXTURE, body=REPORT),
    "recordResults": Example(NIGHT_RESULTS, body=NEW_NIGHT_RESULTS),
    "previewNightResults": Example(NIGHT_RESULTS, body=NEW_NIGHT_RESULTS),
    "clearResult": Example(FIXTURE),
    "confirmResult": Example(CONFIRMED),
    "disputeResult": Example(DISPUTED, body=NEW_RESULT_DISPUTE),
    "resolveResultDispute": Example(RESOLVED, body=RESULT_SETTLING),
    "previewResult": Example(PREVIEW, body=REPORT),
    "openFixtureMatch": Example(examples.OPENED_MATCH),
}
"""The examples of operations, by their ids."""
