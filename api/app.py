"""The composition root: the only place that builds things and reads the environment."""

import gc
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Final

import asyncpg
import msgspec
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, ExceptionHandlersMap
from uuid_utils.compat import uuid7

from api import logs, metrics, settings
from api.access import auth, commands, join_page, routes
from api.access.auth import Devices
from api.access.guessing import Guessing
from api.access.idempotency_keys import Keys
from api.access.invitations import Gatekeeping
from api.access.invite_store import Guestbook
from api.admission import LeagueGate, MatchGate
from api.contract import document
from api.database import cleanup, purge
from api.database import pool as database
from api.database.cleanup import Task
from api.database.notifications import Announcements, Topic
from api.database.pool import Connections
from api.documents.routes import copies, league_copies, pictures
from api.documents.transfer import Copykeeping
from api.erasure import Erasures
from api.http import (
    bodies,
    cors,
    health,
    measurements,
    options,
    problems,
    reference,
    requests,
    throttle,
    timeouts,
)
from api.http.arrivals import ClientGone
from api.http.operations import Operation
from api.http.quotas import Allowances
from api.http.sockets import Sockets
from api.http.throttle import Limits
from api.leagues.changes import LeagueLedger
from api.leagues.charter import Leaguekeeping
from api.leagues.desk import Desk
from api.leagues.fixtures import Fixturekeeping
from api.leagues.players import Playerkeeping
from api.leagues.routes import invites as league_invites
from api.leagues.routes import leagues, nights, standings
from api.leagues.routes import members as league_members
from api.leagues.store import Bookshelf
from api.matches.changes import Ledger
from api.matches.disputes import Peacekeeping
from api.matches.history import Bookkeeping
from api.matches.player_statistics import Tallykeeping
from api.matches.routes import (
    agreements,
    hands,
    histories,
    invites,
    matches,
    members,
    parts,
    players,
    trash,
)
from api.matches.scoring import Scorekeeping
from api.matches.seats import Seatkeeping
from api.matches.store import Store
from api.matches.tally_store import Tallybook
from api.rate_limits import Policies
from api.rulings.routes import rulesets, rulings
from api.rulings.rulesets import Rulekeeping
from api.sync.deliveries import Deliveries
from api.sync.hub import Hub
from api.sync.routes import live, queues
from api.trash import Bin
from api.workers import adjudicators, orphans, processes, signals
from api.workers.processes import Starting
from api.workers.reckonings import Reckonings
from domain.errors import Refusal

HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    routes.create_device,
    routes.get_device,
    routes.rotate_token,
    routes.revoke_token,
    routes.erase_device,
    rulesets.list_rulesets,
    rulesets.create_ruleset,
    rulesets.get_ruleset,
    rulesets.get_rulebook,
    rulesets.get_ruleset_difference,
    rulings.rule_on_call,
    rulings.rule_on_play,
    rulings.rule_on_hand,
    rulings.rule_on_winner,
    rulings.rule_on_irregularity,
    matches.create_match,
    matches.list_matches,
    matches.get_match,
    trash.delete_match,
    trash.restore_match,
    pictures.get_match_picture,
    matches.create_adjustment,
    matches.cancel_adjustment,
    invites.create_invite,
    invites.list_invites,
    invites.revoke_invite,
    invites.get_invite_qr_svg,
    invites.get_invite_qr_png,
    invites.join_match,
    members.list_members,
    members.change_member,
    members.remove_member,
    members.claim_seat,
    members.assign_seat,
    histories.list_journal,
    histories.get_match_version,
    histories.undo_change,
    histories.restore_version,
    hands.record_hand,
    hands.get_hand,
    hands.void_hand,
    hands.get_hand_ruling,
    hands.preview_hand,
    hands.preview_void,
    parts.record_auction,
    parts.record_pile,
    parts.record_holding,
    parts.record_tricks,
    parts.record_claims,
    agreements.confirm_hand,
    agreements.dispute_hand,
    agreements.resolve_dispute,
    agreements.overrule_hand,
    *copies.HANDLERS,
    live.stream_match_events,
    leagues.create_league,
    leagues.list_leagues,
    leagues.get_league,
    trash.delete_league,
    trash.restore_league,
    leagues.change_charter,
    leagues.add_entrant,
    leagues.change_entrant,
    *league_members.HANDLERS,
    leagues.list_league_journal,
    *league_invites.HANDLERS,
    nights.plan_schedule,
    nights.preview_schedule,
    nights.get_schedule,
    nights.get_fixture,
    nights.record_result,
    nights.clear_result,
    nights.preview_result,
    nights.open_fixture_match,
    standings.get_standings,
    standings.record_play_off,
    standings.cancel_play_off,
    standings.get_accounts,
    standings.record_payment,
    standings.cancel_payment,
    standings.get_league_rules,
    *league_copies.HANDLERS,
    queues.send_commands,
    players.get_player_statistics,
    health.live,
    health.ready,
)
OPERATIONS: Final[tuple[Operation, ...]] = tuple(handler.opt["operation"] for handler in HANDLERS)
"""Every operation of the contract."""
_DATABASE_DOWN: Final = (
    OSError,  # its socket is gone, refuses or times out
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it starts, recovers or shuts down
    asyncpg.InsufficientResourcesError,  # it takes no more connections
    asyncpg.InternalClientError,  # a connection ended, or said goodbye, while asyncpg used it
)
_ANSWERS: Final[ExceptionHandlersMap] = {
    Refusal: problems.refused,
    HTTPException: problems.rejected,
    ClientGone: problems.gone,
    **dict.fromkeys(_DATABASE_DOWN, problems.unavailable),
    asyncpg.DiskFullError: problems.full,
    Exception: problems.failed,
}
"""How a request is answered that ended in one of these."""
_USED: Final = (
    *("store", "devices", "adjudicator", "rulekeeping"),
    *("scorekeeping", "bookkeeping", "peacekeeping", "deliveries"),
    *("gatekeeping", "seatkeeping", "tallykeeping", "copykeeping", "hub"),
    *("leaguekeeping", "fixturekeeping", "desk", "league_gatekeeping", "playerkeeping"),
    *("waste", "erasures", "reckonings"),
)
"""What handlers ask for by name."""


