"""The server as people run it: a process of its own, on a free port."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.settings import ROOT

PATIENCE = 30.0


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(port: int, state: Path, **environment: str) -> "subprocess.Popen[str]":
    """Start the server as `make run` does."""
    return subprocess.Popen(
        [sys.executable, "-m", "api"],
        cwd=ROOT,
        env=os.environ | {"PORT": str(port), "PITCHKEEPER_STATE": str(state)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_ready(process: "subprocess.Popen[str]", port: int) -> str:
    """The address of a server once it says that it is ready, and where its reference is."""
    assert process.stdout is not None
    ready, reference = process.stdout.readline(), process.stdout.readline()
    address = f"http://127.0.0.1:{port}"
    assert ready.split() == ["Pitchkeeper", "is", "ready", "at", address], process.communicate()
    assert reference.split() == ["API", "reference:", f"{address}/docs"]
    return address


def stop(process: "subprocess.Popen[str]", how: int = signal.SIGINT) -> tuple[int, str, str]:
    """End a server: its exit status, and what it said on both streams."""
    process.send_signal(how)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@contextmanager
def serving(state: Path, **environment: str) -> Iterator[str]:
    """The address of a server that runs for as long as this lasts."""
    port = free_port()
    process = start(port, state, **environment)
    try:
        yield wait_until_ready(process, port)
    finally:
        stop(process)
