"""Time exports and imports of matches: `python -m bench.exports [matches]`.

Starts a server with one worker in a temporary folder; everything stays on 127.0.0.1. A few matches
of ten hands are entered, and copied in SQL until there are as many as a device may have; then they
are taken away, and other devices bring what fits into a request. The baselines are what the server
held before it was asked, and what an app that does nothing takes for an answer.
"""

import asyncio
import re
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec

from bench import load, seeding, servers
from bench.counters import Processes, Spent
from bench.phones import Phone
from bench.servers import Server
from tests.support.servers import family

MOST: Final = 5_000
_PART: Final = 1024 * 1024
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def peak(processes: Processes) -> float:
    """Return the peak memory of the largest process of a server in megabytes."""
    statuses = (
        Path(f"/proc/{process}/status").read_text() for process in family(processes.launcher)
    )
    return max(int(size[1]) / 1024 for size in map(_PEAK.search, statuses) if size)


class Export(msgspec.Struct):
    """The result of an export."""

    size: int = 0
    matches: int = 0
    first: float = 0
    """The seconds until the first match arrived."""
    seconds: float = 0
    sample: bytes = b""
    """The part of it that one import may have."""


def export_matches(port: int, token: str, extension: str) -> Export:
    """Export all matches."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    began, export, lines = time.perf_counter(), Export(), []
    path = f"/v1/matches/export.{extension}"
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
    """Import matches and return the seconds that it took."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    began = time.perf_counter()
    headers = {
        "Authorization": f"Bearer {phone.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    connection.request("POST", "/v1/imports", body, headers)
    items = msgspec.json.decode(connection.getresponse().read())["items"]
    assert all(item["problem"] is None for item in items), items[-1]
    return time.perf_counter() - began


class Report:
    """A table that is printed row by row."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._before = processes.spent()
        print(
            f"{'':28}{'seconds':>9}{'API ms':>8}{'PG ms':>8}{'proof':>8}{'/s of CPU':>11}"
            f"{'MB held':>9}   each of a match"
        )

    def line(self, name: str, matches: int, seconds: float) -> None:
        """Return the cost of the last work."""
        spent: Spent = self._processes.spent().since(self._before, matches)
        print(
            f"{name:28}{seconds:9.2f}{spent.api:8.3f}{spent.postgres:8.3f}{spent.proving:8.3f}"
            f"{1000 / (spent.api + spent.postgres):11.0f}{peak(self._processes):9.0f}",
            flush=True,
        )
        self._before = self._processes.spent()


def main() -> None:
    """Print the table."""
    matches = min(int(sys.argv[1]), MOST) if len(sys.argv) > 1 else MOST
    load.bare_cost()
    with servers.ours(WORKERS="1") as server:
        measure(server, matches)


def measure(server: Server, matches: int) -> None:
    """Export everything and import a part, as JSON and in the notation."""
    port, url = server.port, server.url
    scorer, phone, recipient = Phone(port), Phone(port), Phone(port)
    templates, _ = seeding.play(scorer)
    for guest in (scorer, phone, recipient):
        guest.hang_up()
    asyncio.run(seeding.seed(url, templates, matches, {phone.device_id: 1}))
    asyncio.run(seeding.settle(url))
    print(f"{matches} matches; {peak(server.processes):.0f} MB before")
    report, sample = Report(server.processes), b""
    for extension in ("json", "txt"):
        export = export_matches(port, phone.token, extension)
        assert export.matches == matches
        report.line(f"all as {extension}, {export.size / 2**20:.1f} MB", matches, export.seconds)
        print(f"{'  the first of them':28}{export.first:9.2f}")
        sample = sample or export.sample
    many, key = sample.count(b'{"ruleset"'), str(uuid4())
    for name in (f"{many} are brought", "  and again", "  and again, with another key"):
        key = str(uuid4()) if "another" in name else key
        report.line(name, many, bring(port, sample, key, recipient))


if __name__ == "__main__":
    main()
