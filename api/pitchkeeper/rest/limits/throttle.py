"""The throttle: rate limits per address and device at the edge, stated in response headers.

Slots are the costly requests of one address that a worker runs at a time, with rests in between.
Each device has one slot of its address at a time, so a device with many requests delays itself and
no other device there. A request that is given up frees its slot although its work may go on: one
such request per address runs beside the slots, and any further one keeps its slot to the end.
"""

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, lru_cache
from typing import Any, Final

from litestar import Request
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from pitchkeeper import metrics
from pitchkeeper.rate_limits import Allowance, RateLimit, RateLimited, RateLimits
from pitchkeeper.rest.limits import timeouts
from pitchkeeper.rest.limits.quotas import Quotas
from pitchkeeper.rest.operations import Operation, operation_for
from pitchkeeper.workers import clients
from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.rotations import QueueFull, Rotation

MAX_SLOTS: Final = 2
"""Slots per address: while one device waits for a long paper, the others can open streams."""
MAX_WAITING: Final = 128
"""Waiting requests per address: a pub of ten tables has forty phones."""
MAX_PER_DEVICE: Final = 64
"""Running and waiting requests per device; all requests without a token count as one device."""
MAX_WAIT_SECONDS: Final = 10.0
"""The longest wait for a slot, well below the thirty seconds after which requests time out."""
REST_FACTOR: Final = 3
"""The rest of a slot in durations of its last request: two slots leave half of the server's time to
other addresses, however many connections an address has."""
MAX_REST_SECONDS: Final = 0.25
"""The longest rest, so that a paper of seconds does not block its address for as long again."""
_POLICY: Final = RateLimit("at-once", quota=MAX_SLOTS + MAX_WAITING, seconds=1)


class _Address:
    """The slots of one address, and whether abandoned work runs beside them."""

    def __init__(self, slots: int, capacity: int) -> None:
        self.slots = Rotation(MAX_PER_DEVICE, capacity, slots)
        self.has_abandoned_work = False


class Slots:
    """The slots of all addresses, each given to the devices of its address in rotation."""

    def __init__(
        self,
        slots: int = MAX_SLOTS,
        waiting: int = MAX_WAITING,
        wait_seconds: float = MAX_WAIT_SECONDS,
        min_rest: float = 0.0,
    ) -> None:
        """`slots` and `waiting` are per address; `wait_seconds` is the longest wait for a slot."""
        self._slots = slots
        self._capacity = slots + waiting
        self._wait_seconds = wait_seconds
        self._min_rest = min_rest
        self._addresses: dict[str, _Address] = {}

    @asynccontextmanager
    async def slot(self, client: Client) -> AsyncIterator[Callable[[], None]]:
        """Wait for a slot, and yield a function that frees it early.

        Raises RateLimited if too many requests of the address wait, or after the longest wait.
        """
        device = client.device
        address = self._addresses.setdefault(client.address, _Address(self._slots, self._capacity))
        try:
            async with asyncio.timeout(self._wait_seconds):
                await address.slots.acquire(device)
        except (QueueFull, TimeoutError) as failed:
            metrics.count_rate_limited(_POLICY.name)
            raise RateLimited(Allowance(_POLICY, 0, _POLICY.seconds)) from failed
        finally:
            self._drop_idle(client.address)
        loop = asyncio.get_running_loop()
        began, has_ended = loop.time(), False

        def release() -> None:
            address.slots.release(device)
            self._drop_idle(client.address)

        def forget_work() -> None:
            address.has_abandoned_work = False
            self._drop_idle(client.address)

        def end() -> None:
            nonlocal has_ended
            if has_ended:
                return
            has_ended = True
            unfinished = client.pending_work
            if unfinished and address.has_abandoned_work:
                _call_after(unfinished, release)
                return
            if unfinished:
                address.has_abandoned_work = True
                _call_after(unfinished, forget_work)
            loop.call_later(rest(loop.time() - began, self._min_rest), release)

        try:
            yield end
        finally:
            end()

    def _drop_idle(self, name: str) -> None:
        address = self._addresses.get(name)
        if address is not None and not address.slots.size and not address.has_abandoned_work:
            del self._addresses[name]


def _call_after(work: "Collection[asyncio.Future[Any]]", callback: Callable[[], None]) -> None:
    """Call a function once all of the work has ended."""
    pending = len(work)

    def count_down(_: "asyncio.Future[Any]") -> None:
        nonlocal pending
        pending -= 1
        if not pending:
            callback()

    for future in work:
        future.add_done_callback(count_down)


def rest(seconds: float, least: float = 0.0) -> float:
    """Return how many seconds a slot rests after a request of some seconds."""
    return min(max(REST_FACTOR * seconds, least), MAX_REST_SECONDS)


