"""The composition root: the only module that builds services and reads the environment."""

import gc
import os
import sys
import urllib.parse
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
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
from pitch.messages import Refusal, Sentence
from pitchkeeper import logs, metrics, services, settings
from pitchkeeper.access import callers
from pitchkeeper.access import routes as devices
from pitchkeeper.access.codes import routes as codes
from pitchkeeper.access.devices import Command, Device
from pitchkeeper.access.edits import Edit
from pitchkeeper.access.membership import join_page
from pitchkeeper.addresses import Database
from pitchkeeper.database import cleanup
from pitchkeeper.database import pool as database
from pitchkeeper.database.cleanup import Task
from pitchkeeper.database.notifications import Notifications, Topic
from pitchkeeper.documents import routes as documents
from pitchkeeper.leagues import routes as leagues
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.matches import routes as matches
from pitchkeeper.matches.changes import MatchEdit
from pitchkeeper.messages import languages
from pitchkeeper.page import routes as page
from pitchkeeper.rate_limits import RateLimits
from pitchkeeper.removal import routes as removal
from pitchkeeper.rest import bodies, cors, etags, operations, problems
from pitchkeeper.rest.limits import throttle, timeouts
from pitchkeeper.rest.limits.sockets import Sockets
from pitchkeeper.rest.limits.timeouts import ClientGone
from pitchkeeper.rest.middleware import framing, requests
from pitchkeeper.rest.operations import Operation
from pitchkeeper.rest.preconditions import BLIND, Precondition
from pitchkeeper.rest.reference import routes as reference
from pitchkeeper.rest.routes import health, measurements, messages, options
from pitchkeeper.rulings import routes as rulings
from pitchkeeper.scoreboards import routes as scoreboards
from pitchkeeper.services import Services
from pitchkeeper.sync import routes as sync
from pitchkeeper.workers import adjudicators, orphans, processes, signals
from pitchkeeper.workers.processes import ProcessFactory

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
_EXCEPTION_HANDLERS: Final[ExceptionHandlersMap] = {
    Refusal: problems.answer_refusal,
    HTTPException: problems.answer_http_error,
    ClientGone: problems.answer_disconnect,
    **dict.fromkeys(_DATABASE_DOWN, problems.answer_database_down),
    asyncpg.DiskFullError: problems.answer_disk_full,
    Exception: problems.answer_failure,
}
"""The exception handlers."""
_SWITCH_SECONDS: Final = 0.0005
"""The longest delay of the event loop by a computing thread, about six times per request; with
Python's default of 5 ms requests beside a new board took 30 ms."""

_NEW_OBJECTS: Final = 20_000
"""The objects that are made before a collection of the young ones; nearly all are freed without.
With Python's default of 700 each request that writes took two, 4 % of its time."""


