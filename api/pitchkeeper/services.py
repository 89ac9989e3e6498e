"""Services: the dependencies of handlers, built once per worker."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from uuid_utils.compat import uuid7

from pitchkeeper.access import services as access_services
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.callers import Callers
from pitchkeeper.access.services import AccessServices
from pitchkeeper.access.shared import services as shared_services
from pitchkeeper.access.shared.services import SharedServices
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connections
from pitchkeeper.documents import services as document_services
from pitchkeeper.documents.services import DocumentServices
from pitchkeeper.leagues import services as league_services
from pitchkeeper.leagues.changes import LeagueChanges
from pitchkeeper.leagues.members import LeagueAdmission
from pitchkeeper.leagues.services import LeagueServices
from pitchkeeper.matches import services as match_services
from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.matches.members.membership import MatchAdmission
from pitchkeeper.matches.players.memory import RecordMemory
from pitchkeeper.matches.players.statistics import PlayerTallies
from pitchkeeper.matches.players.store import TallyStore
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.rate_limits import RateLimits
from pitchkeeper.removal.erasure import Erasures
from pitchkeeper.rest.limits.quotas import Quotas
from pitchkeeper.rest.limits.throttle import Throttle
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.rulings.store import RulesetStore
from pitchkeeper.scoreboards.scoreboards import Scoreboards
from pitchkeeper.sources import Sources
from pitchkeeper.sync.deliveries import Deliveries
from pitchkeeper.sync.hub import Hub
from pitchkeeper.sync.stream_counts import StreamCounts
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.league_threads import LeagueThreads


class Services(Struct, frozen=True):
    """The dependencies of handlers, by the packages that build them."""

    draining: asyncio.Event
    """Set when the server is told to stop."""
    notifications: Notifications
    connections: Connections
    quotas: Quotas
    throttle: Throttle
    callers: Callers
    prover: Adjudicator
    adjudicator: Adjudicator
    league_threads: LeagueThreads
    catalog: RulesetCatalog
    access: AccessServices
    matches: MatchServices
    leagues: LeagueServices
    shared: Mapping[AggregateKind, SharedServices]
    """The services that matches and leagues have in common."""
    record_memory: RecordMemory
    player_tallies: PlayerTallies
    scoreboards: Scoreboards
    documents: DocumentServices
    hub: Hub
    deliveries: Deliveries
    erasures: Erasures


_PACKAGES: Final = {
    "access": AccessServices,
    "matches": MatchServices,
    "leagues": LeagueServices,
    "documents": DocumentServices,
}
DEPENDENCIES: Final[Mapping[str, str]] = {
    **{name: name for name in Services.__struct_fields__ if name not in _PACKAGES},
    **{
        name: f"{room}.{name}"
        for room, kind in _PACKAGES.items()
        for name in kind.__struct_fields__
    },
}
"""The attribute path of each service by its name as a dependency."""


def build(
    connections: Connections,
    rate_limits: RateLimits,
    notifications: Notifications,
    prover: Adjudicator,
    adjudicator: Adjudicator,
) -> Services:
    """Build the services on a database; `prover` serves matches, `adjudicator` all else."""
    sources = Sources(_now, uuid7, _secret, secrets.choice)
    quotas = Quotas(connections.common, time.monotonic, notifications.recall_permits)
    league_threads = LeagueThreads()
    catalog = RulesetCatalog(RulesetStore(connections))
    throttle = Throttle(quotas, rate_limits)
    access = access_services.build(connections, notifications, quotas, sources)
    matches = match_services.build(connections, notifications, sources, prover)
    leagues = league_services.build(connections, notifications, matches, sources)
    store, changes, league_changes = matches.store, matches.match_changes, leagues.league_changes
    counts = StreamCounts(connections.common, sources.new_id, notifications.announce_streams)
    keys, tallies = access.idempotency_keys, TallyStore(connections)
    record_memory = RecordMemory()
    return Services(
        draining=asyncio.Event(),
        notifications=notifications,
        connections=connections,
        quotas=quotas,
        throttle=throttle,
        callers=Callers(access.devices, access.tickets, throttle),
        prover=prover,
        adjudicator=adjudicator,
        league_threads=league_threads,
        catalog=catalog,
        access=access,
        matches=matches,
        leagues=leagues,
        shared=_shared(changes, league_changes, access, sources),
        record_memory=record_memory,
        player_tallies=PlayerTallies(
            tallies, catalog, changes, league_changes.linked_matches, store, record_memory
        ),
        scoreboards=Scoreboards(
            access.link_store, changes, league_changes, leagues.league_seasons, league_threads
        ),
        documents=document_services.build(connections, matches, leagues, sources),
        hub=Hub(store, access.device_store, _retry, notifications, counts),
        deliveries=Deliveries(matches, leagues, keys, catalog, prover),
        erasures=Erasures(connections, sources.clock, notifications),
    )


def _shared(
    changes: MatchChanges, league_changes: LeagueChanges, access: AccessServices, sources: Sources
) -> Mapping[AggregateKind, SharedServices]:
    """Return the common services of matches and leagues, by their kind."""
    return {
        AggregateKind.MATCH: shared_services.build(changes, MatchAdmission(), access, sources),
        AggregateKind.LEAGUE: shared_services.build(
            league_changes, LeagueAdmission(), access, sources
        ),
    }


def _secret() -> str:
    """Return 256 random bits."""
    return secrets.token_urlsafe(32)


def _retry() -> int:
    """Return 2 to 4 seconds, so that clients disconnected together reconnect at different times."""
    return 2000 + secrets.randbelow(2000)


def _now() -> datetime:
    return datetime.now(UTC)
