"""Test whether a flood from one address delays others: `python -m bench.flooding [NAME ...]`.

At the usual limits. Each flood is one thing that is asked for again and again from one address, by
as many connections as its line says, from another process. Meanwhile a phone at another address
reads its sheet and enters a hand, in turns. The baseline is the same phone before each half of the
flood. Wide rulings are flooded once more beside disputes, which need a proof themselves. Everything
stays on 127.0.0.0/8, and each flood ends after so many seconds.
"""

import asyncio
import json
import multiprocessing
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.queues import Queue
from typing import Any, Final

from msgspec import Struct

from bench import clients, servers
from bench.phones import HAND, HANDS, Phone, as_json
from tests.support import wide_records

SECONDS: Final = 1.5
ROUNDS: Final = 2
IN_FLIGHT: Final = 40
USUAL: Final = "device=600/60,address=3000/60,sign-ins=300/3600,rulings=300/60"
_EASY: Final = {
    "dealer": 3,
    "contract": {"pitcher": 0, "bid": "three"},
    "trump": "S",
    "piles": [
        {"side": 0, "cards": ["KS", "QD", "9S", "4D", "AC", "7C", "3C", "2H"]},
        {"side": 1, "cards": ["AS", "5S", "TH", "6H", "JS", "8S", "TD", "2D",
                              "KH", "9H", "3H", "4H", "TC", "5C", "6D", "7D"]},
    ],
}  # fmt: skip
WIDE: Final = {
    "ruleset": "rules-guru",
    "players": 8,
    "options": {"tables": [{"players": 8, "sides": "individuals"}]},
    "witness": True,
    "record": wide_records.EIGHT_PLAYERS,
}
WIDE_MATCH: Final[dict[str, object]] = {
    "ruleset": WIDE["ruleset"],
    "players": [{"name": f"P{seat}"} for seat in range(8)],
    "options": WIDE["options"],
}
_PAUSE: Final = 0.01
"""Seconds between two requests of the phone that plays on."""
_RULES: Final = {"ruleset": "mb-lounge", "options": {"hands": 100}}
_MATCH: Final = "{match}"
_BOARD: Final = "{board}"


class Flood(Struct, frozen=True):
    """The request of a flood, and its number of connections."""

    connections: int
    method: str
    path: str
    body: object = None
    is_public: bool = False
    """True if the request has no token."""
    is_endless: bool = False
    """True if the client disconnects as soon as the response begins."""


FLOODS: Final[Mapping[str, Flood]] = {
    "rulebook PDF": Flood(8, "GET", "/v1/rulesets/mb-lounge/rulebook.pdf", is_public=True),
    "rulebook page": Flood(8, "GET", "/v1/rulesets/mb-lounge/rulebook.html", is_public=True),
    "rulebook": Flood(8, "GET", "/v1/rulesets/mb-lounge/rulebook", is_public=True),
    "rule sets": Flood(8, "GET", "/v1/rulesets", is_public=True),
    "difference": Flood(
        8, "GET", "/v1/rulesets/mb-lounge/difference?other=rules-guru", is_public=True
    ),
    "public board": Flood(16, "GET", _BOARD, is_public=True),
    "board as QR code": Flood(16, "GET", f"{_BOARD}/qr.svg", is_public=True),
    "streams": Flood(16, "GET", f"{_MATCH}/events", is_endless=True),
    "match PDF": Flood(8, "GET", f"{_MATCH}/export.pdf"),
    "match page": Flood(8, "GET", f"{_MATCH}/export.html"),
    "match picture": Flood(8, "GET", f"{_MATCH}/picture"),
    "preview of rules": Flood(8, "POST", f"{_MATCH}/rules/preview", _RULES),
    "wide rulings": Flood(8, "POST", "/v1/rulings/hand", WIDE, is_public=True),
}