@cache
def contract_text() -> bytes:
    """The contract, as it is served and committed."""
    return msgspec.json.format(msgspec.json.encode(document.document(OPERATIONS)), indent=2) + b"\n"


def create() -> ASGIApp:
    """The app that the server runs, from the environment."""
    chosen = settings.read(os.environ)
    logs.configure()
    if chosen.database_url is None:
        raise settings.BadSetting("DATABASE_URL is not set; start the server with make run.")
    built: ASGIApp = build(
        chosen.database_url,
        policies=chosen.policies,
        cors_origins=chosen.cors_origins,
        metrics_token=chosen.metrics_token,
        base=join_page.base(chosen.public_url, chosen.address),
    )
    if chosen.trusted_proxies:
        built = wrap_asgi_with_proxy_headers(built, list(chosen.trusted_proxies))
    built = Sockets(chosen.port, chosen.trusted_proxies).watched(built)
    # All of this stays: a request would wait a tenth of a second while it is searched for garbage.
    gc.collect()
    gc.freeze()
    return built


def build(
    database_url: str,
    *,
    policies: Policies = Policies(),  # noqa: B008
    cors_origins: tuple[str, ...] = (),
    metrics_token: str | None = None,
    base: join_page.Base = join_page.LOCAL,
    timeout_seconds: float = timeouts.SECONDS,
    starting: Starting = processes.running,
) -> Litestar:
    """The app on a database that has been migrated; `starting` has the processes that prove."""
    built = Litestar(
        [
            *options.options(OPERATIONS),
            *HANDLERS,
            join_page.page,
            *reference.routes(contract_text()),
            measurements.route(metrics_token),
        ],
        lifespan=[partial(_living, database_url, policies, starting)],
        openapi_config=None,
        cors_config=cors.allowed(cors_origins),
        request_max_body_size=bodies.LIMIT,
        dependencies={
            "caller": Provide(auth.caller),
            "command": Provide(commands.command),
            "base": Provide(base, sync_to_thread=False),
            **{name: Provide(_from_state(name), sync_to_thread=False) for name in _USED},
        },
        exception_handlers=_ANSWERS,
        middleware=[timeouts.after(timeout_seconds), throttle.counted],
        logging_config=None,
    )
    # Only here does it also see what no route answers.
    built.asgi_handler = requests.watched(built.asgi_handler)
    return built


