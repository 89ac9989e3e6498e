"""Sockets: how many connections one address may hold open in a worker."""

import asyncio
import ipaddress
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from pitchkeeper.rest.limits import throttle
from pitchkeeper.settings import CONNECTIONS

_MAX_CONNECTIONS: Final = 512
"""The most connections of one address: a pub in which each phone has two."""
_CROWDED: Final = CONNECTIONS // 2
_MAX_IDLE: Final = 32
"""The most connections of one address without a request, while there are many in all."""
_SECONDS: Final = 0.5
_FILES: Final = Path("/dev/fd")
_logger = structlog.get_logger()

Peer = tuple[str, int]


class Sockets:
    """The connections of clients, found among the open files of the process.

    The server itself only knows those with a request. Connections beyond the share of an address
    are shut down: first those without a request, then the youngest. A proxy stands for many
    clients and may hold any number.
    """

    def __init__(self, port: int, proxies: tuple[str, ...]) -> None:
        self._port = port
        self._proxies = tuple(map(ipaddress.ip_network, proxies))
        self._active: dict[Peer, None] = {}

    def with_limits(self, app: ASGIApp) -> ASGIApp:
        """Return an app that notes the peer of each request, and enforces the shares."""

        async def note_peer(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                async with self._lifespan():
                    await app(scope, receive, send)
                return
            host, port = scope["client"] or ("", 0)
            peer = _plain_address(host), int(port)
            self._active[peer] = None
            try:
                await app(scope, receive, send)
            finally:
                self._active.pop(peer, None)

        return note_peer

    def shut_excess(self) -> int:
        """Shut down the connections beyond the shares of addresses; return their number."""
        files = [int(file.name) for file in _FILES.iterdir()]
        # With fewer open files no address can exceed its share, so none is looked at.
        if len(files) <= _MAX_CONNECTIONS:
            return 0
        by_address: dict[str, dict[Peer, int]] = {}
        for file in files:
            peer = self._peer(file)
            if peer is not None and not self._is_proxy(peer[0]):
                by_address.setdefault(throttle.limit_key_for_host(peer[0]), {})[peer] = file
        is_crowded = sum(map(len, by_address.values())) > _CROWDED
        return sum(self._shut(peers, is_crowded=is_crowded) for peers in by_address.values())

    def _shut(self, peers: dict[Peer, int], *, is_crowded: bool) -> int:
        active = [peer for peer in tuple(self._active) if peer in peers]
        idle = [peer for peer in peers if peer not in self._active]
        spare = max(0, _MAX_CONNECTIONS - len(active))
        max_idle = min(spare, _MAX_IDLE) if is_crowded else spare
        excess = active[_MAX_CONNECTIONS:] + idle[max_idle:]
        for peer in excess:
            with _borrowed_socket(peers[peer]) as connection:
                # The descriptor may belong to another file by now.
                if connection is not None and _peer_name(connection) == peer:
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
        return len(excess)

    def _peer(self, file: int) -> Peer | None:
        """Return the peer of a file if it is a connection to this server's port."""
        with _borrowed_socket(file) as connection:
            if connection is None or connection.family not in {socket.AF_INET, socket.AF_INET6}:
                return None
            with suppress(OSError):
                if connection.getsockname()[1] == self._port:
                    return _peer_name(connection)
            return None

    def _is_proxy(self, host: str) -> bool:
        address = ipaddress.ip_address(host)
        return any(address in network for network in self._proxies)

    @asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._enforce())
        try:
            yield
        finally:
            task.cancel()

    async def _enforce(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            count = await asyncio.to_thread(self.shut_excess)
            if count:
                _logger.warning("connections shut", connections=count)


@contextmanager
def _borrowed_socket(file: int) -> Iterator[socket.socket | None]:
    """Yield a socket on a copy of a descriptor; None if the descriptor is no socket.

    Python closes the descriptor of a socket that it deletes, hence the copy. A shutdown through
    the copy shuts the connection down for the server too.
    """
    try:
        copy = os.dup(file)
    except OSError:
        yield None
        return
    try:
        connection = socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        yield None
        return
    with connection:
        yield connection


def _peer_name(connection: socket.socket) -> Peer:
    host, port = connection.getpeername()[:2]
    return _plain_address(str(host)), int(port)


def _plain_address(host: str) -> str:
    """Return an address without its interface, and a mapped IPv4 address as IPv4."""
    return host.partition("%")[0].removeprefix("::ffff:")
