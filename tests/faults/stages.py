"""Stages: servers and databases as people run them, to be killed by their process ids."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from pitchkeeper.settings import ROOT
from tests.support import servers
from tests.support.clusters import postmaster

PATIENCE = 240.0


@dataclass
class Stage:
    """One server, the folder of its database, and where it writes its log."""

    state: Path
    port: int
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        """Where phones call."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What the server has said."""
        return self.state.parent / f"server-{self.port}.log"

    def start(self) -> None:
        """Start the server, without waiting for it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                servers.COMMAND,
                cwd=ROOT,
                env=os.environ | self.environment,
                stdout=log,
                stderr=log,
            )

    def wait_until_ready(self) -> None:
        """Wait until the server can write, or fail with what it said."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/health/ready", timeout=5).is_success:
                    return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text()[-3000:])

    def kill(self, *, with_workers: bool) -> None:
        """Kill the server, by itself or with all that it started."""
        assert self.process is not None
        _kill(self.process.pid, with_children=with_workers)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Stop the server in good order."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)


@contextmanager
def serve(state: Path, **environment: str) -> Iterator[Stage]:
    """A server that is ready, until the block is left."""
    port = servers.free_port()
    usual = {"PORT": str(port), "PITCHKEEPER_STATE": str(state), "RATE_LIMITS": servers.LAVISH}
    stage = Stage(state, port, usual | environment)
    stage.start()
    try:
        stage.wait_until_ready()
        yield stage
    finally:
        stage.stop()


def kill_database(state: Path, *, with_children: bool) -> None:
    """Kill the database, by itself or with every process that serves a connection."""
    _kill(postmaster(state), with_children=with_children)


def _kill(process_id: int, *, with_children: bool) -> None:
    for each in servers.family(process_id) if with_children else [process_id]:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