_ALLOWANCES: Final = "allowances"
_CACHED_HOSTS: Final = 4_096
_REFUSAL_SECONDS: Final = 0.02
"""The time between refusals of one address, so that a client that ignores them costs little."""
_NETWORK_BITS: Final = 64
"""The prefix of the IPv6 network that a household or a phone has to itself."""


class Throttle:
    """The limits of a server, applied to requests."""

    def __init__(self, quotas: Quotas, limits: RateLimits) -> None:
        self._quotas = quotas
        self._limits = limits
        self._slots = Slots()
        self._refusals = Slots(slots=1, min_rest=_REFUSAL_SECONDS)

    def slot(self) -> AbstractAsyncContextManager[Callable[[], None]]:
        """Return a slot for the current request, which is costly."""
        return self._slots.slot(clients.current())

    async def admit_address(self, scope: Scope, operation: Operation) -> None:
        """Count a request for its address, before it is authenticated. Raises RateLimited."""
        key = limit_key(scope)
        await self._take(scope, self._limits.address, key)
        if operation.rate_limit is not None:
            await self._take(scope, getattr(self._limits, operation.rate_limit), key)

    async def admit_command(self, scope: Scope, device_id: str) -> None:
        """Count a further command of a request like a request of its own. Raises RateLimited."""
        await self._take(scope, self._limits.address, limit_key(scope))
        await self.admit_device(scope, device_id)

    async def admit_device(self, scope: Scope, device_id: str) -> None:
        """Count a request for its device. Raises RateLimited."""
        await self._take(scope, self._limits.device, device_id)

    async def _take(self, scope: Scope, limit: RateLimit, key: str) -> None:
        try:
            allowance = await self._quotas.take(limit, key)
        except RateLimited as limited:
            metrics.count_rate_limited(limit.name)
            _note(scope, limited.allowance)
            async with self._refusals.slot(Client(limit_key(scope))):
                raise
        _note(scope, allowance)


def limit_key(scope: Scope) -> str:
    """Return the address that a request counts for: an IPv4 address, an IPv6 network or empty."""
    return limit_key_for_host((scope["client"] or ("", 0))[0])


@lru_cache(_CACHED_HOSTS)
def limit_key_for_host(host: str) -> str:
    """Return the address that requests of a host count for; empty if the host is no address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    # Anyone who has one IPv6 address has 2^64 of them.
    return str(ipaddress.ip_network((int(address), _NETWORK_BITS), strict=False))


def wider_network(key: str, bits: int) -> str | None:
    """Return the IPv6 network of a shorter prefix around a limit key; None for IPv4."""
    if ":" not in key:
        return None
    return str(ipaddress.IPv6Network(key).supernet(new_prefix=bits))


def with_limits(app: ASGIApp) -> ASGIApp:
    """Return an app that notes the address of each request and counts limited operations.

    Costly requests run in slots; a stream has one until it begins. Such a request is given up if
    its client disconnects after its body and before the response begins.
    """

    async def limit(scope: Scope, receive: Receive, send: Send) -> None:
        clients.set_address(limit_key(scope))
        operation = operation_for(scope)
        if operation is None or not (operation.is_limited or operation.takes_slot):
            await app(scope, receive, send)
            return
        services = scope["litestar_app"].state.services
        throttle: Throttle = services.throttle
        if operation.is_limited:
            await throttle.admit_address(scope, operation)
        if not operation.takes_slot:
            await app(scope, receive, send)
            return
        if not operation.is_public:
            await services.callers.note(Request(scope))

        async with (
            timeouts.cancel_on_disconnect(receive, has_body=operation.method != "GET") as listener,
            throttle.slot() as end,
        ):

            async def begin(message: Message) -> None:
                if message["type"] == "http.response.start":
                    listener.begin()
                    if operation.is_endless:
                        end()
                await send(message)

            await app(scope, listener.receive, begin)

    return limit


def headers(scope: HTTPScope) -> list[tuple[bytes, bytes]]:
    """Return the response headers about the limits that a request was counted for."""
    allowances: Iterable[Allowance] = scope["state"].get(_ALLOWANCES, {}).values()
    if not allowances:
        return []
    policies = ", ".join([_policy(allowance.limit) for allowance in allowances])
    remaining = ", ".join(
        [
            f'"{allowance.limit.name}";r={allowance.remaining};t={allowance.seconds}'
            for allowance in allowances
        ]
    )
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", remaining.encode())]


@cache
def _policy(limit: RateLimit) -> str:
    # The IETF draft of RateLimit: quota q in window w, of which r remain for the next t seconds.
    return f'"{limit.name}";q={limit.quota};w={limit.seconds}'


def _note(scope: Scope, allowance: Allowance) -> None:
    scope["state"].setdefault(_ALLOWANCES, {})[allowance.limit.name] = allowance
