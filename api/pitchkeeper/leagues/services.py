"""The services of leagues: one for each group of use cases."""

from msgspec import Struct

from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connections
from pitchkeeper.leagues.changes import LeagueChanges
from pitchkeeper.leagues.charter import Charters
from pitchkeeper.leagues.next_seasons import NextSeasons
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.season.night_results import NightResultsService
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.sources import Sources


class LeagueServices(Struct, frozen=True):
    """The services of leagues, for handlers and other rooms."""

    league_store: LeagueStore
    league_changes: LeagueChanges
    charters: Charters
    next_seasons: NextSeasons
    league_seasons: LeagueSeasons
    next_matches: NextMatches
    night_results: NightResultsService


def build(
    connections: Connections,
    notifications: Notifications,
    matches: MatchServices,
    sources: Sources,
) -> LeagueServices:
    """Return the services of leagues on a database, with those of their matches."""
    clock, new_id = sources.clock, sources.new_id
    store = LeagueStore(connections, notifications.announce)
    changes = LeagueChanges(store, clock)
    league_seasons = LeagueSeasons(matches.store, changes, matches.match_changes)
    charters = Charters(store, matches.store, changes, notifications, clock, new_id)
    return LeagueServices(
        league_store=store,
        league_changes=changes,
        charters=charters,
        next_seasons=NextSeasons(charters, changes, league_seasons, clock, new_id),
        league_seasons=league_seasons,
        next_matches=NextMatches(matches.store, league_seasons, matches.match_changes, new_id),
        night_results=NightResultsService(changes, league_seasons),
    )
