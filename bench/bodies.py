"""Time how long any body delays other requests: `python -m bench.bodies [operationId ...]`.

Every operation that takes a body gets hostile ones of the most bytes that it may have, one after
the other, while another connection asks for /health/live without a pause. The longest of these
answers is the stall; the worst of an operation are sent again, and the least stall of each counts,
because a machine has other things to do as well. The target is 20 ms on a quiet machine.
Everything stays on 127.0.0.1 and ends with the last body.
"""

import heapq
import http.client
import sys
import threading
import time
from collections.abc import Iterator
from operator import itemgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from bench import servers
from bench.phones import Phone
from pitchkeeper import app
from pitchkeeper.documents import imports
from pitchkeeper.rest.operations import Operation
from tests.support.hostile_bodies import hostile, hostile_lines, hostile_notations
from tests.support.operations import JSON_TYPE, OPERATIONS

TARGET: Final = 20.0
"""Milliseconds."""
SUSPECTS: Final = 8
AGAIN: Final = 3
"""The number of times that each of the worst bodies of an operation is sent again."""
LONGEST: Final = 4 * 1024 * 1024
"""The length of bodies that may have any length."""


class Stall(Struct, frozen=True, order=True):
    """The time that other requests waited while a body was read."""

    milliseconds: float
    operation: str
    body: str
    size: int
    status: int


class Probe:
    """A thread that requests liveness on its own connection until it is stopped."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.began = time.perf_counter()
        self.worst = 0.0
        self._thread.start()

    def _ask(self) -> None:
        while not self._is_over.is_set():
            self.began = time.perf_counter()
            self._connection.request("GET", "/health/live")
            self._connection.getresponse().read()
            self.worst = max(self.worst, time.perf_counter() - self.began)

    def begin(self) -> None:
        """Discard the times measured so far; the request under way began before."""
        self.settle()
        self.worst = 0.0

    def settle(self) -> None:
        """Wait until all requests sent so far are answered."""
        now = time.perf_counter()
        while self.began < now:
            time.sleep(0.0005)

    def stop(self) -> None:
        """Stop sending requests."""
        self._is_over.set()
        self._thread.join()


class Bench:
    """A phone that sends bodies to its own match, and a client that waits meanwhile."""

    def __init__(self, port: int) -> None:
        self._phone = Phone(port)
        self._match_id: UUID = self._phone.play(0)
        self.probe = Probe(port)

    def idle(self) -> float:
        """Return the longest response time in a second without other requests."""
        self.probe.begin()
        time.sleep(1)
        return self.probe.worst * 1000

    def worst(self, operation: Operation) -> Stall:
        """Return the delay that the worst body of an operation causes."""
        stalls = [(self._stall(operation, *sent), sent) for sent in bodies(operation)]
        worst = heapq.nlargest(SUSPECTS, stalls, key=itemgetter(0))
        return max(
            min([first, *(self._stall(operation, *sent) for _ in range(AGAIN))])
            for first, sent in worst
        )

    def _stall(self, operation: Operation, media_type: str, name: str, body: bytes) -> Stall:
        address = OPERATIONS[operation.id].address(str(self._match_id))
        self.probe.begin()
        status, _ = self._phone.send(operation.method, address, body, media_type)
        self.probe.settle()
        return Stall(self.probe.worst * 1000, operation.id, name, len(body), status)


def bodies(operation: Operation) -> Iterator[tuple[str, str, bytes]]:
    """Return hostile bodies of an operation: media type, name and bytes."""
    size = operation.body_limit or LONGEST
    if operation.body is not None:
        for name, body in hostile(OPERATIONS[operation.id], size):
            yield JSON_TYPE, name, body
    for content in operation.other_bodies:
        factory = hostile_notations if content.media_type == imports.TEXT else hostile_lines
        for name, body in factory(size):
            yield content.media_type, name, body


def main(*names: str) -> None:
    """Print the table, the longest delay first."""
    operations = [
        stall
        for stall in app.OPERATIONS
        if (stall.body or stall.other_bodies) and (stall.id in names or not names)
    ]
    with servers.ours() as server:
        bench = Bench(server.port)
        idle = bench.idle()
        stalls = sorted(map(bench.worst, operations), reverse=True)
        bench.probe.stop()
    print(f"{'ms':>8}  {'operation':24}{'bytes':>9}{'status':>8}  body")
    for stall in stalls:
        print(
            f"{stall.milliseconds:8.1f}  {stall.operation:24}{stall.size:9}{stall.status:8}  "
            f"{stall.body}"
        )
    beyond = sum(stall.milliseconds > TARGET for stall in stalls)
    print(f"{idle:8.1f}  while nothing is sent; {beyond} of {len(stalls)} beyond {TARGET:.0f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
