"""The launcher: database, migrations, then the app in its workers, until Ctrl-C."""

import asyncio
import importlib
import ipaddress
import os
import resource
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack
from typing import Final

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.server import Server

from pitchkeeper import logs, settings
from pitchkeeper.addresses import Database
from pitchkeeper.database import cluster, startup
from pitchkeeper.rest.reference import routes as reference
from pitchkeeper.settings import Settings
from pitchkeeper.workers import orphans

_APP: Final = "pitchkeeper.app:create"
_DRAIN_SECONDS: Final = 5
_BUFFER: Final = 128 * 1024
"""Bytes of headers that the server reads before it closes the connection by itself."""
_PATIENCE_MS: Final = 10_000
"""The time that a connection may take for the headers of its next request, begun or not."""
_BACKLOG: Final = 4096
"""Connections that may wait to be accepted; the system may allow fewer."""
_OTHER_FILES: Final = 512
"""Open files of a worker besides the connections of clients."""


class AddressTaken(Exception):
    """Another program listens at the address."""


def run(config: Settings) -> None:
    """Serve with some settings, on the embedded database unless they name another."""
    logs.configure()
    _check_address(config)
    connections = _allowed_connections()
    with ExitStack() as stack:
        where = config.database or Database(
            stack.enter_context(cluster.run_supervised(config.state))
        )
        asyncio.run(
            startup.prepare(where, settings.MIGRATIONS, seconds=config.database_wait, say=_tell)
        )
        os.environ |= {
            "DATABASE_URL": where.url,
            orphans.LAUNCHER: str(os.getpid()),
            settings.METRICS_FOLDER: stack.enter_context(
                tempfile.TemporaryDirectory(prefix="pitchkeeper-")
            ),
        }
        # Workers are forks of this process, so they share the modules that it has loaded.
        importlib.import_module(_APP.partition(":")[0])
        threading.Thread(target=_announce, args=(config,), daemon=True).start()
        Server(
            _APP,
            factory=True,
            interface=Interfaces.ASGI,
            address=config.host,
            port=config.port,
            workers=config.workers,
            loop=Loops.uvloop,
            # HTTP/1 only: while a client may still choose HTTP/2, granian applies no read timeout.
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=_PATIENCE_MS, max_buffer_size=_BUFFER),
            backlog=_BACKLOG,
            backpressure=connections,
            log_enabled=False,
            workers_kill_timeout=_DRAIN_SECONDS,
            respawn_failed_workers=True,
        ).serve()


def _check_address(config: Settings) -> None:
    """Raise AddressTaken if the address is in use; the server would silently share it."""
    try:
        candidates = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)
    except socket.gaierror as unknown:
        raise AddressTaken(f"HOST {config.host!r} is no address of this machine.") from unknown
    family, kind, protocol, _, address = candidates[0]
    with socket.socket(family, kind, protocol) as probe:
        # Otherwise the port seems taken for a minute after each stop, until old connections end.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as taken:
            raise AddressTaken(
                f"{config.host}:{config.port} cannot be used ({taken.strerror}): "
                "stop the other program or set PORT."
            ) from taken


def _allowed_connections() -> int:
    """Return the connections that a worker may hold, fewer if the system limits open files."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most == resource.RLIM_INFINITY or most >= settings.CONNECTIONS + _OTHER_FILES:
        return settings.CONNECTIONS
    allowed = max(most - _OTHER_FILES, most // 2)
    print(
        f"pitchkeeper: only {most} files may be open, so a worker takes {allowed} connections "
        f"instead of {settings.CONNECTIONS}; raise the limit (ulimit -n) for more.",
        file=sys.stderr,
    )
    return allowed


def _announce(config: Settings) -> None:
    """Print the address once a request is answered."""
    while True:
        try:
            with urllib.request.urlopen(f"{config.address}/health/ready", timeout=5):  # noqa: S310  # nosec B310
                break
        except OSError:
            time.sleep(0.02)
    print("\n".join(announcement(config, _own_address())), flush=True)


def announcement(config: Settings, own_address: str | None) -> list[str]:
    """Return the lines printed once the server answers, with its address on the network."""
    ready = [f"Pitchkeeper is ready at {config.address}"]
    if config.is_for_the_network and own_address:
        ready.append(f"On this network:        http://{own_address}:{config.port}")
    return [*ready, f"API reference:          {config.address}{reference.PATH}"]


def _own_address() -> str | None:
    """Return the address of this machine on its network, if it is on one.

    Connecting a datagram socket sends nothing: the system only chooses a route. The address is one
    of those reserved for documentation.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(address).is_loopback else address


def _tell(sentence: str) -> None:
    print(f"pitchkeeper: {sentence}", file=sys.stderr, flush=True)
