"""The server as people run it: a process of its own, on a free port."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from pitchkeeper.settings import ROOT

PATIENCE = 60.0
COMMAND = [sys.executable, "-m", "pitchkeeper"]
_PATIENT = """
from pitchkeeper import __main__, launcher
launcher._APP = "tests.support.patient_app:create"
__main__.main()
"""
PATIENT = [sys.executable, "-c", _PATIENT]
"""The command of a server that waits for a proof or a ruling however busy the machine is."""
LAVISH = "device=1000000/60,address=1000000/60,sign-ins=1000000/60,rulings=1000000/60"
_said: dict[int, list[str]] = {}
_at: dict[str, int] = {}
_listeners: dict[int, threading.Thread] = {}


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(
    port: int, state: Path, *, command: Sequence[str] = (), **environment: str
) -> "subprocess.Popen[str]":
    """Start the server, as `make run` does unless another command is given."""
    return subprocess.Popen(
        command or COMMAND,
        cwd=ROOT,
        env=os.environ
        | {"PORT": str(port), "PITCHKEEPER_STATE": str(state), "RATE_LIMITS": LAVISH}
        | environment,
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
    # A server that nobody listens to stands still once the pipe is full.
    listener = threading.Thread(
        target=_listen, args=(process.stdout, written_lines(process)), daemon=True
    )
    _listeners[process.pid] = listener
    _at[address] = process.pid
    listener.start()
    return address


def wait_until_open(port: int) -> None:
    """Wait until somebody listens to a port."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise TimeoutError(f"Nobody listens to {port}.")


def written_lines(process: "subprocess.Popen[str]") -> list[str]:
    """Return the lines that a server has written since it was ready."""
    return _said.setdefault(process.pid, [])


def said_at(address: str) -> list[str]:
    """Return the lines that the server at an address has written since it was ready."""
    return _said[_at[address]]


def stop(process: "subprocess.Popen[str]", how: int = signal.SIGINT) -> tuple[int, str, str]:
    """End a server: its exit status, and what it said on both streams."""
    process.send_signal(how)
    process.wait(timeout=PATIENCE)
    if process.pid in _listeners:
        _listeners.pop(process.pid).join(PATIENCE)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, "".join(_said.pop(process.pid, [])), err


def family(process_id: int) -> list[int]:
    """A process and all that it started, the eldest first."""
    process_ids = [process_id]
    for parent in process_ids:
        with suppress(OSError):
            tasks = Path(f"/proc/{parent}/task").iterdir()
            process_ids += [
                int(child_id)
                for task in tasks
                for child_id in (task / "children").read_text().split()
            ]
    return process_ids


@contextmanager
def serving(state: Path, *, command: Sequence[str] = (), **environment: str) -> Iterator[str]:
    """The address of a server that runs for as long as this lasts."""
    port = free_port()
    process = start(port, state, command=command, **environment)
    try:
        yield wait_until_ready(process, port)
    finally:
        stop(process)


def _listen(stream: IO[str], said: list[str]) -> None:
    for line in stream:
        said.append(line)  # noqa: PERF402
