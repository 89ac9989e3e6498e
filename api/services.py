"""Services: everything that handlers ask for, built once for each server that lives."""

import asyncio
import secrets
import time
from datetime import UTC, datetime

from msgspec import Struct
from uuid_utils.compat import uuid7

from api.access.auth import Devices
from api.access.codes.device_codes import DeviceCodes
from api.access.codes.store import DeviceCodeStore
from api.access.device_store import DeviceStore
from api.access.guessing import Guessing
from api.access.idempotency_keys import IdempotencyKeys
from api.access.membership.invitations import Invitations
from api.access.membership.store import InviteStore
from api.access.public_links.public_links import PublicLinks
from api.access.public_links.store import LinkStore
from api.database.notifications import Notifications
from api.database.pool import Connections
from api.documents.transfer import Transfer
from api.http.limits.quotas import Quotas
from api.http.limits.throttle import Throttle
from api.leagues.admission import LeagueAdmission
from api.leagues.changes import LeagueChanges, LeagueRevision
from api.leagues.charter import Charters
from api.leagues.entrants import Entrants
from api.leagues.players import Players
from api.leagues.season.fixtures import Fixtures
from api.leagues.season.next_matches import NextMatches
from api.leagues.season.payments import Payments
from api.leagues.season.play_offs import PlayOffs
from api.leagues.state import LeagueState
from api.leagues.store import LeagueStore
from api.matches.changes import MatchChanges, MatchRevision
from api.matches.disputes import Disputes
from api.matches.history import History
from api.matches.members.admission import MatchAdmission
from api.matches.members.names import PlayerNames
from api.matches.members.seats import Seats
from api.matches.players.statistics import PlayerTallies
from api.matches.players.store import TallyStore
from api.matches.scoring import Scoring
from api.matches.state import MatchState
from api.matches.store import MatchStore
from api.rate_limits import RateLimits
from api.removal.erasure import Erasures
from api.removal.trash import Trash
from api.rulings.rulesets import RulesetCatalog
from api.rulings.store import RulesetStore
from api.scoreboards.scoreboards import Scoreboards
from api.sync.deliveries import Deliveries
from api.sync.hub import Hub
from api.workers.adjudicators import Adjudicator
from api.workers.reckonings import Reckonings


class Services(Struct, frozen=True):
    """What handlers ask for: a dependency of the app for each field, by its name."""

    draining: asyncio.Event
    """Set once the server is told to stop."""
    notifications: Notifications
    connections: Connections
    store: MatchStore
    device_store: DeviceStore
    quotas: Quotas
    throttle: Throttle
    devices: Devices
    device_codes: DeviceCodes
    idempotency_keys: IdempotencyKeys
    prover: Adjudicator
    adjudicator: Adjudicator
    catalog: RulesetCatalog
    scoring: Scoring
    history: History
    disputes: Disputes
    invitations: Invitations[MatchState, MatchRevision]
    seats: Seats
    player_names: PlayerNames
    player_tallies: PlayerTallies
    charters: Charters
    entrants: Entrants
    fixtures: Fixtures
    next_matches: NextMatches
    payments: Payments
    play_offs: PlayOffs
    players: Players
    league_invitations: Invitations[LeagueState, LeagueRevision]
    public_links: PublicLinks[MatchState, MatchRevision]
    league_public_links: PublicLinks[LeagueState, LeagueRevision]
    reckonings: Reckonings
    scoreboards: Scoreboards
    transfer: Transfer
    hub: Hub
    deliveries: Deliveries
    trash: Trash[MatchState, MatchRevision]
    league_trash: Trash[LeagueState, LeagueRevision]
    erasures: Erasures


def built(
    connections: Connections,
    rate_limits: RateLimits,
    notifications: Notifications,
    prover: Adjudicator,
    adjudicator: Adjudicator,
) -> Services:
    """The services on a database; `prover` has the processes of matches, the other of all else."""
    store = MatchStore(connections, notifications.match_changed)
    device_store, league_store = DeviceStore(connections), LeagueStore(connections)
    quotas = Quotas(connections, time.monotonic)
    idempotency_keys = IdempotencyKeys(device_store, _now, uuid7)
    catalog = RulesetCatalog(RulesetStore(connections))
    changes = MatchChanges(store, _now, prover)
    league_changes = LeagueChanges(league_store, _now)
    scoring = Scoring(store, changes, _now, uuid7, prover)
    disputes = Disputes(changes, prover)
    seats = Seats(store, changes)
    fixtures = Fixtures(store, league_changes, scoring)
    # Both spend the same permits, for the codes of both are drawn from the same.
    guessing = Guessing(quotas)
    inviting = (InviteStore(connections), guessing, _now, uuid7, secrets.choice)
    link_store, reckonings = LinkStore(connections), Reckonings()
    linking = (link_store, _now, uuid7, _secret)
    devices = Devices(device_store, _now, uuid7, _secret, notifications)
    code_store = DeviceCodeStore(connections)
    return Services(
        draining=asyncio.Event(),
        notifications=notifications,
        connections=connections,
        store=store,
        device_store=device_store,
        quotas=quotas,
        throttle=Throttle(quotas, rate_limits),
        devices=devices,
        device_codes=DeviceCodes(code_store, devices, guessing, _now, secrets.choice),
        idempotency_keys=idempotency_keys,
        prover=prover,
        adjudicator=adjudicator,
        catalog=catalog,
        scoring=scoring,
        history=History(store, changes),
        disputes=disputes,
        invitations=Invitations(changes, MatchAdmission(), *inviting),
        seats=seats,
        player_names=PlayerNames(changes),
        player_tallies=PlayerTallies(
            TallyStore(connections), catalog, changes, league_changes.linked, store
        ),
        charters=Charters(league_store, store, league_changes, _now, uuid7),
        entrants=Entrants(league_changes),
        fixtures=fixtures,
        next_matches=NextMatches(store, league_changes, fixtures, scoring, seats, uuid7),
        payments=Payments(league_changes),
        play_offs=PlayOffs(league_changes),
        players=Players(league_changes),
        league_invitations=Invitations(league_changes, LeagueAdmission(), *inviting),
        public_links=PublicLinks(changes, *linking),
        league_public_links=PublicLinks(league_changes, *linking),
        reckonings=reckonings,
        scoreboards=Scoreboards(link_store, changes, league_changes, fixtures, reckonings),
        transfer=Transfer(store, changes, _now, uuid7),
        hub=Hub(store, device_store, _retry),
        deliveries=Deliveries(store, idempotency_keys, catalog, scoring, disputes),
        trash=Trash(changes),
        league_trash=Trash(league_changes),
        erasures=Erasures(connections, _now, notifications),
    )


def _secret() -> str:
    """256 bits of chance."""
    return secrets.token_urlsafe(32)


def _retry() -> int:
    """From two to four seconds, so that clients who were cut off together come back apart."""
    return 2000 + secrets.randbelow(2000)


def _now() -> datetime:
    return datetime.now(UTC)
