"""The services of leagues: a use case for each thing that is done with one."""

from msgspec import Struct

from pitchkeeper.database.pool import Connections
from pitchkeeper.leagues.changes import LeagueChanges
from pitchkeeper.leagues.charter import Charters
from pitchkeeper.leagues.entrants import Entrants
from pitchkeeper.leagues.players import Players
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.next_matches import NextMatches
from pitchkeeper.leagues.season.payments import Payments
from pitchkeeper.leagues.season.play_offs import PlayOffs
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.sources import Sources


class LeagueServices(Struct, frozen=True):
    """What handlers and the rooms above ask leagues for."""

    league_store: LeagueStore
    league_changes: LeagueChanges
    charters: Charters
    entrants: Entrants
    players: Players
    fixtures: Fixtures
    next_matches: NextMatches
    payments: Payments
    play_offs: PlayOffs


def built(connections: Connections, matches: MatchServices, sources: Sources) -> LeagueServices:
    """The services of leagues on a database, and on the matches that are played in them."""
    clock, new_id = sources.clock, sources.new_id
    store = LeagueStore(connections)
    changes = LeagueChanges(store, clock)
    fixtures = Fixtures(matches.store, changes, matches.scoring)
    return LeagueServices(
        league_store=store,
        league_changes=changes,
        charters=Charters(store, matches.store, changes, clock, new_id),
        entrants=Entrants(changes),
        players=Players(changes),
        fixtures=fixtures,
        next_matches=NextMatches(
            matches.store, changes, fixtures, matches.scoring, matches.seats, new_id
        ),
        payments=Payments(changes),
        play_offs=PlayOffs(changes),
    )
