"""A thousand open streams on one worker: memory of each, delay and cost of events.

Starts a server of its own in a temporary folder; everything stays on 127.0.0.1. The baseline is
one stream on the same server: `python -m bench.streams`.
"""

import asyncio
import re
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncpg
import httpx

from bench import servers
from bench.clients import p99
from bench.phones import HAND
from bench.servers import Server
from tests.support.phones import open_match
from tests.support.readers import signed_in
from tests.support.servers import family

STREAMS = 1000
PER_DEVICE = 8
TURNS = 40
PAUSE = 0.25
_SHEET = re.compile(rb"event: sheet\nid: (\d+)\n")


class Follower:
    """A stream, with the time when each version of the match arrived."""

    def __init__(self) -> None:
        self.arrived: dict[int, float] = {}
        self._writer: asyncio.StreamWriter | None = None

    async def follow(self, port: int, path: str, token: str, address: str) -> None:
        """Read for as long as the server sends, as a client at an address behind a proxy."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        headers = f"Authorization: Bearer {token}\r\nX-Forwarded-For: {address}"
        self._writer.write(f"GET {path} HTTP/1.0\r\n{headers}\r\n\r\n".encode())
        try:
            while True:
                event = await reader.readuntil(b"\n\n")
                match = _SHEET.match(event)
                if match:
                    self.arrived[int(match[1])] = time.perf_counter()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass


class Table:
    """A match on a server, the phone that writes and the devices that follow."""

    def __init__(self, port: int, phone: httpx.AsyncClient, database: asyncpg.Connection) -> None:
        self._port = port
        self._phone = phone
        self._database = database
        self._match_id = ""
        self._turn = 0
        self._tasks: list[asyncio.Task[None]] = []
        self.followers: list[Follower] = []

    async def sit_down(self) -> None:
        """Open a match and enter its first hand."""
        self._match_id = (await open_match(self._phone))["matchId"]
        await self.write()

    async def write(self) -> tuple[int, float, float]:
        """Change a hand; return the new version, the time of sending and that of the response."""
        self._turn += 1
        calls = [("four", "three")[self._turn % 2], "pass", "pass", "pass"]
        body = HAND | {"calls": calls}
        sent = time.perf_counter()
        path, seen = f"/v1/matches/{self._match_id}/hands/1", {"If-Match": "*"}
        answer = await self._phone.put(path, json=body, headers=seen)
        assert answer.status_code == 200, answer.text
        return answer.json()["matchVersion"], sent, time.perf_counter()

    async def join(self, streams: int) -> None:
        """Open streams of new devices, and wait until each has the sheet."""
        followers = [Follower() for _ in range(streams)]
        token = ""
        for number, follower in enumerate(followers):
            token = await self._member() if number % PER_DEVICE == 0 else token
            path = f"/v1/matches/{self._match_id}/events"
            # Many from one address would wait for each other.
            address = f"10.0.{number // PER_DEVICE}.1"
            work = follower.follow(self._port, path, token, address)
            self._tasks.append(asyncio.create_task(work))
        await until(lambda: all(follower.arrived for follower in followers))
        self.followers += followers

    async def measure(self) -> tuple[list[float], list[float]]:
        """Return the milliseconds from each change, and from its response, to its event."""
        since_sent: list[float] = []
        since_answer: list[float] = []
        for _ in range(TURNS):
            version, sent, answered = await self.write()
            await until(partial(self._has_arrived, version))
            times = [follower.arrived[version] for follower in self.followers]
            since_sent += [(arrival - sent) * 1000 for arrival in times]
            since_answer += [(arrival - answered) * 1000 for arrival in times]
            await asyncio.sleep(PAUSE)
        return since_sent, since_answer

    async def leave(self) -> None:
        """Close every stream."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _has_arrived(self, version: int) -> bool:
        return all(version in follower.arrived for follower in self.followers)

    async def _member(self) -> str:
        """Return the token of a new member of the match."""
        device = (await self._phone.post("/v1/devices")).json()
        await self._database.execute(
            "INSERT INTO members (match_id, device_id, role, joined_at) "
            "VALUES ($1, $2, 'viewer', now())",
            self._match_id,
            device["deviceId"],
        )
        return str(device["token"])


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(300):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def print_row(name: str, times: list[float], baseline: list[float]) -> None:
    """Print a row of the table."""
    middle, base = statistics.median(times), statistics.median(baseline)
    print(f"{name:46}{middle:9.2f}{p99(times):9.2f}{middle / base:9.2f}")


async def run(server: Server) -> None:
    """Measure one stream, then all of them."""
    port, (_, worker, *_) = server.port, family(server.processes.launcher)
    database = await asyncpg.connect(server.url)
    async with signed_in(f"http://127.0.0.1:{port}") as phone:
        table = Table(port, phone, database)
        await table.sit_down()
        await table.join(1)
        one_sent, one_answered = await table.measure()
        before = resident(worker)
        await table.join(STREAMS - 1)
        idle = (resident(worker) - before) / (STREAMS - 1)
        since = server.processes.spent()
        sent, answered = await table.measure()
        spent = server.processes.spent().since(since, len(sent)).api
        busy = (resident(worker) - before) / (STREAMS - 1)
        await table.leave()
    await database.close()
    print(f"{STREAMS} streams of one match on one worker, {TURNS} changes")
    print(f"{'':46}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}")
    print_row("one stream: from the request to the sheet", one_sent, one_sent)
    print_row(f"{STREAMS} streams: from the request to the sheet", sent, one_sent)
    print_row("one stream: from the answer to the sheet", one_answered, one_answered)
    print_row(f"{STREAMS} streams: from the answer to the sheet", answered, one_answered)
    print(f"delivered {len(sent)} of {STREAMS * TURNS}")
    print(f"processor time of a delivery: {spent * 1000:.0f} microseconds")
    print(f"memory of a stream: {idle / 1000:.1f} kB idle, {busy / 1000:.1f} kB after the changes")


def main() -> None:
    """Print the table."""
    with servers.ours(TRUSTED_PROXIES="127.0.0.1") as server:
        asyncio.run(run(server))


if __name__ == "__main__":
    main()
