"""What a request costs: rates, times and processor time of each process: `python -m bench.load`.

Starts a server with one worker in a temporary folder, and clients in a process of their own;
everything stays on 127.0.0.1. The baselines are the statements that each request needs, sent to
the same PostgreSQL without any server between, and an app that does nothing under the same
granian. Processor time is what the noise of a machine moves least.
"""

import asyncio
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

import msgspec

from bench import adjudication, baselines, clients, copies, counters
from bench.baselines import Rates
from bench.clients import Plan, Told
from bench.counters import Processes, Spent
from bench.phones import HAND, Phone
from tests.support import servers
from tests.support.oracles.truth import random_hand

CONNECTIONS: Final = 32
ROUNDS: Final = 60
SIZES: Final = (1, 8, 20, 40)
DISTINCT: Final = 5_000
NEW_HANDS: Final = 10
Lanes = tuple[tuple[bytes, ...], ...]


class Tables:
    """Matches of one size, and the phone that keeps them; each connection has its own of them."""

    def __init__(self, phone: Phone, match_ids: Sequence[UUID]) -> None:
        self._phone = phone
        self._paths = [f"/v1/matches/{match_id}" for match_id in match_ids]

    def reads(self) -> Lanes:
        """Look at the sheets."""
        return self._lanes(lambda path: [self._ask("GET", path)])

    def polls(self) -> Lanes:
        """Look at them having what there is."""
        self._phone.hang_up()
        versions = {path: self._phone.ask("GET", path)["version"] for path in self._paths}
        return self._lanes(
            lambda path: [self._ask("GET", path, None, f'If-None-Match: "{versions[path]}"')]
        )

    def corrections(self, number: int, bids: tuple[str, ...] = ("three", "four")) -> Lanes:
        """Change the bid of one hand, to and fro."""
        return self._lanes(
            lambda path: [
                self._write(path, number, HAND | {"calls": [bid, "pass", "pass", "pass"]})
                for bid in bids
            ]
        )

    def entries(self, number: int, records: Iterator[object]) -> Lanes:
        """Change one hand to others, of which none was seen before."""
        return self._lanes(
            lambda path: [self._write(path, number, next(records)) for _ in range(NEW_HANDS)]
        )

    def _write(self, path: str, number: int, hand: object) -> bytes:
        return self._ask("PUT", f"{path}/hands/{number}", hand, "If-Match: *")

    def _ask(self, method: str, path: str, body: object = None, *further: str) -> bytes:
        return clients.request(method, path, self._phone.token, body, *further)

    def _lanes(self, asked: Callable[[str], list[bytes]]) -> Lanes:
        paths = [self._paths[lane::CONNECTIONS] for lane in range(CONNECTIONS)]
        return tuple(tuple(each for path in lane for each in asked(path)) for lane in paths)


def never_seen() -> Iterator[object]:
    """Whole hands with all their cards, each another."""
    chance = random.Random(7)
    while True:
        hand = random_hand(chance, adjudication.PARTNERS)
        yield msgspec.to_builtins(hand.whole()) | {"dealer": hand.deal.dealer}


def run(
    port: int, processes: Processes, lanes: Lanes, *, warm: bool = True, rounds: int = 0
) -> tuple[Told, Spent]:
    """Ask, once before it is measured so that everything is at hand, and what that cost."""
    rounds = rounds or max(ROUNDS, *map(len, lanes))
    if warm:
        clients.load(Plan(port, lanes, rounds))
    before = processes.spent()
    told = clients.load(Plan(port, lanes, rounds))
    return told, processes.spent().since(before, len(told.milliseconds))


class Report:
    """The table, line by line; of each line the best of the runs by processor time."""

    def __init__(self, port: int, processes: Processes, bare: float) -> None:
        self._port = port
        self._processes = processes
        self._bare = bare
        print(
            f"{'':34}{'/s':>7}{'p50 ms':>8}{'p99 ms':>8}{'API ms':>8}{'x bare':>7}"
            f"{'PG ms':>7}{'proof':>7}{'bytes':>8}{'/s of SQL':>11}"
        )

    def line(
        self, name: str, lanes: Lanes, *, warm: bool = True, rounds: int = 0, sql: float = 0
    ) -> None:
        """Measure and print one kind of work."""
        told, spent = run(self._port, self._processes, lanes, warm=warm, rounds=rounds)
        ratio = f"{told.rate / sql:11.2f}" if sql else ""
        print(
            f"{name:34}{told.rate:7.0f}{told.quantile(0.5):8.1f}{told.quantile(0.99):8.1f}"
            f"{spent.api:8.3f}{spent.api / self._bare:7.1f}{spent.postgres:7.3f}"
            f"{spent.proving:7.2f}{told.size:8.0f}{ratio}",
            flush=True,
        )


def main() -> None:
    """Start a server and print the table."""
    probe = tuple((clients.request("GET", "/", ""),) for _ in range(CONNECTIONS))
    with baselines.bare() as (port, processes):
        _, spent = run(port, processes, probe, rounds=ROUNDS * 4)
    print(f"A bare answer of granian costs {spent.api:.3f} ms of processor time.\n")
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder) / "state", servers.free_port()
        process = servers.start(port, state, WORKERS="1")
        servers.wait_until_ready(process, port)
        try:
            measure(port, state, Report(port, counters.of_server(process.pid, state), spent.api))
        finally:
            servers.stop(process)


def measure(port: int, state: Path, report: Report) -> None:
    """Each kind of work, against its statements in the same minutes."""
    url = f"postgresql://postgres@/postgres?host={state.resolve()}/postgres/socket"
    phone = Phone(port)
    live = clients.request("GET", "/health/live", "")
    report.line("liveness", tuple((live,) for _ in range(CONNECTIONS)), rounds=ROUNDS * 2)
    for hands in SIZES:
        played = phone.play(hands)
        match_ids = asyncio.run(copies.copied(url, played, CONNECTIONS))
        rates: Rates = asyncio.run(baselines.statements(url, match_ids, phone.device_id))
        match_ids = asyncio.run(copies.copied(url, played, CONNECTIONS))
        tables = Tables(phone, match_ids)
        report.line(f"read {hands}", tables.reads(), sql=rates.reads)
        report.line(f"poll {hands}, unchanged", tables.polls(), sql=rates.reads)
        report.line(f"record the last of {hands}", tables.corrections(hands), sql=rates.writes)
        if hands > 1:
            report.line(f"correct the first of {hands}", tables.corrections(1), sql=rates.writes)
    played = phone.play(8)
    for name, asked in (
        (f"read 8, {DISTINCT} matches in turn", Tables.reads),
        (f"record 8, {DISTINCT} matches in turn", lambda tables: tables.corrections(8, ("three",))),
    ):
        match_ids = asyncio.run(copies.copied(url, played, DISTINCT))
        report.line(name, asked(Tables(phone, match_ids)), warm=False)
    match_ids = asyncio.run(copies.copied(url, played, CONNECTIONS))
    tables = Tables(phone, match_ids)
    report.line(
        "record hands never seen", tables.entries(8, never_seen()), warm=False, rounds=NEW_HANDS
    )


if __name__ == "__main__":
    main()
