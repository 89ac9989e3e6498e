"""Compare our server with a plain one that does the same: `python -m bench.versus`.

The plain server (`bench.plain`) is FastAPI and SQLAlchemy with a naive score, under uvicorn. Each
has one worker, both use the same embedded PostgreSQL in a temporary folder, and the same clients
ask them in short turns; everything stays on 127.0.0.1. Ours is sent the cards of a hand and answers
with its proven verdict, the plain one is sent points. `aim` is how many times as often a second
ours is to answer. `ms` is the processor time that a request takes of a server, and `PG ms` of
PostgreSQL; the last column is that of ours divided by that of a liveness answer. Each turn gives
one ratio of rates, of which the median is shown; of processor time it is the least of the turns.
Rates need a machine that has nothing else to do: on a busy one they scatter widely, and the ratio
of `ms` tells more.
"""

import asyncio
import statistics
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import httpx
from msgspec import Struct

from bench import clients, copies, load, servers
from bench.counters import Spent
from bench.load import CONNECTIONS, Lanes, Tables
from bench.phones import Phone
from bench.servers import Server
from tests.support import databases

ROUNDS: Final = 9
REQUESTS: Final = 10
"""The number of requests that each connection sends in a turn."""
SIZES: Final = (8, 20)
AIMS: Final = {"read": 6.0, "record": 4.0}
BIDS: Final = (3, 4)
HAND: Final = {"bidder": 0, "bid": 4, "us": 3, "them": 1}
HEADER: Final = (
    f"{'':12}{'ours':>8}{'plain':>8}{'ratio':>8}{'range':>12}{'aim':>6}{'ours':>10}{'plain':>8}"
    f"{'ratio':>8}{'ours':>10}{'plain':>8}{'ours in':>11}\n"
    f"{'':12}{'/s':>8}{'/s':>8}{'':26}{'ms':>10}{'ms':>8}{'':8}{'PG ms':>10}{'PG ms':>8}"
    f"{'liveness':>11}"
)


class Turn(Struct, frozen=True):
    """The result of one server in one turn."""

    rate: float
    """Requests a second."""
    spent: Spent
    """Processor time of a request."""


class Turns(Struct, frozen=True):
    """The results of one server for one kind of work."""

    turns: Sequence[Turn]

    @property
    def rate(self) -> float:
        """Requests a second, the median."""
        return statistics.median(turn.rate for turn in self.turns)

    @property
    def cost(self) -> float:
        """Processor time of the server for a request, the least in milliseconds."""
        return min(turn.spent.api + turn.spent.proving for turn in self.turns)

    @property
    def postgres(self) -> float:
        """Processor time of PostgreSQL for a request, the least in milliseconds."""
        return min(turn.spent.postgres for turn in self.turns)

    def ratios(self, other: "Turns") -> list[float]:
        """Return how many times as often a second this server answered, turn by turn."""
        pairs = zip(self.turns, other.turns, strict=True)
        return [mine.rate / theirs.rate for mine, theirs in pairs]


class Comparison(Struct, frozen=True):
    """Both servers with the same work, and ours with liveness requests."""

    ours: Turns
    plain: Turns
    liveness: Turns

    def line(self, name: str, aim: float) -> str:
        """Return a line of the table."""
        ours, plain = self.ours, self.plain
        ratios = ours.ratios(plain)
        return (
            f"{name:12}{ours.rate:8.0f}{plain.rate:8.0f}{statistics.median(ratios):8.2f}"
            f"{f'{min(ratios):.1f} to {max(ratios):.1f}':>12}{aim:6.1f}"
            f"{ours.cost:10.2f}{plain.cost:8.2f}{plain.cost / ours.cost:8.2f}"
            f"{ours.postgres:10.2f}{plain.postgres:8.2f}{ours.cost / self.liveness.cost:11.1f}"
        )


class PlainTables:
    """Matches on the plain server; each connection has its own."""

    def __init__(self, port: int, hands: int) -> None:
        self._hands = hands
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            self._token = client.post("/devices").raise_for_status().json()["token"]
            client.headers["Authorization"] = f"Bearer {self._token}"
            self._paths = [_play(client, hands) for _ in range(CONNECTIONS)]

    def reads(self) -> Lanes:
        """Return reads of the sheets."""
        return tuple((clients.request("GET", path, self._token),) for path in self._paths)

    def corrections(self) -> Lanes:
        """Return changes of the bid of the last hand, to and fro."""
        return tuple(
            tuple(
                clients.request(
                    "PUT", f"{path}/hands/{self._hands}", self._token, HAND | {"bid": bid}
                )
                for bid in BIDS
            )
            for path in self._paths
        )


def _play(client: httpx.Client, hands: int) -> str:
    answer = client.post("/matches", json={"us": "Ann and Cid", "them": "Bob and Dee"})
    path = f"/matches/{answer.raise_for_status().json()['id']}"
    for number in range(1, hands + 1):
        client.put(f"{path}/hands/{number}", json=HAND).raise_for_status()
    return path


def take_turn(server: Server, lanes: Lanes) -> Turn:
    """Send requests, and return how fast they were answered and at what cost."""
    result, spent = load.run(server, lanes, warm=False, rounds=REQUESTS)
    return Turn(result.rate, spent)


def compare(ours: Server, plain: Server, our_lanes: Lanes, plain_lanes: Lanes) -> Comparison:
    """Run both servers in turns, after a warm-up turn."""
    work = ((ours, our_lanes), (plain, plain_lanes), (ours, load.same("/health/live")))
    turns = [[take_turn(*each) for each in work] for _ in range(ROUNDS + 1)]
    return Comparison(*map(Turns, zip(*turns[1:], strict=True)))


def measure(ours: Server, plain: Server) -> None:
    """Print the table."""
    print(HEADER)
    phone = Phone(ours.port)
    for hands in SIZES:
        match_ids: Sequence[UUID] = asyncio.run(
            copies.copy_match(ours.url, phone.play(hands), CONNECTIONS)
        )
        our_tables, plain_tables = Tables(phone, match_ids), PlainTables(plain.port, hands)
        for name, our_lanes, plain_lanes in (
            ("read", our_tables.reads(), plain_tables.reads()),
            ("record", our_tables.corrections(hands), plain_tables.corrections()),
        ):
            comparison = compare(ours, plain, our_lanes, plain_lanes)
            print(comparison.line(f"{name} {hands}", AIMS[name]), flush=True)


def main() -> None:
    """Start both servers and print the table."""
    fast = ("--loop", "uvloop", "--http", "httptools", "--log-level", "warning", "--no-access-log")
    with servers.ours(WORKERS="1") as ours:
        asyncio.run(databases.fetch(ours.url, "CREATE DATABASE plain"))
        with servers.another(
            *("uvicorn", "--factory", "bench.plain:create_app", *fast),
            postmaster=ours.processes.postmaster,
            DATABASE_URL=f"postgresql+asyncpg://postgres@/plain?host={ours.socket}",
        ) as plain:
            measure(ours, plain)


if __name__ == "__main__":
    main()
