"""The throttle: who may ask how often, at the edge; told in the headers of every answer."""

import ipaddress
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from functools import cache, lru_cache
from typing import Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from pitchkeeper import metrics
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited, RateLimits
from pitchkeeper.rest.limits import request_body
from pitchkeeper.rest.limits.quotas import Quotas
from pitchkeeper.rest.limits.slots import Slots
from pitchkeeper.rest.operations import Operation, operation_for
from pitchkeeper.workers import askers
from pitchkeeper.workers.askers import Asker

_TOLD: Final = "allowances"
_REMEMBERED: Final = 4_096
_REFUSAL_SECONDS: Final = 0.02
"""How far refusals of one address are apart: a client that ignores them costs others little."""
_NETWORK: Final = 64
"""A household or a phone holds a whole network of this many bits in IPv6."""


class Throttle:
    """The limits of a server, applied to requests."""

    def __init__(self, quotas: Quotas, limits: RateLimits) -> None:
        self._quotas = quotas
        self._limits = limits
        self._slots = Slots()
        self._refusals = Slots(at_once=1, least_rest=_REFUSAL_SECONDS)

    def slot(self) -> AbstractAsyncContextManager[Callable[[], None]]:
        """A turn of whoever is asking, for what costs more than a look."""
        return self._slots.slot(askers.current())

    async def admit_address(self, scope: Scope, operation: Operation) -> None:
        """Count a request for its address, before anybody asks who it is."""
        key = limit_key(scope)
        await self._take(scope, self._limits.address, key)
        if operation.rate_limit is not None:
            await self._take(scope, getattr(self._limits, operation.rate_limit), key)

    async def admit_command(self, scope: Scope, device_id: str) -> None:
        """Count a further command of a request as if it were a request of its own."""
        await self._take(scope, self._limits.address, limit_key(scope))
        await self.admit_device(scope, device_id)

    async def admit_device(self, scope: Scope, device_id: str) -> None:
        """Count a request for the device that makes it."""
        await self._take(scope, self._limits.device, device_id)

    async def _take(self, scope: Scope, limit: RateLimit, key: str) -> None:
        try:
            allowance = await self._quotas.take(limit, key)
        except RateLimited as limited:
            metrics.count_rate_limited(limit.name)
            _tell(scope, limited.allowance)
            async with self._refusals.slot(Asker(limit_key(scope))):
                raise
        _tell(scope, allowance)


def limit_key(scope: Scope) -> str:
    """The address that limits count: one of IPv4, or a network of IPv6; all others are one."""
    return limit_key_for_host((scope["client"] or ("", 0))[0])


@lru_cache(_REMEMBERED)
def limit_key_for_host(host: str) -> str:
    """Who holds an address, as far as addresses tell."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    # Who has one address of IPv6 has 2^64 of them.
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        if mapped is not None:
            return str(mapped)
        return str(ipaddress.ip_network((int(found), _NETWORK), strict=False))
    return str(found)


def wider_network(held: str, bits: int) -> str | None:
    """The network of IPv6 with so many bits that holds an address as limits count it."""
    if ":" not in held:
        return None
    return str(ipaddress.IPv6Network(held).supernet(new_prefix=bits))


def with_address_limits(app: ASGIApp) -> ASGIApp:
    """Note from which address a request comes, and count those of limited operations for it."""

    async def counting(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            askers.note(limit_key(scope))
            operation = operation_for(scope)
            if operation is not None and operation.is_limited:
                throttle: Throttle = scope["litestar_app"].state.services.throttle
                await throttle.admit_address(scope, operation)
        await app(scope, receive, send)

    return counting


def with_slots(app: ASGIApp) -> ASGIApp:
    """Answer costly requests of an address in turns; an endless answer has its while it begins.

    A read is given up when its client hangs up before the answer begins.
    """

    async def taking(scope: Scope, receive: Receive, send: Send) -> None:
        operation = operation_for(scope)
        if scope["type"] != ScopeType.HTTP or operation is None or not operation.takes_slot:
            await app(scope, receive, send)
            return
        services = scope["litestar_app"].state.services
        if not operation.is_public:
            await services.callers.note(Request(scope))
        throttle: Throttle = services.throttle

        async def answer(receive: Receive, note_begin: Callable[[], None]) -> None:
            async with throttle.slot() as end:

                async def begin(message: Message) -> None:
                    if message["type"] == "http.response.start":
                        note_begin()
                        if operation.is_endless:
                            end()
                    await send(message)

                await app(scope, receive, begin)

        if operation.method == "GET":
            async with request_body.cancel_on_disconnect(receive) as listener:
                await answer(listener.receive, listener.begin)
        else:
            await answer(receive, _nothing)

    return taking


def _nothing() -> None:
    """Note nothing."""


def headers(scope: HTTPScope) -> list[tuple[bytes, bytes]]:
    """What an answer tells of the limits that its request was counted for."""
    told: Iterable[Allowance] = scope["state"].get(_TOLD, {}).values()
    if not told:
        return []
    policies = ", ".join([_policy(each.limit) for each in told])
    left = ", ".join([f'"{each.limit.name}";r={each.remaining};t={each.seconds}' for each in told])
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", left.encode())]


@cache
def _policy(limit: RateLimit) -> str:
    # As the draft of the IETF has them: q a quota in w seconds, of which r are left for t more.
    return f'"{limit.name}";q={limit.quota};w={limit.seconds}'


def _tell(scope: Scope, allowance: Allowance) -> None:
    scope["state"].setdefault(_TOLD, {})[allowance.limit.name] = allowance
