"""Servers to measure: ours in a temporary folder, and others under the same clients."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from bench.counters import Processes
from tests.support import servers


class Server(Struct, frozen=True):
    """A server that runs on 127.0.0.1."""

    port: int
    processes: Processes
    socket: str = ""
    """The folder of the socket of its own PostgreSQL."""

    @property
    def url(self) -> str:
        """The address of its own PostgreSQL."""
        return f"postgresql://postgres@/postgres?host={self.socket}"


@contextmanager
def ours(**environment: str) -> Iterator[Server]:
    """Run our server with a PostgreSQL of its own until the block is left."""
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder).resolve() / "state", servers.free_port()
        process = servers.start(port, state, **environment)
        try:
            servers.wait_until_ready(process, port)
            postgres = state / "postgres"
            lines = (postgres / "data" / "postmaster.pid").read_text()
            processes = Processes(process.pid, int(lines.split()[0]))
            yield Server(port, processes, str(postgres / "socket"))
        finally:
            servers.stop(process)


@contextmanager
def another(*arguments: str, postmaster: int | None = None, **environment: str) -> Iterator[Server]:
    """Run a module of Python that serves at a free port until the block is left."""
    port = servers.free_port()
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", *arguments, "--port", str(port)], env=os.environ | environment
    )
    try:
        servers.wait_until_open(port)
        yield Server(port, Processes(process.pid, postmaster))
    finally:
        process.terminate()
        process.wait()
