"""Time a player's statistics in a database of a million hands: `python -m bench.statistics`.

Starts a server with one worker in a temporary folder, plays a few matches and copies their rows
under new ids, a hundred thousand or as many as are asked for; everything stays on 127.0.0.1. A page
is asked for again and again, from one connection and from 32, and in turn with a hand of one of the
player's matches. The baseline is what an app that does nothing takes for an answer.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench import baselines, clients, counters, load, seeding
from bench.counters import Processes
from bench.load import Lanes
from bench.phones import Phone
from tests.support import servers

MATCHES: Final = 100_000
SIZES: Final = (1_000, 5_000)
_ROUNDS: Final = 400


class Report:
    """A table that is printed row by row."""

    def __init__(self, port: int, processes: Processes) -> None:
        self._port = port
        self._processes = processes
        print(f"{'':50}{'p50 ms':>8}{'p99 ms':>8}{'API ms':>8}{'PG ms':>8}   each of a request")

    def line(self, name: str, lanes: Lanes) -> None:
        """Measure one kind of work and print its row."""
        rounds = max(1, _ROUNDS // len(lanes))
        result, spent = load.run(self._port, self._processes, lanes, rounds=rounds)
        assert not result.failed, result.failed[0]
        print(
            f"{name:50}{result.quantile(0.5):8.2f}{result.quantile(0.99):8.2f}"
            f"{spent.api:8.3f}{spent.postgres:8.3f}",
            flush=True,
        )


def measure(port: int, url: str, processes: Processes, matches: int) -> None:
    """Fill the database and request the pages."""
    scorer, *players = Phone(port), *(Phone(port) for _ in SIZES)
    templates, rules = seeding.play(scorer)
    for phone in (scorer, *players):
        phone.hang_up()
    before = time.perf_counter()
    every = {phone.device_id: matches // size for phone, size in zip(players, SIZES, strict=True)}
    asyncio.run(seeding.seed(url, templates, matches, every))
    asyncio.run(seeding.settle(url))
    seconds = time.perf_counter() - before
    print(f"{matches} matches of {seeding.HANDS} hands, seeded in {seconds:.0f} s")
    report = Report(port, processes)
    for size, phone in zip(SIZES, players, strict=True):
        page = f"/v1/players/{phone.device_id}/statistics"
        requests = {
            f"page of a player of {size} matches": page,
            "  of some time, and all are": f"{page}?since=2000-01-01&until=2100-01-01",
            "  of some rules, and all are": f"{page}?ruleset={rules}",
        }
        for name, path in requests.items():
            sent = clients.request("GET", path, phone.token)
            report.line(name, ((sent,),))
            report.line(f"{name}, 32 at once", ((sent,),) * load.CONNECTIONS)
        report.line("  in turn with a hand of its last match", _changing(phone, page))


def _changing(phone: Phone, page: str) -> Lanes:
    """Return corrections of a hand, back and forth, each with the page after it."""
    last = phone.ask("GET", "/v1/matches?limit=1")["items"][0]["matchId"]
    path, sent = f"/v1/matches/{last}/hands/1", clients.request("GET", page, phone.token)
    hands = [
        {"contract": {"pitcher": 1, "bid": bid}, "claims": {"taken": [1, 3]}}
        for bid in ("two", "three")
    ]
    writes = [clients.request("PUT", path, phone.token, hand, "If-Match: *") for hand in hands]
    return (tuple(request for write in writes for request in (write, sent)),)


def main() -> None:
    """Print the table."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    probe: Lanes = ((clients.request("GET", "/", ""),),) * load.CONNECTIONS
    with baselines.bare() as (port, processes):
        _, spent = load.run(port, processes, probe, rounds=load.ROUNDS * 4)
    print(f"A bare answer of granian costs {spent.api:.3f} ms of processor time.\n")
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder) / "state", servers.free_port()
        process = servers.start(port, state, WORKERS="1")
        try:
            servers.wait_until_ready(process, port)
            url = f"postgresql://postgres@/postgres?host={state.resolve()}/postgres/socket"
            measure(port, url, counters.of_server(process.pid, state), matches)
        finally:
            servers.stop(process)


if __name__ == "__main__":
    main()