@asynccontextmanager
async def _living(
    database_url: str, policies: Policies, starting: Starting, app: Litestar
) -> AsyncIterator[None]:
    async with (
        orphans.watched(os.environ),
        await database.open_pool(database_url) as pool,
        adjudicators.running(starting) as proving,
    ):
        connections = Connections(pool)
        announcements = Announcements(database_url, uuid7().hex)
        app.state.prover, app.state.adjudicator = proving
        _furnish(app.state, connections, policies, announcements)
        async with (
            cleanup.kept(connections, tasks(app.state)),
            _following(app.state, announcements),
        ):
            yield


@asynccontextmanager
async def _following(state: State, announcements: Announcements) -> AsyncIterator[None]:
    """The streams and tokens of this worker, told what changes in any."""
    announcements.on_change(Topic.MATCH, state.hub.wake)
    announcements.on_change(Topic.DEVICE, state.hub.end_device)
    announcements.on_change(Topic.TOKEN, state.hub.reopen_device)
    for topic in (Topic.TOKEN, Topic.DEVICE):
        announcements.on_change(topic, state.devices.forget)

    def missed(_is_listening: bool) -> None:
        state.devices.forget_all()
        state.hub.poll()

    announcements.on_listening(missed)

    def stop() -> None:
        state.draining = True
        state.hub.stop()

    async with announcements.running(), state.hub.running():
        with signals.heard(stop):
            yield


def _furnish(
    state: State, connections: Connections, policies: Policies, announcements: Announcements
) -> None:
    """Put what handlers ask for where they find it."""
    store = Store(connections, announcements.match_changed)
    state.draining = False
    state.announcements = announcements
    state.store = store
    state.allowances = Allowances(connections, time.monotonic)
    state.limits = Limits(state.allowances, policies)
    state.devices = Devices(store, _now, uuid7, _secret, announcements)
    state.rulekeeping = Rulekeeping(store)
    ledger = Ledger(store, _now, state.prover)
    state.command_keys = Keys(store, _now, uuid7)
    state.scorekeeping = Scorekeeping(store, ledger, _now, uuid7, state.prover)
    state.bookkeeping = Bookkeeping(store, ledger)
    state.copykeeping = Copykeeping(store, ledger, _now, uuid7)
    state.peacekeeping = Peacekeeping(ledger, state.prover)
    # Both spend the same permits, for the codes of both are drawn from the same.
    inviting = (Guestbook(connections), Guessing(state.allowances), _now, uuid7, secrets.choice)
    state.gatekeeping = Gatekeeping(MatchGate(ledger), *inviting)
    state.seatkeeping = Seatkeeping(ledger)
    bookshelf = Bookshelf(connections)
    league_ledger = LeagueLedger(bookshelf, _now)
    state.leaguekeeping = Leaguekeeping(store, bookshelf, league_ledger, _now, uuid7)
    state.fixturekeeping = Fixturekeeping(
        store, league_ledger, state.scorekeeping, state.seatkeeping, uuid7
    )
    state.desk, state.playerkeeping = Desk(league_ledger), Playerkeeping(league_ledger)
    state.league_gatekeeping = Gatekeeping(LeagueGate(league_ledger), *inviting)
    state.tallykeeping = Tallykeeping(
        Tallybook(connections), state.rulekeeping, ledger, league_ledger, store
    )
    state.waste = Bin(ledger, league_ledger)
    state.reckonings = Reckonings()
    state.erasures = Erasures(connections, _now, announcements)
    state.hub = Hub(store, _retry)
    state.deliveries = Deliveries(
        store, state.command_keys, state.rulekeeping, state.scorekeeping, state.peacekeeping
    )
    metrics.build(document.VERSION)


def tasks(state: State) -> Mapping[str, Task]:
    """What housekeeping does besides forgetting."""
    return {
        "remove_deleted_matches": purge.deleted_matches,
        "remove_deleted_leagues": purge.deleted_leagues,
        "finish_erasures": state.erasures.finish,
    }


def _from_state(name: str) -> Callable[[Request[Any, Any, Any]], Any]:
    def provided(request: Request[Any, Any, Any]) -> Any:
        return getattr(request.app.state, name)

    return provided


def _secret() -> str:
    """256 bits of chance."""
    return secrets.token_urlsafe(32)


def _retry() -> int:
    """From two to four seconds, so that clients who were cut off together come back apart."""
    return 2000 + secrets.randbelow(2000)


def _now() -> datetime:
    return datetime.now(UTC)
