"""Measure the rate, time and processor time of requests: `python -m bench.load`.

Starts a server with one worker in a temporary folder, and clients in a process of their own;
everything stays on 127.0.0.1. The baselines are the statements that each request needs, sent to
the same PostgreSQL without any server between, and an app that does nothing under the same
granian. Processor time is what the noise of a machine moves least.
"""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from uuid import UUID

import msgspec

from bench import adjudication, baselines, clients, copies, servers
from bench.baselines import Rates
from bench.clients import Plan, Result
from bench.counters import Spent
from bench.phones import HAND, Phone
from bench.servers import Server
from tests.support.oracles.truth import random_hand

CONNECTIONS: Final = 32
ROUNDS: Final = 60
SIZES: Final = (1, 8, 20, 40)
DISTINCT: Final = 5_000
NEW_HANDS: Final = 10
Lanes = tuple[tuple[bytes, ...], ...]


class Tables:
    """Matches of one size with their phone; each connection has its own matches."""

    def __init__(self, phone: Phone, match_ids: Sequence[UUID]) -> None:
        self._phone = phone
        self._paths = [f"/v1/matches/{match_id}" for match_id in match_ids]

    def reads(self) -> Lanes:
        """Return reads of the sheets."""
        return self._lanes(lambda path: [self._ask("GET", path)])

    def polls(self) -> Lanes:
        """Return reads with the current ETag."""
        self._phone.hang_up()
        versions = {path: self._phone.ask("GET", path)["version"] for path in self._paths}
        return self._lanes(
            lambda path: [self._ask("GET", path, None, f'If-None-Match: "{versions[path]}"')]
        )

    def corrections(self, number: int, bids: tuple[str, ...] = ("three", "four")) -> Lanes:
        """Return changes of the bid of one hand, back and forth."""
        return self._lanes(
            lambda path: [
                self._write(path, number, HAND | {"calls": [bid, "pass", "pass", "pass"]})
                for bid in bids
            ]
        )

    def entries(self, number: int, records: Iterator[object]) -> Lanes:
        """Return changes of one hand to hands that no cache has seen."""
        return self._lanes(
            lambda path: [self._write(path, number, next(records)) for _ in range(NEW_HANDS)]
        )

    def _write(self, path: str, number: int, hand: object) -> bytes:
        return self._ask("PUT", f"{path}/hands/{number}", hand, "If-Match: *")

    def _ask(self, method: str, path: str, body: object = None, *further: str) -> bytes:
        return clients.request(method, path, self._phone.token, body, *further)

    def _lanes(self, requests: Callable[[str], list[bytes]]) -> Lanes:
        paths = [self._paths[lane::CONNECTIONS] for lane in range(CONNECTIONS)]
        return tuple(
            tuple(request for path in lane for request in requests(path)) for lane in paths
        )


def same(path: str, token: str = "") -> Lanes:
    """Return reads of the same thing over all connections."""
    return ((clients.request("GET", path, token),),) * CONNECTIONS


def new_hands() -> Iterator[object]:
    """Yield complete hands with all their cards, each different."""
    chance = random.Random(7)
    while True:
        hand = random_hand(chance, adjudication.PARTNERS)
        yield msgspec.to_builtins(hand.whole()) | {"dealer": hand.deal.dealer}


def run(
    server: Server, lanes: Lanes, *, warm: bool = True, rounds: int = 0
) -> tuple[Result, Spent]:
    """Send requests, once before as a warm-up, and return their times and cost."""
    plan = Plan(server.port, lanes, rounds or max(ROUNDS, *map(len, lanes)))
    if warm:
        clients.load(plan)
    before = server.processes.spent()
    result = clients.load(plan)
    return result, server.processes.spent().since(before, len(result.milliseconds))


def bare_cost() -> float:
    """Print and return the processor time of an answer of granian whose app does nothing."""
    options = ("--interface", "asgi", "--loop", "uvloop", "--no-ws", "--no-log")
    with servers.another("granian", *options, "bench.bare:app") as server:
        _, spent = run(server, same("/"), rounds=ROUNDS * 4)
    print(f"A bare answer of granian costs {spent.api:.3f} ms of processor time.\n")
    return spent.api


COSTS: Final = f"{'p50 ms':>8}{'p99 ms':>8}{'API ms':>8}{'PG ms':>8}"
"""The head of `costs`."""


def costs(result: Result, spent: Spent) -> str:
    """Return the times and cost of requests as columns of a table."""
    return (
        f"{result.quantile(0.5):8.2f}{result.quantile(0.99):8.2f}"
        f"{spent.api:8.3f}{spent.postgres:8.3f}"
    )


class Report:
    """A table that is printed row by row; a row is the best of several runs by processor time."""

    def __init__(self, server: Server, bare: float) -> None:
        self._server = server
        self._bare = bare
        print(
            f"{'':34}{'/s':>7}{'p50 ms':>8}{'p99 ms':>8}{'API ms':>8}{'x bare':>7}"
            f"{'PG ms':>7}{'proof':>7}{'bytes':>8}{'/s of SQL':>11}"
        )

    def line(
        self, name: str, lanes: Lanes, *, warm: bool = True, rounds: int = 0, sql: float = 0
    ) -> None:
        """Measure one kind of work and print its row."""
        result, spent = run(self._server, lanes, warm=warm, rounds=rounds)
        ratio = f"{result.rate / sql:11.2f}" if sql else ""
        print(
            f"{name:34}{result.rate:7.0f}{result.quantile(0.5):8.1f}{result.quantile(0.99):8.1f}"
            f"{spent.api:8.3f}{spent.api / self._bare:7.1f}{spent.postgres:7.3f}"
            f"{spent.proving:7.2f}{result.size:8.0f}{ratio}",
            flush=True,
        )


def main() -> None:
    """Start a server and print the table."""
    bare = bare_cost()
    with servers.ours(WORKERS="1") as server:
        measure(server.url, Phone(server.port), Report(server, bare))


def measure(url: str, phone: Phone, report: Report) -> None:
    """Measure each kind of work beside its bare statements."""
    report.line("liveness", same("/health/live"), rounds=ROUNDS * 2)
    for hands in SIZES:
        match_id = phone.play(hands)
        match_ids = asyncio.run(copies.copy_match(url, match_id, CONNECTIONS))
        rates: Rates = asyncio.run(baselines.statements(url, match_ids, phone.device_id))
        match_ids = asyncio.run(copies.copy_match(url, match_id, CONNECTIONS))
        tables = Tables(phone, match_ids)
        report.line(f"read {hands}", tables.reads(), sql=rates.reads)
        report.line(f"poll {hands}, unchanged", tables.polls(), sql=rates.reads)
        report.line(f"record the last of {hands}", tables.corrections(hands), sql=rates.writes)
        if hands > 1:
            report.line(f"correct the first of {hands}", tables.corrections(1), sql=rates.writes)
    match_id = phone.play(8)
    for name, requests in (
        (f"read 8, {DISTINCT} matches in turn", Tables.reads),
        (f"record 8, {DISTINCT} matches in turn", lambda tables: tables.corrections(8, ("three",))),
    ):
        match_ids = asyncio.run(copies.copy_match(url, match_id, DISTINCT))
        report.line(name, requests(Tables(phone, match_ids)), warm=False)
    match_ids = asyncio.run(copies.copy_match(url, match_id, CONNECTIONS))
    tables = Tables(phone, match_ids)
    report.line(
        "record hands never seen", tables.entries(8, new_hands()), warm=False, rounds=NEW_HANDS
    )


if __name__ == "__main__":
    main()
