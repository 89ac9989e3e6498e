"""The composition root: the only place that builds things and reads the environment."""

import gc
import os
import sys
import urllib.parse
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

import asyncpg
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from litestar import Litestar, Request
from litestar._asgi.routing_trie import traversal
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, ExceptionHandlersMap
from uuid_utils.compat import uuid7

from pitch import name_caches
from pitch.errors import Refusal
from pitch.messages import Sentence
from pitchkeeper import logs, metrics, services, settings
from pitchkeeper.access import commands
from pitchkeeper.access import routes as devices
from pitchkeeper.access.codes import routes as codes
from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.membership import app_links, join_page
from pitchkeeper.addresses import Database
from pitchkeeper.database import cleanup, purge
from pitchkeeper.database import pool as database
from pitchkeeper.database.cleanup import Task
from pitchkeeper.database.notifications import Notifications, Topic
from pitchkeeper.documents import routes as documents
from pitchkeeper.leagues import routes as leagues
from pitchkeeper.matches import routes as matches
from pitchkeeper.messages import languages
from pitchkeeper.page import routes as page
from pitchkeeper.rate_limits import RateLimits
from pitchkeeper.removal import routes as removal
from pitchkeeper.rest import bodies, cors, operations, problems
from pitchkeeper.rest.limits import throttle, timeouts
from pitchkeeper.rest.limits.sockets import Sockets
from pitchkeeper.rest.limits.timeouts import ClientGone
from pitchkeeper.rest.middleware import framing, requests
from pitchkeeper.rest.operations import Operation
from pitchkeeper.rest.reference import routes as reference
from pitchkeeper.rest.routes import health, measurements, messages, options
from pitchkeeper.rulings import routes as rulings
from pitchkeeper.scoreboards import routes as scoreboards
from pitchkeeper.services import Services
from pitchkeeper.sync import routes as sync
from pitchkeeper.workers import adjudicators, orphans, processes, signals
from pitchkeeper.workers.processes import Starting

HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    *operations.handlers(devices, codes),
    *rulings.HANDLERS,
    *matches.HANDLERS,
    *operations.handlers(removal),
    *sync.HANDLERS,
    *leagues.HANDLERS,
    *operations.handlers(scoreboards),
    *documents.HANDLERS,
    *operations.handlers(health, messages),
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
    Refusal: problems.answer_refusal,
    HTTPException: problems.answer_http_error,
    ClientGone: problems.answer_disconnect,
    **dict.fromkeys(_DATABASE_DOWN, problems.answer_database_down),
    asyncpg.DiskFullError: problems.answer_disk_full,
    Exception: problems.answer_failure,
}
"""How a request is answered that ended in one of these."""
_SWITCH_SECONDS: Final = 0.0005
"""How long a thread that computes holds up the event loop each time that a request goes on, which
it does half a dozen times; Python's own 5 ms made answers beside a new board take 30 ms."""


def create() -> ASGIApp:
    """The app that the server runs, from the environment."""
    chosen = settings.read(os.environ)
    logs.configure()
    if chosen.database is None:
        raise settings.BadSetting("DATABASE_URL is not set; start the server with make run.")
    built: ASGIApp = build(
        chosen.database,
        rate_limits=chosen.rate_limits,
        cors_origins=chosen.cors_origins,
        metrics_token=chosen.metrics_token,
        base=join_page.base(chosen.public_url, chosen.address, chosen.app_url),
        apps=app_links.routes(chosen.apple_apps, chosen.android_apps),
    )
    if chosen.traces:
        # Only for whoever wants it: to import it takes longer than all the rest.
        from pitchkeeper.rest.middleware import tracing  # noqa: PLC0415

        built = tracing.with_tracing(built, chosen.traces, settings.VERSION)
    if chosen.trusted_proxies:
        built = wrap_asgi_with_proxy_headers(built, list(chosen.trusted_proxies))
    built = Sockets(chosen.port, chosen.trusted_proxies).with_limits(built)
    sys.setswitchinterval(_SWITCH_SECONDS)
    # All of this stays: a request would wait a tenth of a second while it is searched for garbage.
    gc.collect()
    gc.freeze()
    return built


def _routes(apps: Sequence[HTTPRouteHandler], metrics_token: str | None) -> list[HTTPRouteHandler]:
    """All that is answered: the operations, and what stands beside the contract."""
    return [
        *options.routes(OPERATIONS),
        *HANDLERS,
        join_page.page,
        *apps,
        *page.routes(),
        *reference.routes(settings.CONTRACT.read_bytes()),
        measurements.route(metrics_token),
    ]


