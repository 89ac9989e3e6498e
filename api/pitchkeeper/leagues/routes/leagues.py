"""Leagues: open, list and read leagues and their journals, and change charters."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import structs

from pitch import normalize_name
from pitch.types import MAX_INTEGER
from pitchkeeper.access.devices import Command, Device
from pitchkeeper.database import listings
from pitchkeeper.database.listings import JournalSort, ListSort
from pitchkeeper.leagues import presenters, views
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.charter import Charters
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.rest import etags, searches
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.searches import (
    JournalCursor,
    Limit,
    ListCursor,
    PlayedBy,
    Since,
    Sort,
    SortLines,
    Until,
)
from pitchkeeper.rest.signatures import FromBody, Versioned
from pitchkeeper.rulings.rulesets import RulesetCatalog

LEAGUES = "/v1/leagues"
LEAGUE = f"{LEAGUES}/{{league_id:uuid}}"
InState = Annotated[
    listings.LeagueState | None,
    query(
        "Lists only deleted leagues that this device owns.",
        "deleted",
        name="state",
        component="LeagueState",
    ),
]
NewerThan = Annotated[
    int | None,
    query(
        "Waits for a newer version of the league than this, for at most ten seconds.",
        12,
        name="newerThan",
        component="NewerThan",
        ge=0,
        le=MAX_INTEGER,
    ),
]
WithAction = Annotated[
    LeagueAction | None,
    query("Lists only changes of the league with this action.", component="LeagueAction"),
]
AtBar = Annotated[
    str,
    query(
        "Lists only leagues at the bar of this name.",
        "The Lounge",
        name="bar",
        component="AtBar",
        schema={"minLength": 1},
        max_length=40,
    ),
]
Named = Annotated[
    str,
    query(
        "Lists only leagues whose name begins with this, without regard to case.",
        "Tues",
        name="q",
        component="Named",
        schema={"minLength": 1},
        max_length=40,
    ),
]
CHANGE_PROBLEMS = ("not_allowed", "league_busy")
"""The problems of every change of a league."""
WRITE_PROBLEMS = (*CHANGE_PROBLEMS, "stale_league", "precondition_required")


def respond(
    league: LeagueState, *, status: int = 200, location: str | None = None
) -> Response[Any]:
    """Return the response with a league, with its version as the entity tag."""
    return etags.respond(
        presenters.league(league), league.version, status=status, location=location
    )


def respond_created(league: LeagueState) -> Response[Any]:
    """Return the response with a league that a device opened or joined, with its address."""
    return respond(league, status=201, location=f"{LEAGUES}/{league.league_id}")


@operation(
    "POST",
    LEAGUES,
    tag="Leagues",
    status=201,
    answer_headers=("Location",),
    problems=(
        "ruleset_not_found",
        "contradictory_options",
        "fixed_target",
        "table_not_allowed",
        "league_contradicts",
        "night_not_open",
        "dates_out_of_order",
        "unknown_time_zone",
        "league_exists",
        "id_not_uuid7",
    ),
    links=(
        "getLeague",
        "changeCharter",
        "addEntrant",
        "changeEntrant",
        "removeEntrant",
        "planSchedule",
        "previewSchedule",
        "claimPlayer",
        "createLeagueInvite",
        "createLeaguePublicLink",
        "recordPayment",
        "recordPayout",
        "recordPlayOff",
        "listLeagueJournal",
        "deleteLeague",
    ),
)
async def create_league(
    new_league: FromBody[views.NewLeague],
    command: NamedDependency[Command],
    catalog: NamedDependency[RulesetCatalog],
    charters: NamedDependency[Charters],
) -> Versioned[views.League]:
    """Create a league.

    The league keeps its rule set, which has a target or a fixed number of hands. The device that
    creates a league owns it. A retry is safe with an Idempotency-Key, or with a `leagueId` that the
    device generated.
    """
    ruleset = await catalog.load_with_options(
        new_league.ruleset, new_league.options, new_league.target
    )
    # 201 for a copy of the request too: the client cannot know which of the two opened the league.
    return respond_created(await charters.open(command, new_league, ruleset))


@operation("GET", LEAGUES, tag="Leagues")
async def list_leagues(  # noqa: PLR0913
    caller: NamedDependency[Device],
    league_store: NamedDependency[LeagueStore],
    *,
    limit: Limit = 20,
    cursor: ListCursor = "",
    sort: Sort = ListSort.NEWEST,
    ruleset: PlayedBy = "",
    since: Since = "",
    until: Until = "",
    in_state: InState = None,
    bar: AtBar = "",
    named: Named = "",
) -> views.LeaguePage:
    """List the leagues of this device.

    Leagues are listed newest first, or as `sort` says, and only those that match all filters: `q`
    is the beginning of the name, without regard to case, and `bar` the whole name of a bar. A
    cursor is valid for the order and the filters of its page, however many leagues are added
    meanwhile. Deleted leagues are listed with `state=deleted` only, to their owner, who can restore
    them for 30 days (restoreLeague). Safe to repeat.
    """
    search = structs.replace(
        searches.list_query(sort, cursor, ruleset, since, until, state=in_state),
        bar=normalize_name(bar) if bar else None,
        name=normalize_name(named) if named else None,
    )
    leagues = await league_store.page(caller.device_id, search, limit)
    return presenters.page(leagues, limit, sort)


@operation(
    "GET",
    LEAGUE,
    tag="Leagues",
    headers=("If-None-Match",),
    links=(
        "getNight",
        "openNight",
        "checkIn",
        "checkInAll",
        "planSlot",
        "previewSlot",
        "callOffNight",
        "getSchedule",
        "getStandings",
        "getAccounts",
        "getLeagueRules",
        "getLeagueStatistics",
        "openNextSeason",
        "getLeagueCalendar",
        "getLeagueMessage",
        "getStandingsPng",
        "getStandingsSvg",
        "createSignUp",
        "getLeaguePicture",
        "drawBracket",
        "previewBracket",
        "getBracket",
        "getBracketPicture",
        "exportBracketPdf",
        "listLeagueJournal",
        "listLeagueInvites",
        "listLeaguePublicLinks",
        "claimPlayer",
        "changeEntrant",
        "removeEntrant",
        "exportLeagueCsv",
        "exportLeagueHtml",
        "exportLeagueJson",
        "exportLeagueNotation",
        "exportLeaguePdf",
        "exportPosterPdf",
        "exportLeagueArchive",
    ),
)
async def get_league(
    request: Request[Any, Any, Any],
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    charters: NamedDependency[Charters],
    newer_than: NewerThan = None,
) -> Versioned[views.League]:
    """Get a league.

    The league has its format, its teams or players, and its members. With `newerThan` the answer
    waits until the league has changed, so a phone that asks again after every answer sees a new
    result at once. Safe to repeat.
    """
    league = await charters.read_newer(caller.device_id, league_id, newer_than)
    # Phones poll, and mostly nothing has changed: 304 has no body.
    return etags.not_modified(request, league.version) or respond(league)


@operation(
    "PUT",
    f"{LEAGUE}/charter",
    tag="Leagues",
    problems=(
        "unknown_time_zone",
        *WRITE_PROBLEMS,
        "league_contradicts",
        "dates_out_of_order",
        "table_not_allowed",
    ),
)
async def change_charter(
    charter: FromBody[Charter],
    conditional_edit: NamedDependency[LeagueEdit],
    charters: NamedDependency[Charters],
) -> Versioned[views.League]:
    """Change the charter of a league.

    The charter is the name, the format with its fee, prizes and tie-breaks, and the dates.
    Standings and money are computed anew, and the schedule stays until it is planned again. A
    change is refused if it makes an entered result impossible. Only the owner and organizers may
    change it, with `If-Match`; a retry changes nothing.
    """
    return respond(await charters.change(conditional_edit, charter))


@operation("GET", f"{LEAGUE}/journal", tag="Leagues")
async def list_league_journal(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    charters: NamedDependency[Charters],
    *,
    limit: Limit = 50,
    cursor: JournalCursor = "",
    sort: SortLines = JournalSort.OLDEST,
    action: WithAction = None,
) -> views.LeagueJournalPage:
    """List the journal of a league.

    The journal has every change, oldest first unless `sort` says otherwise: the device, the time,
    and every piece before and after. Nothing is ever removed except the ids of devices that were
    erased. Safe to repeat.
    """
    search = searches.journal_query(sort, cursor, action)
    lines, names = await charters.journal(caller.device_id, league_id, search, limit)
    return presenters.journal_page(lines, names, limit)
