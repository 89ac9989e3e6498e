"""The services of leagues: one for each group of use cases."""

from msgspec import Struct

from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connections
from pitchkeeper.leagues.changes import LeagueChanges
from pitchkeeper.leagues.charter import Charters
from pitchkeeper.leagues.entrants import Entrants
from pitchkeeper.leagues.members import LeagueMembers
from pitchkeeper.leagues.next_seasons import NextSeasons
from pitchkeeper.leagues.season.brackets import Brackets
from pitchkeeper.leagues.season.disputes import ResultDisputes
from pitchkeeper.leagues.season.entries import Entries
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.season.night_results import NightResultsService
from pitchkeeper.leagues.season.nights import Nights
from pitchkeeper.leagues.sign_ups import SignUps
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.sources import Sources


class LeagueServices(Struct, frozen=True):
    """The services of leagues, for handlers and other rooms."""

    league_store: LeagueStore
    league_changes: LeagueChanges
    charters: Charters
    entrants: Entrants
    league_members: LeagueMembers
    next_seasons: NextSeasons
    sign_ups: SignUps
    fixtures: Fixtures
    next_matches: NextMatches
    entries: Entries
    nights: Nights
    night_results: NightResultsService
    brackets: Brackets
    result_disputes: ResultDisputes


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
    fixtures = Fixtures(matches.store, changes, matches.scoring)
    charters = Charters(store, matches.store, changes, notifications, clock, new_id)
    return LeagueServices(
        league_store=store,
        league_changes=changes,
        charters=charters,
        entrants=Entrants(changes),
        league_members=LeagueMembers(changes),
        sign_ups=SignUps(changes),
        next_seasons=NextSeasons(charters, changes, fixtures, clock, new_id),
        fixtures=fixtures,
        next_matches=NextMatches(
            matches.store, changes, fixtures, matches.scoring, matches.seats, new_id
        ),
        entries=Entries(changes),
        nights=Nights(changes, fixtures),
        night_results=NightResultsService(changes, fixtures),
        brackets=Brackets(changes, fixtures),
        result_disputes=ResultDisputes(changes, fixtures),
    )
