"""The examples of leagues: that of the documents, with ten teams, and after its first night."""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

from msgspec import structs

from openapi.examples import matches as examples
from openapi.examples.access import DEVICE_ID
from pitch import preset
from pitch.league import (
    Attendance,
    Entrant,
    Format,
    Pairing,
    PlayerTonight,
    Playing,
    PlayOff,
    Prizes,
    ResultPolicy,
)
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.access.membership import members as club
from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.invites import Invite, InviteRole
from pitchkeeper.leagues import (
    journal,
    members,
    next_seasons,
    piece_views,
    presenters,
    sign_ups,
    views,
)
from pitchkeeper.leagues.journal import LeagueAction, LeagueJournalLine
from pitchkeeper.leagues.records import (
    NewSignUp,
    RecordedLeagueMember,
    RecordedPayment,
    RecordedPayout,
    RecordedReport,
    Report,
)
from pitchkeeper.leagues.season import (
    brackets,
    briefs,
    calendars,
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
from pitchkeeper.leagues.season.briefs import About
from pitchkeeper.leagues.season.disputes import NewResultDispute, ResultChoice, ResultSettling
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.leagues.store import ListedLeague, summarize
from pitchkeeper.matches.views import NewCancellation
from pitchkeeper.rest.operations import Example

LEAGUE_ID: Final = UUID("01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33")
OTHER_ID: Final = UUID("01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55")
_AT: Final = datetime(2026, 2, 20, 19, 0, tzinfo=UTC)
_FORMAT: Final = Format(fee=1000, closes_at="21:00", prizes=Prizes(shares=(6000, 3000, 1000)))
_PAIRS: Final = (
    ("Aces", "Ann", "Abe"),
    ("Bowers", "Bob", "Bea"),
    ("Cutters", "Cid", "Cora"),
    ("Deuces", "Dee", "Dan"),
    ("Elders", "Eve", "Ed"),
    ("Fours", "Flo", "Fritz"),
    ("Gamers", "Gus", "Gail"),
    ("Highs", "Hal", "Hope"),
    ("Irons", "Ida", "Ike"),
    ("Jacks", "Joe", "June"),
)
CHARTER: Final = Charter(
    name="Tuesdays at the Lounge",
    format=_FORMAT,
    seed=7,
    dates=tuple(date(2026, 2, 24) + timedelta(weeks=week) for week in range(5)),
    bar="The Lounge",
    place="12 Main Street",
    time_zone="America/New_York",
    starts_at="18:30",
    minutes=150,
)
ENTRANTS: Final = tuple(
    Entrant(number=number, name=name, players=tuple(players))
    for number, (name, *players) in enumerate(_PAIRS, start=1)
)
STATE: Final = LeagueState(
    league_id=LEAGUE_ID,
    version=1,
    ruleset=preset("mb-lounge"),
    charter=CHARTER,
    entrants=ENTRANTS,
    members=(RecordedLeagueMember(device_id=DEVICE_ID, role=LeagueRole.OWNER, joined_at=_AT),),
    device_names={DEVICE_ID: "Al's phone"},
    created_at=_AT,
    updated_at=_AT,
)
NEW_LEAGUE: Final = views.NewLeague(
    name=CHARTER.name,
    ruleset="mb-lounge",
    format=_FORMAT,
    entrants=tuple(views.NewEntrant(name=each.name, players=each.players) for each in ENTRANTS),
    seed=CHARTER.seed,
    dates=CHARTER.dates,
    bar=CHARTER.bar,
    place=CHARTER.place,
    time_zone=CHARTER.time_zone,
    starts_at=CHARTER.starts_at,
    minutes=CHARTER.minutes,
)
NEW_ENTRANT: Final = views.NewEntrant(name="Kings", players=("Kit", "Kay"))
ENTRANT_CHANGE: Final = views.EntrantChange(name="Deuces", players=("Dee", "Dora"), until_night=3)
MEMBER_CHANGE: Final = views.LeagueMemberChange(role=LeagueRole.SCORER)
LEAGUE: Final = presenters.league(STATE)
LEAGUE_PAGE: Final = presenters.page(
    [
        ListedLeague(
            league_id=LEAGUE_ID,
            version=STATE.version,
            summary=summarize(STATE),
            created_at=_AT,
            updated_at=_AT,
        )
    ],
    limit=20,
)
JOURNAL_PAGE: Final = presenters.journal_page(
    [
        LeagueJournalLine(
            1, _AT, DEVICE_ID, journal.describe_change(LeagueAction.LEAGUE_OPENED, {}, STATE)
        )
    ],
    STATE.device_names,
    limit=50,
)
KEPT_INVITE: Final = Invite(
    kind=AggregateKind.LEAGUE,
    aggregate_id=LEAGUE_ID,
    invite_id=UUID("01997b4b-7e02-7c31-9a1f-2c6d8b5e4f70"),
    code="P6WHT2NZ",
    role=InviteRole.SCORER,
    seat=None,
    made_at=_AT,
    expires_at=_AT + timedelta(days=2),
    uses=40,
    uses_left=40,
)
NEW_INVITE: Final = membership_views.NewLeagueInvite(
    role=InviteRole.SCORER, expires_in_minutes=2880, uses=40
)
INVITE: Final = membership_views.invite(KEPT_INVITE, examples.BASE)
REVOKED_INVITE: Final = structs.replace(
    INVITE, uses_left=21, revoked_at=_AT + timedelta(minutes=90)
)
INVITE_PAGE: Final = membership_views.invite_page([KEPT_INVITE], examples.BASE, limit=20)
NEW_JOIN: Final = membership_views.NewJoin(code="p6wh t2nz")
_ENTERED: Final = structs.replace(
    members.LeagueAdmission().admit(STATE, OTHER_ID, KEPT_INVITE, _AT + timedelta(minutes=20)),
    version=3,
)
JOINED: Final = presenters.league(_ENTERED)
_BEA: Final = Playing(entrant=2, player=1)
CLAIMING: Final = structs.replace(_ENTERED.members[1], asks_for=_BEA)
PLAYER_DEVICE: Final = views.PlayerDevice(device_id=OTHER_ID)
PLAYED: Final = presenters.league(
    structs.replace(club.give_place(_ENTERED, CLAIMING, _BEA, members.PlayerTaken), version=5)
)
_FIRST_NIGHT_AT: Final = datetime(2026, 2, 24, 21, 5, tzinfo=UTC)
_PLANNED: Final = plans.plan_fixtures(seasons.from_state(STATE, {}), 1)
NEW_PAYMENT: Final = season_views.NewPayment(entrant=1, amount=1000, night=1, note="Cash")
NEW_PAYOUT: Final = season_views.NewPayout(entrant=1, amount=30_000, place=1, night=5)
_FIRST_NIGHT: Final = tuple(
    RecordedReport(
        fixture=fixture.number,
        report=Report(wins=(2, 1) if fixture.number % 3 else (3, 0)),
        device_id=DEVICE_ID,
        at=_FIRST_NIGHT_AT,
    )
    for fixture in _PLANNED.fixtures
    if fixture.night == 1
)
SEASON: Final = seasons.from_state(
    structs.replace(
        _PLANNED,
        version=13,
        reported=_FIRST_NIGHT,
        payments=(
            RecordedPayment(
                **structs.asdict(NEW_PAYMENT),
                number=1,
                device_id=DEVICE_ID,
                at=_FIRST_NIGHT_AT,
            ),
        ),
        payouts=(
            RecordedPayout(
                **structs.asdict(NEW_PAYOUT), number=1, device_id=DEVICE_ID, at=_FIRST_NIGHT_AT
            ),
        ),
        updated_at=_FIRST_NIGHT_AT,
    ),
    {},
)
_FIRST_FIXTURE: Final = 1
_CORRECTED: Final = Report(wins=(0, 3))
_AFTER: Final = seasons.from_state(
    structs.replace(
        SEASON.state,
        reported=(
            RecordedReport(
                fixture=_FIRST_FIXTURE, report=_CORRECTED, device_id=DEVICE_ID, at=_FIRST_NIGHT_AT
            ),
            *_FIRST_NIGHT[1:],
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
    Stamp(device_id=DEVICE_ID, at=_AT),
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
_THEIR_STAMP: Final = Stamp(device_id=OTHER_ID, at=_FIRST_NIGHT_AT + timedelta(minutes=2))
_BY_FIRST: Final = reports.with_side_report(
    _BOTH_SIDES, _FIRST_FIXTURE, 0, REPORT, Stamp(device_id=DEVICE_ID, at=_FIRST_NIGHT_AT)
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
STANDINGS: Final = season_presenters.standings(SEASON, SEASON.now)
ACCOUNTS: Final = season_presenters.accounts(SEASON)
CALENDAR: Final = calendars.write(SEASON).decode()
MESSAGE: Final = briefs.write(SEASON, About.STANDINGS)
NEW_SIGN_UP: Final = NewSignUp(name="Lucky Sevens", players=("Lou", "Sal"), player=0)
_SIGNED_UP: Final = sign_ups.decide_sign_up(
    STATE, Stamp(device_id=DEVICE_ID, at=_AT), request=NEW_SIGN_UP
)
SIGNED_UP: Final = presenters.league(_SIGNED_UP.after if _SIGNED_UP else STATE)
_NEXT_ID: Final = UUID("01997b52-13d7-7a44-8c1e-0f5b6a9d2e71")
NEW_SEASON: Final = views.NewSeason(
    name="Tuesdays, spring",
    dates=tuple(date(2026, 4, 7) + timedelta(weeks=week) for week in range(5)),
)
_NEXT: Final = next_seasons.follow(
    SEASON, Stamp(device_id=DEVICE_ID, at=_FIRST_NIGHT_AT), _NEXT_ID, NEW_SEASON
)
RULES: Final = season_presenters.rules(STATE)
NEW_PLAY_OFF: Final = PlayOff(winner=2, loser=1)
NEW_CANCELLATION: Final = NewCancellation(reason="Entered twice")

EXAMPLES: Final = {
    "createLeague": Example(LEAGUE, body=NEW_LEAGUE),
    "listLeagues": Example(LEAGUE_PAGE),
    "getLeague": Example(LEAGUE),
    "changeCharter": Example(LEAGUE, body=CHARTER),
    "addEntrant": Example(LEAGUE, body=NEW_ENTRANT),
    "changeEntrant": Example(LEAGUE, body=ENTRANT_CHANGE),
    "removeEntrant": Example(LEAGUE),
    "listLeagueJournal": Example(JOURNAL_PAGE),
    "createLeagueInvite": Example(INVITE, body=NEW_INVITE),
    "listLeagueInvites": Example(INVITE_PAGE),
    "revokeLeagueInvite": Example(REVOKED_INVITE),
    "getLeagueInviteQrSvg": Example(examples.QR_SVG),
    "getLeagueInviteQrPng": Example(examples.QR_PNG),
    "joinLeague": Example(JOINED, body=NEW_JOIN),
    "putLeagueMember": Example(LEAGUE, body=MEMBER_CHANGE),
    "removeLeagueMember": Example(LEAGUE),
    "claimPlayer": Example(
        piece_views.with_names(piece_views.LeagueMember, CLAIMING, {OTHER_ID: "Bea's phone"})
    ),
    "assignPlayer": Example(PLAYED, body=PLAYER_DEVICE),
    "createSignUp": Example(SIGNED_UP, body=NEW_SIGN_UP),
    "acceptSignUp": Example(LEAGUE),
    "withdrawSignUp": Example(LEAGUE),
    "getLeagueCalendar": Example(CALENDAR),
    "getLeagueMessage": Example(MESSAGE),
    "getScoreboardCalendar": Example(CALENDAR),
    "openNextSeason": Example(presenters.league(_NEXT), body=NEW_SEASON),
    "confirmMembership": Example(JOINED),
    "restoreLeague": Example(LEAGUE),
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
    "getStandings": Example(STANDINGS),
    "recordPlayOff": Example(STANDINGS, body=NEW_PLAY_OFF),
    "cancelPlayOff": Example(STANDINGS, body=NEW_CANCELLATION),
    "getAccounts": Example(ACCOUNTS),
    "recordPayment": Example(ACCOUNTS, body=NEW_PAYMENT),
    "cancelPayment": Example(ACCOUNTS, body=NEW_CANCELLATION),
    "recordPayout": Example(ACCOUNTS, body=NEW_PAYOUT),
    "cancelPayout": Example(ACCOUNTS, body=NEW_CANCELLATION),
    "getLeagueRules": Example(RULES),
}
"""The examples of operations, by their ids."""
