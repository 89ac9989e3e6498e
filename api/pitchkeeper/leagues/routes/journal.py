"""The journal of a league: who changed what."""

from typing import Annotated
from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.database.listings import JournalSort
from pitchkeeper.leagues import presenters, views
from pitchkeeper.leagues.charter import Charters
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.rest import searches
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.searches import JournalCursor, Limit, SortLines

OfAction = Annotated[
    LeagueAction | None, query("Only changes that are called so.", component="LeagueAction")
]


@operation(
    "GET",
    f"{LEAGUE}/journal",
    "listLeagueJournal",
    tag="Leagues",
    answer=views.LeagueJournalPage,
    problems=("league_not_found",),
)
async def list_league_journal(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    charters: NamedDependency[Charters],
    *,
    limit: Limit = 50,
    cursor: JournalCursor = "",
    sort: SortLines = JournalSort.OLDEST,
    action: OfAction = None,
) -> views.LeagueJournalPage:
    """Read the journal of a league.

    Every change, oldest first unless `sort` says otherwise: who, when, and what from and to.
    Nothing is ever taken out, but for the ids of devices that were erased. Safe to repeat.
    """
    wanted = searches.journal_query(sort, cursor, action)
    noted, names = await charters.journal(caller.device_id, league_id, wanted, limit)
    return presenters.journal_page(noted, names, limit)
