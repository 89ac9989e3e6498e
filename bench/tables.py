"""Measure how many tables one machine can serve: `python -m bench.tables`.

Tables play at the pace of phones, with time scaled: four phones of each follow live, one of them
enters a hand that nobody has seen before, and all four then read the sheet. More tables sit down
until the 99th of a hundred hands takes a second, or something is refused. Starts a server with one
worker in a temporary folder; everything stays on 127.0.0.1. The machine also runs the clients, so
the tables that it carries are the least; what moves little is the processor time of a table's hour.
"""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from bench import clients, servers
from bench.counters import Processes, Spent
from bench.load import new_hands
from bench.phones import Phone
from bench.servers import Server

MINUTES: Final = 3
"""The seconds in which a table plays a hand."""
FASTER: Final = 60
"""The factor by which tables here play faster than people."""
PHONES: Final = 4
STEPS: Final = (5, 10, 20, 40, 80, 160)
"""The numbers of tables here; each stands for as many tables as it is faster."""
SECONDS: Final = 12.0
"""The seconds for which each number of tables is measured, after a first hand."""
SLOWEST: Final = 1.0
_PAUSE: Final = MINUTES * 60 / FASTER


class Table:
    """A match, the phones that follow it, and the connection of their requests."""

    def __init__(self, port: int, number: int, hands: Iterator[object]) -> None:
        self._port = port
        # An address may hold few connections, and no two tables of a town have one.
        self._address = (f"127.1.{number // 200}.{number % 200 + 1}", 0)
        self._hands = hands
        self._phone = Phone(port)
        self._path = f"/v1/matches/{self._phone.play(0)}"
        self._phone.hang_up()
        self.taken: list[tuple[float, float, bool]] = []
        """The time at which each hand was sent, the seconds it took, and whether it was saved."""

    async def play(self) -> None:
        """Play until it is cancelled."""
        following = [asyncio.create_task(self._follow()) for _ in range(PHONES)]
        try:
            await asyncio.sleep(random.uniform(0, _PAUSE))
            number = 0
            while True:
                began, number = time.perf_counter(), number + 1
                where = f"{self._path}/hands/{number}"
                is_saved = await self._ask("PUT", where, next(self._hands), "If-Match: *")
                self.taken.append((began, time.perf_counter() - began, is_saved))
                for _ in range(PHONES):
                    await self._ask("GET", self._path)
                await asyncio.sleep(max(0.0, began + _PAUSE - time.perf_counter()))
        finally:
            for follower in following:
                follower.cancel()
            await asyncio.gather(*following, return_exceptions=True)

    async def _ask(self, method: str, path: str, body: object = None, *further: str) -> bool:
        """Return whether the response is a success; nothing else of it is read."""
        sent = clients.request(method, path, self._phone.token, body, "Connection: close", *further)
        with suppress(OSError):
            reader, writer = await self._connect()
            writer.write(sent)
            answer = await reader.read()
            writer.close()
            return answer[9:10] == b"2"
        return False

    async def _follow(self) -> None:
        reader, writer = await self._connect()
        path = f"{self._path}/events?sheet=changes"
        writer.write(clients.request("GET", path, self._phone.token))
        try:
            while await reader.read(65_536):
                pass
        finally:
            writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)


async def can_serve(tables: Sequence[Table], processes: Processes) -> bool:
    """Print the cost of a number of tables, and return whether the machine served them."""
    began, before = time.perf_counter(), processes.spent()
    await asyncio.sleep(SECONDS)
    seconds, after = time.perf_counter() - began, processes.spent()
    hands = [hand for table in tables for hand in table.taken if hand[0] >= began]
    took = sorted(duration for _, duration, _ in hands)
    failures = sum(not is_saved for _, _, is_saved in hands)
    spent = after.since(before, max(1, len(hands)))
    slow = took[len(took) * 99 // 100]
    print(
        f"{len(tables) * FASTER:8}{len(hands) / seconds:9.1f}{took[len(took) // 2] * 1000:8.0f}"
        f"{slow * 1000:8.0f}{failures:9}{_cores(before, after, seconds):7.2f}"
        f"{spent.api:8.1f}{spent.postgres:8.1f}{spent.proving:8.1f}{_an_hour(spent):14.2f}",
        flush=True,
    )
    return slow < SLOWEST and not failures


def _cores(before: Spent, after: Spent, seconds: float) -> float:
    """Return the number of processors that the server kept busy."""
    spent = after.since(before, 1)
    return (spent.api + spent.postgres + spent.proving) / 1000 / seconds


def _an_hour(spent: Spent) -> float:
    """Return the processor seconds of an hour at a table, from the milliseconds of a hand."""
    return (spent.api + spent.postgres + spent.proving) / 1000 * 60 / MINUTES


async def measure(server: Server) -> None:
    """Add tables until the server cannot serve them."""
    hands = new_hands()
    print(
        f"{'tables':>8}{'hands/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'refused':>9}{'cores':>7}"
        f"{'API ms':>8}{'PG ms':>8}{'proof':>8}{'s a table h':>14}"
    )
    tables: list[Table] = []
    playing: list[asyncio.Task[None]] = []
    try:
        for step in STEPS:
            for number in range(len(tables), step):
                tables.append(await asyncio.to_thread(Table, server.port, number, hands))
                playing.append(asyncio.create_task(tables[-1].play()))
            await asyncio.sleep(_PAUSE)
            if not await can_serve(tables, server.processes):
                break
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def main() -> None:
    """Start a server and print the table."""
    with servers.ours(WORKERS="1") as server:
        asyncio.run(measure(server))


if __name__ == "__main__":
    main()
