"""How long requests take against the bare statements that they need: `python -m bench.requests`.

Starts a server of its own in a temporary folder; everything stays on 127.0.0.1.
"""

import asyncio
import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from api.database import pool as database
from api.database.pool import queries
from tests.support import servers

ROUNDS = 400
HANDS = 20
HAND = {
    "calls": ["four", "pass", "pass", "pass"],
    "trump": "S",
    "piles": [
        {"side": 0, "listed": "scoring", "trumps": 2, "cards": ["JS", "7S", "TH", "TD", "KC"]},
        {"side": 1, "listed": "scoring", "trumps": 1, "cards": ["QH", "KH", "9S"]},
    ],
}


class Phone:
    """One connection that stays open, signed in."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers = {"Content-Type": "application/json", "If-Match": "*"}
        signed_in = self.ask("POST", "/v1/devices")
        self.device_id = UUID(signed_in["deviceId"])
        self.token = signed_in["token"]
        self._headers["Authorization"] = f"Bearer {self.token}"

    def hang_up(self) -> None:
        """End the connection before a long pause; the next request opens another."""
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """The answer to a request."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, self._headers)
        answer = self._connection.getresponse()
        read = answer.read()
        assert answer.status < 300, read
        return json.loads(read)  # type: ignore[no-any-return]


def timed(work: Callable[[], object]) -> list[float]:
    """Milliseconds that some work took, each time."""
    taken = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        work()
        taken.append((time.perf_counter() - before) * 1000)
    return taken


async def timed_async(work: Callable[[], Awaitable[object]]) -> list[float]:
    """The same for work that is awaited."""
    taken = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - before) * 1000)
    return taken


async def statements(url: str, match_id: UUID, device_id: UUID) -> tuple[list[float], list[float]]:
    """The baseline: loading the match, and loading and saving it, without any server between."""
    pool = await database.open_pool(url)
    tallies = [
        {"seat": seat, "side": seat % 2, "name": "Ann", "partners": [], "opponents": []}
        | {"counted": {}}
        for seat in range(4)
    ]
    hand = {"number": 1, "record": {}, "isVoid": False, "agreement": {}}
    nothing: dict[str, list[object]] = {
        each: [] for each in ("adjusted", "takenBack", "joined", "left")
    }
    written = {"hands": [hand], "handCount": HANDS, "tallies": tallies} | nothing
    encoded = msgspec.json.encode(written)

    async def read() -> None:
        await pool.fetchrow(queries().load_match, match_id, device_id, None)

    async def write() -> None:
        row = await pool.fetchrow(queries().load_match, match_id, device_id, None)
        assert row is not None
        at, version = row["updated_at"], row["version"]
        entry = b'{"action": "hand_changed"}'
        moving = (match_id, version, at, b"{}", device_id, entry)
        await pool.fetchval(queries().save_change, *moving, None, None, encoded)

    try:
        return await timed_async(read), await timed_async(write)
    finally:
        await pool.close()


def told(name: str, taken: list[float], baseline: list[float]) -> None:
    """One line of the table."""
    middle, base = statistics.median(taken), statistics.median(baseline)
    slow = statistics.quantiles(taken, n=100)[98]
    print(f"{name:38}{middle:9.2f}{slow:9.2f}{middle / base:9.2f}")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder) / "state", servers.free_port()
        before = time.perf_counter()
        process = servers.start(port, state)
        servers.wait_until_ready(process, port)
        cold = time.perf_counter() - before
        assert servers.stop(process)[0] == 0
        before = time.perf_counter()
        process = servers.start(port, state)
        servers.wait_until_ready(process, port)
        warm = time.perf_counter() - before
        try:
            measure(port, state)
        finally:
            servers.stop(process)
    print(f"\nfirst start {cold:.1f} s, later starts {warm:.1f} s")


def measure(port: int, state: Path) -> None:
    """Requests one after another, each against its statements in the same run."""
    phone = Phone(port)
    names = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    options = {"hands": 200}
    made = phone.ask(
        "POST", "/v1/matches", {"ruleset": "mb-lounge", "players": names, "options": options}
    )
    path = f"/v1/matches/{made['matchId']}"
    for number in range(1, HANDS + 1):
        phone.ask("PUT", f"{path}/hands/{number}", {**HAND, "dealer": 3})
    turn = iter(range(10**9))

    def write() -> None:
        bid = ("four", "three")[next(turn) % 2]
        calls = [bid, "pass", "pass", "pass"]
        phone.ask("PUT", f"{path}/hands/1", {**HAND, "calls": calls, "dealer": 3})

    sheet, written = timed(lambda: phone.ask("GET", path)), timed(write)
    live = timed(lambda: phone.ask("GET", "/health/live"))
    url = f"postgresql://postgres@/postgres?host={state.resolve()}/postgres/socket"
    read, saved = asyncio.run(statements(url, UUID(made["matchId"]), phone.device_id))
    print(f"A match of {HANDS} hands, {ROUNDS} requests each, one after another")
    print(f"{'':38}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}")
    told("statement: load a match", read, read)
    told("request: show the score sheet", sheet, read)
    told("statements: load, then save a hand", saved, saved)
    told("request: record a hand", written, saved)
    told("request: liveness, no database", live, read)


if __name__ == "__main__":
    main()
