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

MAX_CONNECTIONS: Final = 512
"""The most connections of one address: a pub in which each phone has two."""
_CROWDED: Final = CONNECTIONS // 2
_SPARE: Final = 32
"""The most connections of one address on which nothing is asked while there are many in all."""
_SECONDS: Final = 0.5
_FILES: Final = Path("/dev/fd")
_logger = structlog.get_logger()

Peer = tuple[str, int]


class Sockets:
    """The connections of clients, of which the server itself only tells those that ask.

    They are found among the open files of the process. What an address holds beyond its share is
    shut: first those on which nothing is asked, then the youngest. Proxies speak for many and may
    hold any number.
    """

    def __init__(
        self, port: int, proxies: tuple[str, ...] = (), most: int = MAX_CONNECTIONS
    ) -> None:
        self._port = port
        self._proxies = tuple(map(ipaddress.ip_network, proxies))
        self._most = most
        self._asking: dict[Peer, None] = {}

    def watched(self, app: ASGIApp) -> ASGIApp:
        """Keep the shares while an app lives, and note who asks it for something."""

        async def watching(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                async with self._shared():
                    await app(scope, receive, send)
                return
            host, port = scope["client"] or ("", 0)
            peer = _plain(host), int(port)
            self._asking[peer] = None
            try:
                await app(scope, receive, send)
            finally:
                self._asking.pop(peer, None)

        return watching

    def shut_excess(self) -> int:
        """Shut what addresses hold beyond their shares; how many those were."""
        files = [int(file.name) for file in _FILES.iterdir()]
        # Nobody can hold more than a share where fewer files are open, so none is looked at.
        if len(files) <= self._most:
            return 0
        held: dict[str, dict[Peer, int]] = {}
        for file in files:
            peer = self._peer(file)
            if peer is not None and not self._is_proxy(peer[0]):
                held.setdefault(throttle.limit_key_for_host(peer[0]), {})[peer] = file
        is_crowded = sum(map(len, held.values())) > _CROWDED
        return sum(self._shut(peers, is_crowded=is_crowded) for peers in held.values())

    def _shut(self, peers: dict[Peer, int], *, is_crowded: bool) -> int:
        asking = [peer for peer in tuple(self._asking) if peer in peers]
        idle = [peer for peer in peers if peer not in self._asking]
        spare = max(0, self._most - len(asking))
        excess = asking[self._most :] + idle[min(spare, _SPARE) if is_crowded else spare :]
        for peer in excess:
            with _borrowed(peers[peer]) as connection:
                # The file may be another one by now.
                if connection is not None and _name(connection) == peer:
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
        return len(excess)

    def _peer(self, file: int) -> Peer | None:
        """Who is at the other end of a file, if it is a connection that came to our port."""
        with _borrowed(file) as connection:
            if connection is None or connection.family not in {socket.AF_INET, socket.AF_INET6}:
                return None
            with suppress(OSError):
                if connection.getsockname()[1] == self._port:
                    return _name(connection)
            return None

    def _is_proxy(self, host: str) -> bool:
        found = ipaddress.ip_address(host)
        return any(found in network for network in self._proxies)

    @asynccontextmanager
    async def _shared(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._share())
        try:
            yield
        finally:
            task.cancel()

    async def _share(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            shut = await asyncio.to_thread(self.shut_excess)
            if shut:
                _logger.warning("connections shut", connections=shut)


@contextmanager
def _borrowed(file: int) -> Iterator[socket.socket | None]:
    """A socket that may belong to anybody in this process, for a look; None if it is none."""
    try:
        # A socket of Python closes its file when it goes, so it is made of a copy; to shut the
        # connection down by a copy shuts it for the server too.
        copied = os.dup(file)
    except OSError:
        yield None
        return
    try:
        connection = socket.socket(fileno=copied)
    except OSError:
        os.close(copied)
        yield None
        return
    with connection:
        yield connection


def _name(connection: socket.socket) -> Peer:
    host, port = connection.getpeername()[:2]
    return _plain(str(host)), int(port)


def _plain(host: str) -> str:
    """An address without its interface, and one of IPv4 as such."""
    return host.partition("%")[0].removeprefix("::ffff:")