class Caller(Phone):
    """A phone that notes statuses and seconds; some of its requests may be refused."""

    def __init__(self, port: int, address: str, other: "Caller | None" = None) -> None:
        self.statuses: Counter[int] = Counter()
        self.taken: list[float] = []
        super().__init__(port, address, other)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request, whatever its status."""
        before = time.perf_counter()
        status, content = self.send(method, path, as_json(body))
        self.taken.append(time.perf_counter() - before)
        self.statuses[status] += 1
        return json.loads(content)

    def sit_down(self, hands: int, **more: object) -> str:
        """Return the path of a new match with a number of hands."""
        return f"/v1/matches/{self.play(hands, **more)}"


class Flooder:
    """A device with its own address, a match and a public link to it."""

    def __init__(self, port: int, address: str) -> None:
        caller = Caller(port, address)
        self._port = port
        self._address = address
        self._token = caller.token
        match = caller.sit_down(HANDS)
        secret = caller.ask("POST", f"{match}/public-links")["secret"]
        self._places = {_MATCH: match, _BOARD: f"/v1/public/{secret}"}

    def begin(self, flood: Flood) -> "Queue[Counter[int]]":
        """Flood from another process; return the statuses of the responses after the time is up."""
        queue: Queue[Counter[int]] = multiprocessing.Queue()
        path, token = flood.path, "" if flood.is_public else self._token
        for place, address in self._places.items():
            path = path.replace(place, address)
        request = clients.request(flood.method, path, token, flood.body)
        arguments = (self._port, self._address, request, flood, queue)
        multiprocessing.Process(target=_flooding, args=arguments, daemon=True).start()
        return queue


def _flooding(
    port: int, address: str, request: bytes, flood: Flood, queue: "Queue[Counter[int]]"
) -> None:
    """Send requests until the time is up."""
    statuses = Counter[int]()

    async def lane(until: float) -> None:
        while time.monotonic() < until:
            with suppress(OSError, asyncio.IncompleteReadError):  # a server may end what it refuses
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, limit=2**22, local_addr=(address, 0)
                )
                while time.monotonic() < until:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    statuses[int(head.split()[1])] += 1
                    if flood.is_endless:
                        break
                    await reader.readexactly(clients.length(head))
                writer.close()

    async def all_lanes() -> None:
        until = time.monotonic() + SECONDS
        await asyncio.gather(*(lane(until) for _ in range(flood.connections)))

    asyncio.run(all_lanes())
    queue.put(statuses)


class Turns(Struct):
    """Return the seconds of each request of a phone that plays on."""

    reads: list[float]
    writes: list[float]


def play(caller: Caller, match: str, times: Turns) -> None:
    """Read a sheet and record a hand again and again until the time is up."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        caller.ask("GET", match)
        times.reads.append(caller.taken.pop())
        time.sleep(_PAUSE)
        bid = ("three", "four")[len(times.reads) % 2]
        caller.ask("PUT", f"{match}/hands/{HANDS}", HAND | {"calls": [bid, *["pass"] * 3]})
        times.writes.append(caller.taken.pop())
        time.sleep(_PAUSE)


def _line(name: str, alone: Turns, beside: Turns, statuses: Mapping[int, int]) -> None:
    """Print a row of the table: milliseconds beside the flood, and the ratio to those without."""
    cells = [
        f"{quantile(now) * 1000:9.1f}{quantile(now) / quantile(before):6.1f}"
        for before, now in ((alone.reads, beside.reads), (alone.writes, beside.writes))
        for quantile in (statistics.median, clients.p99)
    ]
    print(f"{name:20}{''.join(cells)}  {dict(statuses)}", flush=True)


def disputes(port: int, over: threading.Event) -> tuple[list[float], int]:
    """Return the seconds of each dispute, and the number saved without a ruling."""
    caller = Caller(port, "127.0.0.1")
    path, times, without, number = caller.sit_down(0), list[float](), 0, 0
    while not over.is_set():
        number += 1
        caller.ask("PUT", f"{path}/hands/{number}", _EASY)
        hand = caller.ask("POST", f"{path}/hands/{number}/disputes", {"reason": "No"})
        times.append(caller.taken[-1])
        without += hand["agreement"]["dispute"]["ruling"] is None
        over.wait(0.2)
    return times, without


def beside_disputes(port: int, flooder: Flooder, connections: int) -> None:
    """Print the times of disputes beside rulings on hands with many possible deals."""
    over = threading.Event()
    ending = threading.Timer(SECONDS, over.set)
    ending.start()
    statuses = flooder.begin(Flood(connections, "POST", "/v1/rulings/hand", WIDE))
    times, without = disputes(port, over)
    print(
        f"{connections} wide rulings in flight, answered {dict(statuses.get(timeout=60))}\n"
        f"  median {statistics.median(times):.2f} s, worst {max(times):.2f} s for each of "
        f"{len(times)} disputes, {without} without ruling"
    )


def main(*names: str) -> None:
    """Print the table of all floods, or of those that are named."""
    with servers.ours(RATE_LIMITS=USUAL) as server:
        _measure(server.port, [name for name in FLOODS if name in names] or list(FLOODS))
        if not names:
            for connections in (0, IN_FLIGHT):
                beside_disputes(server.port, Flooder(server.port, "127.0.0.2"), connections)


def _measure(port: int, names: list[str]) -> None:
    columns = "".join(f"{name:>9}{'x':>6}" for name in ("read ms", "p99", "write ms", "p99"))
    print(f"{'beside':20}{columns}  answered")
    for number, name in enumerate(names):
        # Each flood at an address of its own, with its own limits.
        flooder = Flooder(port, f"127.0.1.{number + 1}")
        honest = Caller(port, f"127.0.2.{number + 1}")
        match = honest.sit_down(HANDS)
        alone, beside, statuses = Turns([], []), Turns([], []), Counter[int]()
        for _ in range(ROUNDS):
            play(honest, match, alone)
            queue = flooder.begin(FLOODS[name])
            play(honest, match, beside)
            honest.hang_up()
            statuses += queue.get(timeout=60)
        _line(name, alone, beside, statuses)


if __name__ == "__main__":
    main(*sys.argv[1:])
