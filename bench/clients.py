"""Clients: many connections in their own process, apart from the server's processes.

`load` begins `python -m bench.clients`, which takes a plan on its standard input and tells on its
standard output what came of it.
"""

import asyncio
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


class Plan(Struct, frozen=True):
    """The requests of each connection, which it sends in turn, again and again."""

    port: int
    lanes: tuple[tuple[bytes, ...], ...]
    rounds: int
    """The number of requests that each connection sends."""


class Result(Struct, frozen=True):
    """The result of a plan: rates, times and failures."""

    seconds: float
    milliseconds: tuple[float, ...]
    """The time of each request, sorted."""
    size: float
    """The average size of a response body in bytes."""
    failed: tuple[str, ...]
    """Some of the responses that were no success."""

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.milliseconds) / self.seconds

    def quantile(self, part: float) -> float:
        """Return the time in milliseconds that a given part of the requests did not exceed."""
        return self.milliseconds[
            min(int(len(self.milliseconds) * part), len(self.milliseconds) - 1)
        ]


def load(plan: Plan) -> Result:
    """Run a plan in another process."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.clients"],
        input=msgspec.msgpack.encode(plan),
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    result = msgspec.msgpack.decode(done.stdout, type=Result)
    assert not result.failed, result.failed[:3]
    return result


def p99(times: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


def length(head: bytes) -> int:
    """Return the size of a body in bytes, from the head of its response."""
    match = _LENGTH.search(head)
    return int(match[1]) if match else 0


def request(method: str, path: str, token: str, body: object = None, *further: str) -> bytes:
    """Return a request as bytes."""
    sent = b"" if body is None else msgspec.json.encode(body)
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        *further,
        *(
            ()
            if body is None
            else ("Content-Type: application/json", f"Content-Length: {len(sent)}")
        ),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


async def _lane(plan: Plan, requests: tuple[bytes, ...]) -> tuple[list[float], int, list[str]]:
    """Send the requests of one connection, one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", plan.port, limit=2**22)
    times, size, failed = [], 0, []
    for number in range(plan.rounds):
        before = time.perf_counter()
        writer.write(requests[number % len(requests)])
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(length(head))
        times.append((time.perf_counter() - before) * 1000)
        size += len(body)
        if not head.startswith((b"HTTP/1.1 2", b"HTTP/1.1 304")):
            failed.append((head + body).decode())
    writer.close()
    return times, size, failed


async def _run(plan: Plan) -> Result:
    before = time.perf_counter()
    done = await asyncio.gather(*(_lane(plan, requests) for requests in plan.lanes))
    seconds = time.perf_counter() - before
    times = sorted(time_ for lane, _, _ in done for time_ in lane)
    size = sum(size for _, size, _ in done) / len(times)
    return Result(seconds, tuple(times), size, tuple(f for *_, failed in done for f in failed)[:10])


if __name__ == "__main__":
    given = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Plan)
    sys.stdout.buffer.write(msgspec.msgpack.encode(asyncio.run(_run(given))))