class _Dependency(Provide):
    """A dependency that equals no other: Litestar compares each two of them for each route.

    That is 600,000 times, which took a quarter of the time to build an app.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def create() -> ASGIApp:
    """Build the app that the server runs, from the environment."""
    config = settings.read(os.environ)
    logs.configure()
    if config.database is None:
        raise settings.BadSetting("DATABASE_URL is not set; start the server with make run.")
    app: ASGIApp = build(
        config.database,
        rate_limits=config.rate_limits,
        cors_origins=config.cors_origins,
        metrics_token=config.metrics_token,
        base=join_page.base(config.public_url, config.address, config.app_url),
        apps=join_page.routes(config.apple_apps, config.android_apps),
    )
    if config.traces:
        # Only if configured: this import takes longer than all the others.
        from pitchkeeper.rest.middleware import tracing  # noqa: PLC0415

        app = tracing.with_tracing(app, config.traces, settings.VERSION)
    if config.trusted_proxies:
        app = wrap_asgi_with_proxy_headers(app, list(config.trusted_proxies))
    app = Sockets(config.port, config.trusted_proxies).with_limits(app)
    sys.setswitchinterval(_SWITCH_SECONDS)
    # All of this is permanent: a collection over it would delay a request by a tenth of a second.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    return app


def _routes(apps: Sequence[HTTPRouteHandler], metrics_token: str | None) -> list[HTTPRouteHandler]:
    """Return all routes: the operations and the pages beside the contract."""
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
    starting: ProcessFactory = processes.run_processes,
) -> Litestar:
    """Build the app on a migrated database; `starting` starts the proving processes."""
    app = Litestar(
        _routes(apps, metrics_token),
        lifespan=[partial(_lifespan, where, rate_limits, starting)],
        openapi_config=None,
        request_max_body_size=bodies.MAX_BYTES,
        dependencies={
            "caller": _Dependency(_caller),
            "command": _Dependency(_command),
            "edit": _edit(lambda _: BLIND),
            "conditional_edit": _edit(etags.precondition),
            "base": _Dependency(base, sync_to_thread=False),
            **{name: _service(path) for name, path in services.DEPENDENCIES.items()},
        },
        exception_handlers=_EXCEPTION_HANDLERS,
        middleware=[timeouts.with_timeout(timeout_seconds), throttle.with_limits],
        logging_config=None,
        type_encoders={Sentence: languages.to_view},
    )
    # Around the outermost handler, because middleware does not run for paths that match no route.
    handler = framing.with_checks(app.asgi_handler)
    if cors_origins:
        handler = cors.with_origins(handler, cors_origins)
    app.asgi_handler = requests.with_logging(handler)
    return app


@asynccontextmanager
async def _lifespan(
    where: Database, rate_limits: RateLimits, starting: ProcessFactory, app: Litestar
) -> AsyncIterator[None]:
    """Build the services for the first request, and close them after the last.

    They start in order of dependency and end in reverse: streams tell their clients to reconnect
    before the pool closes.
    """
    async with (
        orphans.exit_with_launcher(os.environ),
        database.open_connections(where) as connections,
        adjudicators.run_adjudicators(starting) as proving,
    ):
        notifications = Notifications(where.direct, uuid7().hex)
        built = services.build(connections, rate_limits, notifications, *proving)
        app.state.services = built
        metrics.set_build(settings.VERSION)
        async with (
            measurements.lifespan(connections),
            cleanup.lifespan(connections, tasks(built)),
            _subscriptions(app, built),
            built.matches.late_proofs.lifespan(),
        ):
            yield


@asynccontextmanager
async def _subscriptions(app: Litestar, built: Services) -> AsyncIterator[None]:
    """Pass the changes of all workers on to the streams, tokens and caches of this one."""
    notifications, devices, hub = built.notifications, built.access.devices, built.hub
    memories = (
        built.matches.memory,
        built.record_memory,
        built.scoreboards.boards,
        built.documents.renditions,
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
        for adjudicator in (built.prover, built.adjudicator):
            adjudicator.forget_names()

    notifications.on_change(Topic.ERASED, forget_names)
    notifications.on_change(Topic.STREAMS, hub.recount)
    notifications.on_change(Topic.PERMITS, built.quotas.return_permits)

    def resync(_is_listening: bool) -> None:
        devices.forget_all()
        name_caches.forget_names()
        for memory in memories:
            memory.forget_all()
        hub.poll()

    notifications.on_listening(resync)

    def stop() -> None:
        built.draining.set()
        hub.stop()
        notifications.end_watches()

    async with notifications.lifespan(), hub.lifespan():
        with signals.on_stop(stop):
            yield


def _forget_paths(app: Litestar) -> None:
    """Clear the caches of recent paths, because some contain secrets of public links."""
    app.asgi_router.handle_routing.cache_clear()
    traversal.parse_path_params.cache_clear()
    urllib.parse.clear_cache()  # type: ignore[attr-defined]


def tasks(built: Services) -> Mapping[str, Task]:
    """Return the tasks of the cleanup besides deleting expired rows."""
    return {
        "remove_deleted_matches": cleanup.deleted_matches,
        "remove_deleted_leagues": cleanup.deleted_leagues,
        "finish_erasures": built.erasures.finish,
    }


async def _caller(request: Request[Any, Any, Any]) -> Device:
    """Return the device that makes a request; nearly every handler needs it."""
    built: Services = request.app.state.services
    return await built.callers.recognise(request)


async def _command(request: Request[Any, Any, Any], caller: NamedDependency[Device]) -> Command:
    """Return the command of a request, with its idempotency key."""
    built: Services = request.app.state.services
    return await callers.command(request, caller, built.access.idempotency_keys)


def _edit(read_precondition: Callable[[Request[Any, Any, Any]], Precondition]) -> _Dependency:
    """Return the dependency that is the edit of the match or league in the path of a request."""

    def provide(
        request: Request[Any, Any, Any], command: NamedDependency[Command]
    ) -> Edit[Any, Any]:
        built: Services = request.app.state.services
        ids: Mapping[str, Any] = request.scope["path_params"]
        seen = read_precondition(request)
        if "match_id" in ids:
            return MatchEdit(built.matches.match_changes, command, ids["match_id"], seen)
        return LeagueEdit(built.leagues.league_changes, command, ids["league_id"], seen)

    return _Dependency(provide, sync_to_thread=False)


def _service(path: str) -> _Dependency:
    """Return the dependency of a service; services are built later, when the server starts."""
    get = attrgetter(path)

    # From the request, because Litestar copies the state of its app for each dependency.
    def provide(request: Request[Any, Any, Any]) -> Any:
        return get(request.app.state.services)

    return _Dependency(provide, sync_to_thread=False)
