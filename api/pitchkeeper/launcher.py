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
"""Bytes that the server reads of headers before it hangs up without a word of ours."""
_PATIENCE_MS: Final = 10_000
"""How long a connection may take for the headers of its next request, begun or not."""
_BACKLOG: Final = 4096
"""Connections that may wait to be accepted; the system may allow fewer."""
_OTHER_FILES: Final = 512
"""Files of a worker that are no connections of clients."""


class AddressTaken(Exception):
    """Another program listens at the address."""


def run(chosen: Settings) -> None:
    """Serve with the settings, on the embedded database unless they name another."""
    logs.configure()
    _check_address(chosen)
    connections = _allowed_connections()
    with ExitStack() as stack:
        where = chosen.database or Database(stack.enter_context(cluster.tended(chosen.state)))
        asyncio.run(
            startup.prepare(where, settings.MIGRATIONS, seconds=chosen.database_wait, say=_tell)
        )
        os.environ |= {
            "DATABASE_URL": where.url,
            orphans.LAUNCHER: str(os.getpid()),
            settings.METRICS_FOLDER: stack.enter_context(
                tempfile.TemporaryDirectory(prefix="pitchkeeper-")
            ),
        }
        # Workers are forks of this process: what it has loaded they need not load each for itself.
        importlib.import_module(_APP.partition(":")[0])
        threading.Thread(target=_announce, args=(chosen,), daemon=True).start()
        Server(
            _APP,
            factory=True,
            interface=Interfaces.ASGI,
            address=chosen.host,
            port=chosen.port,
            workers=chosen.workers,
            loop=Loops.uvloop,
            # Whoever may still choose HTTP/2 may say nothing for as long as they like.
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=_PATIENCE_MS, max_buffer_size=_BUFFER),
            backlog=_BACKLOG,
            backpressure=connections,
            log_enabled=False,
            workers_kill_timeout=_DRAIN_SECONDS,
            respawn_failed_workers=True,
        ).serve()


def _check_address(chosen: Settings) -> None:
    """Refuse a taken address: the server itself would share it without a word."""
    try:
        found = socket.getaddrinfo(chosen.host, chosen.port, type=socket.SOCK_STREAM)
    except socket.gaierror as unknown:
        raise AddressTaken(f"HOST {chosen.host!r} is no address of this machine.") from unknown
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as probe:
        # Else the port would seem taken for a minute after each stop, while old connections die.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as taken:
            raise AddressTaken(
                f"{chosen.host}:{chosen.port} cannot be used ({taken.strerror}): "
                "stop the other program or set PORT."
            ) from taken


def _allowed_connections() -> int:
    """How many connections a worker may hold: as many as the system gives files for, if fewer."""
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


def _announce(chosen: Settings) -> None:
    """Print the address once a request is answered."""
    while True:
        try:
            with urllib.request.urlopen(f"{chosen.address}/health/ready", timeout=5):  # noqa: S310  # nosec B310
                break
        except OSError:
            time.sleep(0.02)
    print("\n".join(announcement(chosen, _own_address())), flush=True)


def announcement(chosen: Settings, own_address: str | None) -> list[str]:
    """What is printed once the server answers; phones are told where the network finds it."""
    ready = [f"Pitchkeeper is ready at {chosen.address}"]
    if chosen.is_for_the_network and own_address:
        ready.append(f"On this network:        http://{own_address}:{chosen.port}")
    return [*ready, f"API reference:          {chosen.address}{reference.PATH}"]


def _own_address() -> str | None:
    """The address by which others on the network see this machine, if it is on one.

    Connecting a socket of datagrams sends nothing: it only asks the system which way it would go.
    The address asked about is one of those that are kept free for documents.
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
