"""Clients: many connections in a process of their own, so that a server's processes are its own.

`load` begins `python -m bench.clients`, which takes a plan on its standard input and tells on its
standard output what came of it.
"""

import asyncio
import re
import subprocess
import sys
import time
from typing import Final

import msgspec
from msgspec import Struct

_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


class Plan(Struct, frozen=True):
    """What is asked: for each connection requests that it sends in turn, again and again."""

    port: int
    lanes: tuple[tuple[bytes, ...], ...]
    rounds: int
    """How many requests each connection sends."""


class Told(Struct, frozen=True):
    """What came of it."""

    seconds: float
    milliseconds: tuple[float, ...]
    """How long each request took, sorted."""
    size: float
    """Bytes of the body of an answer, on the average."""
    failed: tuple[str, ...]
    """The answers that were no success, some of them."""

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.milliseconds) / self.seconds

    def quantile(self, part: float) -> float:
        """Milliseconds that no more than a part of the requests took longer than."""
        return self.milliseconds[
            min(int(len(self.milliseconds) * part), len(self.milliseconds) - 1)
        ]


def load(plan: Plan) -> Told:
    """Do as planned in another process."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.clients"],
        input=msgspec.msgpack.encode(plan),
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    told = msgspec.msgpack.decode(done.stdout, type=Told)
    assert not told.failed, told.failed[:3]
    return told


def length(head: bytes) -> int:
    """Bytes of a body, by the head of its answer."""
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0


def request(method: str, path: str, token: str, body: object = None, *further: str) -> bytes:
    """A request as it is sent."""
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
    """One connection that asks one thing after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", plan.port, limit=2**22)
    taken, size, failed = [], 0, []
    for number in range(plan.rounds):
        before = time.perf_counter()
        writer.write(requests[number % len(requests)])
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(length(head))
        taken.append((time.perf_counter() - before) * 1000)
        size += len(body)
        if not head.startswith((b"HTTP/1.1 2", b"HTTP/1.1 304")):
            failed.append((head + body).decode())
    writer.close()
    return taken, size, failed


async def _run(plan: Plan) -> Told:
    before = time.perf_counter()
    done = await asyncio.gather(*(_lane(plan, requests) for requests in plan.lanes))
    seconds = time.perf_counter() - before
    taken = sorted(each for lane, _, _ in done for each in lane)
    size = sum(size for _, size, _ in done) / len(taken)
    return Told(seconds, tuple(taken), size, tuple(f for *_, failed in done for f in failed)[:10])


if __name__ == "__main__":
    given = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Plan)
    sys.stdout.buffer.write(msgspec.msgpack.encode(asyncio.run(_run(given))))
