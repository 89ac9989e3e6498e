"""Services: everything that handlers ask for, built once for each server that lives."""

import asyncio
import secrets
import time
from datetime import UTC, datetime

from msgspec import Struct
from uuid_utils.compat import uuid7

from api.access.auth import Devices
from api.access.guessing import Guessing
from api.access.idempotency_keys import Keys
from api.access.invitations import Gatekeeping
from api.access.invite_store import Guestbook
from api.admission import LeagueGate, MatchGate
from api.database.notifications import Announcements
from api.database.pool import Connections
from api.documents.transfer import Copykeeping
from api.erasure import Erasures
from api.http.quotas import Allowances
from api.http.throttle import Limits
from api.leagues.changes import LeagueLedger
from api.leagues.charter import Leaguekeeping
from api.leagues.desk import Desk
from api.leagues.fixtures import Fixturekeeping
from api.leagues.players import Playerkeeping
from api.leagues.state import Book
from api.leagues.store import Bookshelf
from api.matches.changes import Ledger
from api.matches.disputes import Peacekeeping
from api.matches.history import Bookkeeping
from api.matches.player_statistics import Tallykeeping
from api.matches.scoring import Scorekeeping
from api.matches.seats import Seatkeeping
from api.matches.state import Stored
from api.matches.store import Store
from api.matches.tally_store import Tallybook
from api.rate_limits import Policies
from api.rulings.rulesets import Rulekeeping
from api.sync.deliveries import Deliveries
from api.sync.hub import Hub
from api.trash import Bin
from api.workers.adjudicators import Adjudicator
from api.workers.reckonings import Reckonings


class Services(Struct, frozen=True):
    """What handlers ask for: a dependency of the app for each field, by its name."""

    draining: asyncio.Event
    """Set once the server is told to stop."""
    announcements: Announcements
    store: Store
    allowances: Allowances
    limits: Limits
    devices: Devices
    command_keys: Keys
    prover: Adjudicator
    adjudicator: Adjudicator
    rulekeeping: Rulekeeping
    scorekeeping: Scorekeeping
    bookkeeping: Bookkeeping
    peacekeeping: Peacekeeping
    gatekeeping: Gatekeeping[Stored]
    seatkeeping: Seatkeeping
    tallykeeping: Tallykeeping
    leaguekeeping: Leaguekeeping
    fixturekeeping: Fixturekeeping
    desk: Desk
    playerkeeping: Playerkeeping
    league_gatekeeping: Gatekeeping[Book]
    reckonings: Reckonings
    copykeeping: Copykeeping
    hub: Hub
    deliveries: Deliveries
    waste: Bin
    erasures: Erasures


def built(
    connections: Connections,
    policies: Policies,
    announcements: Announcements,
    prover: Adjudicator,
    adjudicator: Adjudicator,
) -> Services:
    """The services on a database; `prover` has the processes of matches, the other of all else."""
    store = Store(connections, announcements.match_changed)
    bookshelf = Bookshelf(connections)
    allowances = Allowances(connections, time.monotonic)
    command_keys = Keys(store, _now, uuid7)
    rulekeeping = Rulekeeping(store)
    ledger = Ledger(store, _now, prover)
    league_ledger = LeagueLedger(bookshelf, _now)
    scorekeeping = Scorekeeping(store, ledger, _now, uuid7, prover)
    peacekeeping = Peacekeeping(ledger, prover)
    seatkeeping = Seatkeeping(ledger)
    # Both spend the same permits, for the codes of both are drawn from the same.
    inviting = (Guestbook(connections), Guessing(allowances), _now, uuid7, secrets.choice)
    return Services(
        draining=asyncio.Event(),
        announcements=announcements,
        store=store,
        allowances=allowances,
        limits=Limits(allowances, policies),
        devices=Devices(store, _now, uuid7, _secret, announcements),
        command_keys=command_keys,
        prover=prover,
        adjudicator=adjudicator,
        rulekeeping=rulekeeping,
        scorekeeping=scorekeeping,
        bookkeeping=Bookkeeping(store, ledger),
        peacekeeping=peacekeeping,
        gatekeeping=Gatekeeping(MatchGate(ledger), *inviting),
        seatkeeping=seatkeeping,
        tallykeeping=Tallykeeping(
            Tallybook(connections), rulekeeping, ledger, league_ledger, store
        ),
        leaguekeeping=Leaguekeeping(store, bookshelf, league_ledger, _now, uuid7),
        fixturekeeping=Fixturekeeping(store, league_ledger, scorekeeping, seatkeeping, uuid7),
        desk=Desk(league_ledger),
        playerkeeping=Playerkeeping(league_ledger),
        league_gatekeeping=Gatekeeping(LeagueGate(league_ledger), *inviting),
        reckonings=Reckonings(),
        copykeeping=Copykeeping(store, ledger, _now, uuid7),
        hub=Hub(store, _retry),
        deliveries=Deliveries(store, command_keys, rulekeeping, scorekeeping, peacekeeping),
        waste=Bin(ledger, league_ledger),
        erasures=Erasures(connections, _now, announcements),
    )


def _secret() -> str:
    """256 bits of chance."""
    return secrets.token_urlsafe(32)


def _retry() -> int:
    """From two to four seconds, so that clients who were cut off together come back apart."""
    return 2000 + secrets.randbelow(2000)


def _now() -> datetime:
    return datetime.now(UTC)
