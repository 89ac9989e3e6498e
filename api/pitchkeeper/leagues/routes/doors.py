"""Nights at the door: open them, check in, plan from who is here, and call them off."""

from typing import Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device, LeagueRole
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.routes.nights import PLAN_PROBLEMS, respond
from pitchkeeper.leagues.season import night_views, nights, presenters
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned

NIGHT = f"{LEAGUE}/nights/{{night:int}}"
SLOT = f"{NIGHT}/slots/{{slot:int}}/plan"
OPEN_PROBLEMS = ("no_such_night", "night_not_open", "night_called_off")
SLOT_PROBLEMS = (*OPEN_PROBLEMS, "no_such_slot", "slot_begun", *PLAN_PROBLEMS)
CHECK_IN_PROBLEMS = (*CHANGE_PROBLEMS, *OPEN_PROBLEMS, "not_in_night", "league_contradicts")


@operation(
    "GET",
    NIGHT,
    tag="Nights",
    problems=("no_such_night",),
    links=(
        *("openNight", "planSlot", "callOffNight", "recordPayment"),
        *("exportPairingsPdf", "exportTableSheetsPdf", "exportTallyCardsPdf"),
        *("previewNightResults", "recordResults"),
    ),
)
async def get_night(
    league_id: FromPath[UUID],
    night: FromPath[int],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Get a night.

    The night has who is here, late or away, who sits in for whom, what is due tonight and what is
    paid, the matchups and byes, and the findings. Safe to repeat.
    """
    season = await nights.read(league_seasons, caller.device_id, league_id, night)
    return respond(season, presenters.night_sheet(season, night))


@operation(
    "POST",
    f"{NIGHT}/opening",
    tag="Nights",
    problems=(*CHANGE_PROBLEMS, "no_such_night"),
    links=("checkInAll", "planSlot", "getNight"),
)
async def open_night(
    night: FromPath[int],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Open a night.

    From now on teams and players are checked in, and those who are here or late owe the fee of the
    night. A night that was called off is held after all. Only the owner and organizers may open a
    night; a retry changes nothing.
    """
    league = await edit.write(LeagueRole.ORGANISER, nights.decide_opening, night=night)
    return await _respond_night(league_seasons, league, night)


@operation("PUT", f"{NIGHT}/attendance/{{entrant:int}}", tag="Nights", problems=CHECK_IN_PROBLEMS)
async def check_in(
    night: FromPath[int],
    entrant: FromPath[int],
    attendance: FromBody[night_views.NewCheckIn],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Check in a team or player.

    It is here, late or away on a night that is open, whatever it has paid. Substitutes that are
    entered here sit in the matches that are opened for its matchups. A scorer may check in
    everybody, and a viewer the team whose player it is; the last entry counts, and the journal
    keeps the others. A retry changes nothing.
    """
    one = night_views.EntrantCheckIn(
        entrant=entrant, attendance=attendance.attendance, players=attendance.players
    )
    league = await edit.write(
        LeagueRole.VIEWER, nights.decide_check_ins, night=night, check_ins=[one]
    )
    return await _respond_night(league_seasons, league, night)


@operation("PUT", f"{NIGHT}/attendance", tag="Nights", problems=CHECK_IN_PROBLEMS)
async def check_in_all(
    night: FromPath[int],
    attendances: FromBody[night_views.NewCheckIns],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Check in several teams or players.

    Each attendance is entered as by checkIn, all of them or none. Others keep what was entered for
    them. A retry changes nothing.
    """
    check_ins = attendances.check_ins
    league = await edit.write(
        LeagueRole.VIEWER, nights.decide_check_ins, night=night, check_ins=check_ins
    )
    return await _respond_night(league_seasons, league, night)


@operation(
    "POST",
    SLOT,
    tag="Nights",
    problems=(*CHANGE_PROBLEMS, "stale_league", *SLOT_PROBLEMS),
    links=("getNight", "getSchedule"),
)
async def plan_slot(
    night: FromPath[int],
    slot: FromPath[int],
    plan: FromBody[night_views.NewSlotPlan],
    conditional_edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Plan a round.

    The round and the later ones of the night are planned from those who are here; whoever was not
    checked in is away. A round with a result or a match has begun and stays. With odd numbers
    somebody late sits out first, else who has sat out least in the season, but nobody before its
    first matchup. As few pairings as possible repeat, and two meet again on the same night only if
    no other plan was found; the night then has the finding `same_opponents_twice`. The night has
    the finding `night_outdated` if somebody came or left since. Only the owner and organizers may
    plan.
    """
    league = await nights.plan_slot(conditional_edit, league_seasons, night, slot, plan)
    return await _respond_night(league_seasons, league, night)


@operation("POST", f"{SLOT}/preview", tag="Nights", problems=SLOT_PROBLEMS)
async def preview_slot(
    league_id: FromPath[UUID],
    night: FromPath[int],
    slot: FromPath[int],
    plan: FromBody[night_views.NewSlotPlan],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
) -> night_views.NightSheet:
    """Preview a round.

    The response is the night as planSlot would make it. Nothing is saved. Safe to repeat.
    """
    season = await nights.preview_slot(
        league_seasons, caller.device_id, league_id, night, slot, plan
    )
    return presenters.night_sheet(season, night)


@operation(
    "POST",
    f"{NIGHT}/calling-off",
    tag="Nights",
    problems=(*CHANGE_PROBLEMS, "no_such_night", "night_begun", "dates_missing"),
    links=("openNight", "planSchedule"),
)
async def call_off_night(
    night: FromPath[int],
    calling_off: FromBody[night_views.NewCallingOff],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[night_views.NightSheet]:
    """Call a night off.

    A night without a result or a match is not held: its attendances and matchups are removed, and
    nobody owes its fee, so what was paid for it counts for other nights. With `moveTo` it is only
    postponed: the matchups stay, it and every later night move to the date of the night that
    follows, and the last night to that day. Only the owner and organizers may call a night off, and
    openNight takes it back; a retry is safe with an Idempotency-Key.
    """
    league = await edit.write(
        LeagueRole.ORGANISER, nights.decide_calling_off, night=night, request=calling_off
    )
    return await _respond_night(league_seasons, league, night)


async def _respond_night(
    league_seasons: LeagueSeasons, league: LeagueState, night: int
) -> Response[Any]:
    """Return the response with a night after a change."""
    season = await league_seasons.load_season(league)
    return respond(season, presenters.night_sheet(season, night))
