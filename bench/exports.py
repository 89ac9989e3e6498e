"""How fast histories leave and come in: `python -m bench.exports [matches]`.

Starts a server with one worker in a temporary folder; everything stays on 127.0.0.1. A few matches
of ten hands are entered, and copied in SQL until there are as many as a device may have; then they
are taken away, and other devices bring what fits into a request. The baselines are what the server
held before it was asked, and what an app that does nothing takes for an answer.
"""

import asyncio
import re
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec

from bench import baselines, clients, counters, load, seeding
from bench.counters import Processes, Spent
from bench.phones import Phone
from tests.support import servers

MOST: Final = 5_000
_PART: Final = 1024 * 1024
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def tree(pid: int) -> list[int]:
    """A process and all that came of it, but for the database's."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    name = Path(f"/proc/{pid}/comm").read_text().strip()
    own = [] if name == "postgres" else [pid]
    return own + [each for child in children for each in tree(int(child))]


def peak(pid: int) -> float:
    """The most megabytes that any process of a server has held."""
    held = (_PEAK.search(Path(f"/proc/{each}/status").read_text()) for each in tree(pid))
    return max(int(found[1]) / 1024 for found in held if found)


class Export(msgspec.Struct):
    """What came of an export."""

    size: int = 0
    matches: int = 0
    first: float = 0
    """Seconds until the first match was there."""
    seconds: float = 0
    sample: bytes = b""
    """As much of it as may be brought at once."""


def streamed(port: int, token: str, written: str) -> Export:
    """Take all matches away."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    began, export, lines = time.perf_counter(), Export(), []
    path = f"/v1/matches/export.{written}"
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    for line in connection.getresponse():
        export.size += len(line)
        if line.startswith((b"[Pitch", b'{"ruleset"')):
            export.matches += 1
            export.first = export.first or time.perf_counter() - began
            if export.size < _PART:
                lines.append(line.strip(b",\n"))
    export.seconds = time.perf_counter() - began
    export.sample = b'{"matches":[' + b",".join(lines) + b"]}"
    return export


def bring(port: int, body: bytes, key: str, phone: Phone) -> float:
    """Bring matches: the seconds that it takes."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    began = time.perf_counter()
    headers = {
        "Authorization": f"Bearer {phone.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    connection.request("POST", "/v1/imports", body, headers)
    items = msgspec.json.decode(connection.getresponse().read())["items"]
    assert all(each["problem"] is None for each in items), items[-1]
    return time.perf_counter() - began


class Report:
    """The table, line by line."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._before = processes.spent()
        print(
            f"{'':28}{'seconds':>9}{'API ms':>8}{'PG ms':>8}{'proof':>8}{'/s of CPU':>11}"
            f"{'MB held':>9}   each of a match"
        )

    def line(self, name: str, matches: int, seconds: float) -> None:
        """What the last work took."""
        spent: Spent = self._processes.spent().since(self._before, matches)
        print(
            f"{name:28}{seconds:9.2f}{spent.api:8.3f}{spent.postgres:8.3f}{spent.proving:8.3f}"
            f"{1000 / (spent.api + spent.postgres):11.0f}{peak(self._processes.launcher):9.0f}",
            flush=True,
        )
        self._before = self._processes.spent()


def main() -> None:
    """Print the table."""
    matches = min(int(sys.argv[1]), MOST) if len(sys.argv) > 1 else MOST
    probe = tuple((clients.request("GET", "/", ""),) for _ in range(load.CONNECTIONS))
    with baselines.bare() as (port, processes):
        _, spent = load.run(port, processes, probe, rounds=load.ROUNDS * 4)
    print(f"A bare answer of granian costs {spent.api:.3f} ms of processor time.\n")
    with tempfile.TemporaryDirectory() as folder:
        port, state = servers.free_port(), Path(folder) / "state"
        process = servers.start(port, state, WORKERS="1")
        try:
            servers.wait_until_ready(process, port)
            measure(port, state, counters.of_server(process.pid, state), matches)
        finally:
            servers.stop(process)


def measure(port: int, state: Path, processes: Processes, matches: int) -> None:
    """Take everything away and bring some of it, as JSON, and then again."""
    url = f"postgresql://postgres@/postgres?host={state}/postgres/socket"
    scorer, phone, other = Phone(port), Phone(port), Phone(port)
    templates, _ = seeding.play(scorer)
    for each in (scorer, phone, other):
        each.hang_up()
    asyncio.run(seeding.seed(url, templates, matches, {phone.device_id: 1}))
    asyncio.run(seeding.settle(url))
    print(f"{matches} matches; {peak(processes.launcher):.0f} MB before")
    report, sample = Report(processes), b""
    for written in ("json", "txt"):
        export = streamed(port, phone.token, written)
        assert export.matches == matches
        report.line(f"all as {written}, {export.size / 2**20:.1f} MB", matches, export.seconds)
        print(f"{'  the first of them':28}{export.first:9.2f}")
        sample = sample or export.sample
    many, key = sample.count(b'{"ruleset"'), str(uuid4())
    for name in (f"{many} are brought", "  and again", "  and again, with another key"):
        key = str(uuid4()) if "another" in name else key
        report.line(name, many, bring(port, sample, key, other))


if __name__ == "__main__":
    main()
