"""The composition root: the only place that builds things and reads the environment."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final

import asyncpg
import msgspec
from litestar import Litestar, MediaType, Request, Response, get, route
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils.compat import uuid7

from api import (
    auth,
    bodies,
    commands,
    contract,
    database,
    logs,
    orphans,
    problems,
    reference,
    settings,
)
from api.adjudicators import Adjudicator
from api.auth import Devices
from api.bookkeeping import Bookkeeping
from api.commands import Commands
from api.ledgers import Ledger
from api.operations import Operation
from api.peacekeeping import Peacekeeping
from api.routes import (
    agreements,
    devices,
    hands,
    health,
    histories,
    matches,
    parts,
    rulesets,
    rulings,
)
from api.rulekeeping import Rulekeeping
from api.scorekeeping import Scorekeeping
from api.store import Store
from domain.refusals import Refusal

HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    devices.create_device,
    devices.get_device,
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
    matches.create_adjustment,
    matches.cancel_adjustment,
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
    asyncpg.InternalClientError,  # it said goodbye on a connection that is not closed yet
)


_USED: Final = (
    *("store", "devices", "adjudicator", "rulekeeping"),
    *("scorekeeping", "bookkeeping", "peacekeeping"),
)
"""What handlers ask for by name."""


def contract_text() -> bytes:
    """The contract, as it is served and committed."""
    return msgspec.json.format(msgspec.json.encode(contract.document(OPERATIONS)), indent=2) + b"\n"


def create() -> Litestar:
    """The app that the server runs, from the environment."""
    chosen = settings.read(os.environ)
    logs.configure()
    if chosen.database_url is None:
        raise settings.BadSetting("DATABASE_URL is not set; start the server with make run.")
    return build(chosen.database_url)


def build(database_url: str) -> Litestar:
    """The app on a database that has been migrated."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with orphans.watched(os.environ), await database.open_pool(database_url) as pool:
            store = Store(pool)
            app.state.store = store
            app.state.devices = Devices(store, _now, uuid7, _secret)
            app.state.rulekeeping = Rulekeeping(store)
            # Two, so that no hand that is saved waits behind a ruling that anybody may ask for.
            for_hands, for_rulings = Adjudicator(), Adjudicator()
            ledger = Ledger(store, _now, for_hands)
            app.state.commands = Commands(store, _now, uuid7)
            app.state.scorekeeping = Scorekeeping(store, ledger, _now, uuid7, for_hands)
            app.state.bookkeeping = Bookkeeping(store, ledger)
            app.state.peacekeeping = Peacekeeping(ledger, for_hands)
            app.state.adjudicator = for_rulings
            async with asyncio.TaskGroup() as warming:
                warming.create_task(for_hands.warm())
                warming.create_task(for_rulings.warm())
                yield

    text = contract_text()

    @get("/openapi.json", media_type=MediaType.JSON, sync_to_thread=False)
    def served_contract() -> Response[bytes]:
        return Response(text, media_type=MediaType.JSON)

    return Litestar(
        [*_options(), *HANDLERS, served_contract, *reference.routes()],
        lifespan=[lifespan],
        openapi_config=None,
        request_max_body_size=bodies.LIMIT,
        dependencies={
            "caller": Provide(auth.caller),
            "command": Provide(commands.command),
            **{name: Provide(_from_state(name), sync_to_thread=False) for name in _USED},
        },
        exception_handlers={
            Refusal: problems.refused,
            HTTPException: problems.rejected,
            **dict.fromkeys(_DATABASE_DOWN, problems.unavailable),
            Exception: problems.failed,
        },
        middleware=[_security_headers],
        logging_config=None,
    )


def _options() -> Iterator[HTTPRouteHandler]:
    """What may be done at each path; registered first, or the framework names just one."""
    methods: dict[str, set[str]] = {}
    for operation in OPERATIONS:
        methods.setdefault(operation.path, {"OPTIONS"}).add(operation.method)
    for path, allowed in methods.items():
        yield route(path, http_method=["OPTIONS"], sync_to_thread=False)(_allowing(allowed))


def _allowing(methods: set[str]) -> Callable[[], Response[None]]:
    allow = ", ".join(sorted(methods))

    def answer() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return answer


def _from_state(name: str) -> Callable[[Request[Any, Any, Any]], Any]:
    def provided(request: Request[Any, Any, Any]) -> Any:
        return getattr(request.app.state, name)

    return provided


def _security_headers(app: ASGIApp) -> ASGIApp:
    """Headers that keep browsers from guessing, framing and caching."""
    fixed = [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cache-control", b"no-store"),
    ]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *fixed]
            await send(message)

        await app(scope, receive, sending if scope["type"] == ScopeType.HTTP else send)

    return wrapped


def _secret() -> str:
    """256 bits of chance."""
    return secrets.token_urlsafe(32)


def _now() -> datetime:
    return datetime.now(UTC)
