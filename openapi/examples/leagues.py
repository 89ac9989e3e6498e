"""The examples of leagues: that of the documents, with ten teams, and after its first night."""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

from msgspec import structs

from openapi.examples import matches as examples
from openapi.examples.access import DEVICE_ID
from pitch import preset
from pitch.league import (
    Entrant,
    Format,
    Playing,
    PlayOff,
    Prizes,
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
    briefs,
    calendars,
    plans,
    seasons,
)
from pitchkeeper.leagues.season import presenters as season_presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.briefs import About
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.leagues.store import ListedLeague, summarize
from pitchkeeper.matches.views import NewCancellation
from pitchkeeper.rest.operations import Example

LEAGUE_ID: Final = UUID("01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33")
OTHER_ID: Final = UUID("01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55")
OPENED_AT: Final = datetime(2026, 2, 20, 19, 0, tzinfo=UTC)
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
    members=(
        RecordedLeagueMember(device_id=DEVICE_ID, role=LeagueRole.OWNER, joined_at=OPENED_AT),
    ),
    device_names={DEVICE_ID: "Al's phone"},
    created_at=OPENED_AT,
    updated_at=OPENED_AT,
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
            created_at=OPENED_AT,
            updated_at=OPENED_AT,
        )
    ],
    limit=20,
)
JOURNAL_PAGE: Final = presenters.journal_page(
    [
        LeagueJournalLine(
            1, OPENED_AT, DEVICE_ID, journal.describe_change(LeagueAction.LEAGUE_OPENED, {}, STATE)
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
    made_at=OPENED_AT,
    expires_at=OPENED_AT + timedelta(days=2),
    uses=40,
    uses_left=40,
)
NEW_INVITE: Final = membership_views.NewLeagueInvite(
    role=InviteRole.SCORER, expires_in_minutes=2880, uses=40
)
INVITE: Final = membership_views.invite(KEPT_INVITE, examples.BASE)
REVOKED_INVITE: Final = structs.replace(
    INVITE, uses_left=21, revoked_at=OPENED_AT + timedelta(minutes=90)
)
INVITE_PAGE: Final = membership_views.invite_page([KEPT_INVITE], examples.BASE, limit=20)
NEW_JOIN: Final = membership_views.NewJoin(code="p6wh t2nz")
_ENTERED: Final = structs.replace(
    members.LeagueAdmission().admit(
        STATE, OTHER_ID, KEPT_INVITE, OPENED_AT + timedelta(minutes=20)
    ),
    version=3,
)
JOINED: Final = presenters.league(_ENTERED)
_BEA: Final = Playing(entrant=2, player=1)
CLAIMING: Final = structs.replace(_ENTERED.members[1], asks_for=_BEA)
PLAYER_DEVICE: Final = views.PlayerDevice(device_id=OTHER_ID)
PLAYED: Final = presenters.league(
    structs.replace(club.give_place(_ENTERED, CLAIMING, _BEA, members.PlayerTaken), version=5)
)
FIRST_NIGHT_AT: Final = datetime(2026, 2, 24, 21, 5, tzinfo=UTC)
_PLANNED: Final = plans.plan_fixtures(seasons.from_state(STATE, {}), 1)
NEW_PAYMENT: Final = season_views.NewPayment(entrant=1, amount=1000, night=1, note="Cash")
NEW_PAYOUT: Final = season_views.NewPayout(entrant=1, amount=30_000, place=1, night=5)
_FIRST_NIGHT: Final = tuple(
    RecordedReport(
        fixture=fixture.number,
        report=Report(wins=(2, 1) if fixture.number % 3 else (3, 0)),
        device_id=DEVICE_ID,
        at=FIRST_NIGHT_AT,
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
                at=FIRST_NIGHT_AT,
            ),
        ),
        payouts=(
            RecordedPayout(
                **structs.asdict(NEW_PAYOUT), number=1, device_id=DEVICE_ID, at=FIRST_NIGHT_AT
            ),
        ),
        updated_at=FIRST_NIGHT_AT,
    ),
    {},
)
STANDINGS: Final = season_presenters.standings(SEASON, SEASON.now)
ACCOUNTS: Final = season_presenters.accounts(SEASON)
CALENDAR: Final = calendars.write(SEASON).decode()
MESSAGE: Final = briefs.write(SEASON, About.STANDINGS)
NEW_SIGN_UP: Final = NewSignUp(name="Lucky Sevens", players=("Lou", "Sal"), player=0)
_SIGNED_UP: Final = sign_ups.decide_sign_up(
    STATE, Stamp(device_id=DEVICE_ID, at=OPENED_AT), request=NEW_SIGN_UP
)
SIGNED_UP: Final = presenters.league(_SIGNED_UP.after if _SIGNED_UP else STATE)
_NEXT_ID: Final = UUID("01997b52-13d7-7a44-8c1e-0f5b6a9d2e71")
NEW_SEASON: Final = views.NewSeason(
    name="Tuesdays, spring",
    dates=tuple(date(2026, 4, 7) + timedelta(weeks=week) for week in range(5)),
)
_NEXT: Final = next_seasons.follow(
    SEASON, Stamp(device_id=DEVICE_ID, at=FIRST_NIGHT_AT), _NEXT_ID, NEW_SEASON
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