def build(  # noqa: PLR0913
    where: Database,
    *,
    rate_limits: RateLimits = RateLimits(),  # noqa: B008
    cors_origins: tuple[str, ...] = (),
    metrics_token: str | None = None,
    base: join_page.Base = join_page.LOCAL,
    apps: Sequence[HTTPRouteHandler] = (),
    timeout_seconds: float = timeouts.SECONDS,
    starting: Starting = processes.running,
) -> Litestar:
    """The app on a database that has been migrated; `starting` has the processes that prove."""
    built = Litestar(
        _routes(apps, metrics_token),
        lifespan=[partial(_living, where, rate_limits, starting)],
        openapi_config=None,
        request_max_body_size=bodies.MAX_BYTES,
        dependencies={
            "caller": Provide(_caller),
            "command": Provide(_command),
            "base": Provide(base, sync_to_thread=False),
            **{name: _service(path) for name, path in services.DEPENDENCIES.items()},
        },
        exception_handlers=_ANSWERS,
        middleware=[
            timeouts.with_timeout(timeout_seconds),
            throttle.with_address_limits,
            throttle.with_slots,
        ],
        logging_config=None,
        type_encoders={Sentence: languages.answered},
    )
    # Only here do they also see what no route answers.
    answering = framing.with_checks(built.asgi_handler)
    if cors_origins:
        answering = cors.with_origins(answering, cors_origins)
    built.asgi_handler = requests.with_logging(answering)
    return built


@asynccontextmanager
async def _living(
    where: Database, rate_limits: RateLimits, starting: Starting, app: Litestar
) -> AsyncIterator[None]:
    """What the app lives on, from the first request to the last.

    Begun in the order in which each needs the one before, so that it ends in the other: streams
    are told to come back before the pool that answers them closes.
    """
    async with (
        orphans.watched(os.environ),
        database.opened(where) as connections,
        adjudicators.running(starting) as proving,
    ):
        notifications = Notifications(where.direct, uuid7().hex)
        made = services.build(connections, rate_limits, notifications, *proving)
        app.state.services = made
        metrics.set_build(settings.VERSION)
        async with (
            measurements.lifespan(connections),
            cleanup.running(connections, tasks(made)),
            _following(app, made),
            made.matches.late_proofs.lifespan(),
        ):
            yield


@asynccontextmanager
async def _following(app: Litestar, made: Services) -> AsyncIterator[None]:
    """The streams and tokens of this worker, told what changes in any."""
    notifications, devices, hub = made.notifications, made.access.devices, made.hub
    memories = (
        made.matches.memory,
        made.record_memory,
        made.scoreboards.boards,
        made.documents.renditions,
    )
    notifications.on_change(Topic.MATCH, hub.wake)
    notifications.on_change(Topic.DEVICE, hub.end_device)
    notifications.on_change(Topic.TOKEN, hub.reopen_device)
    for topic in (Topic.TOKEN, Topic.DEVICE):
        notifications.on_change(topic, devices.forget)
    for memory in memories:
        for topic in (Topic.DEVICE, Topic.ERASED):
            notifications.on_change(topic, memory.forget_device)

    def forget_names(_device_id: UUID) -> None:
        name_caches.forget_names()
        _forget_paths(app)
        for adjudicator in (made.prover, made.adjudicator):
            adjudicator.forget_names()

    notifications.on_change(Topic.ERASED, forget_names)
    notifications.on_change(Topic.STREAMS, hub.recount)
    notifications.on_change(Topic.PERMITS, made.quotas.return_permits)

    def missed(_is_listening: bool) -> None:
        devices.forget_all()
        name_caches.forget_names()
        for memory in memories:
            memory.forget_all()
        hub.poll()

    notifications.on_listening(missed)

    def stop() -> None:
        made.draining.set()
        hub.stop()

    async with notifications.running(), hub.lifespan():
        with signals.heard(stop):
            yield


def _forget_paths(app: Litestar) -> None:
    """Drop the paths that were asked for last: some of them have secrets of public links."""
    app.asgi_router.handle_routing.cache_clear()
    traversal.parse_path_params.cache_clear()
    urllib.parse.clear_cache()  # type: ignore[attr-defined]


def tasks(made: Services) -> Mapping[str, Task]:
    """What the cleanup does besides forgetting."""
    return {
        "remove_deleted_matches": purge.deleted_matches,
        "remove_deleted_leagues": purge.deleted_leagues,
        "finish_erasures": made.erasures.finish,
    }


async def _caller(request: Request[Any, Any, Any]) -> Device:
    """Who makes a request: asked for nearly always, so without dependencies of its own."""
    made: Services = request.app.state.services
    return await made.callers.recognise(request)


async def _command(request: Request[Any, Any, Any], caller: NamedDependency[Device]) -> Command:
    """What a request asks for, as its caller sent it."""
    made: Services = request.app.state.services
    return await commands.command(request, caller, made.access.idempotency_keys)


def _service(path: str) -> Provide:
    """What finds a service once there are any: they are built when the server comes to life."""
    found = attrgetter(path)

    # By the request, for of the state of its app Litestar makes a copy for each that asks.
    def provided(request: Request[Any, Any, Any]) -> Any:
        return found(request.app.state.services)

    return Provide(provided, sync_to_thread=False)
