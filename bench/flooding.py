"""Whether one address that floods the public rulings delays others: `python -m bench.flooding`.

Forty rulings on wide hands in flight from one address at the usual limits. Meanwhile another
address disputes hands of its match, and a third asks for cheap rulings. The baseline is the same
without the flood. Everything stays on 127.0.0.0/8 and ends after so many seconds.
"""

import http.client
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tests.support import servers, wide_records

SECONDS: Final = 20.0
IN_FLIGHT: Final = 40
USUAL: Final = "device=600/60,address=3000/60,sign-ins=300/3600,rulings=300/60"
EASY: Final = {
    "ruleset": "mb-lounge",
    "players": 4,
    "record": {
        "contract": {"pitcher": 0, "bid": "three"},
        "trump": "S",
        "piles": [
            {"side": 0, "cards": ["KS", "QD", "9S", "4D", "AC", "7C", "3C", "2H"]},
            {"side": 1, "cards": ["AS", "5S", "TH", "6H", "JS", "8S", "TD", "2D",
                                  "KH", "9H", "3H", "4H", "TC", "5C", "6D", "7D"]},
        ],
    },
}  # fmt: skip
WIDE: Final = {
    "ruleset": "rules-guru",
    "players": 8,
    "options": {"tables": [{"players": 8, "sides": "individuals"}]},
    "witness": True,
    "record": wide_records.EIGHT_PLAYERS,
}


class Caller:
    """A client at an address of its own; it tells statuses and seconds."""

    def __init__(self, port: int, address: str) -> None:
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=60, source_address=(address, 0)
        )
        self.headers = {"Content-Type": "application/json"}
        self.statuses: Counter[int] = Counter()
        self.taken: list[float] = []

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer of the server, whatever it is."""
        before = time.perf_counter()
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, self.headers)
        answer = self._connection.getresponse()
        told = answer.read()
        self.taken.append(time.perf_counter() - before)
        self.statuses[answer.status] += 1
        return json.loads(told) if told else None


def flood(port: int, over: threading.Event, statuses: "Counter[int]") -> None:
    """Ask for one wide ruling after the other."""
    caller = Caller(port, "127.0.0.2")
    while not over.is_set():
        with suppress(OSError, http.client.HTTPException):  # a server may end what it refuses
            caller.ask("POST", "/v1/rulings/hand", WIDE)
        over.wait(0.5)
    statuses.update(caller.statuses)


def cheap(over: threading.Event, caller: Caller) -> None:
    """Ask for a cheap ruling now and then."""
    while not over.is_set():
        caller.ask("POST", "/v1/rulings/hand", EASY)
        over.wait(0.5)


def disputes(port: int, over: threading.Event) -> tuple[list[float], int]:
    """Seconds of each dispute, and how many were kept without their ruling."""
    caller = Caller(port, "127.0.0.1")
    caller.headers["Authorization"] = f"Bearer {caller.ask('POST', '/v1/devices')['token']}"
    names = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    opening = {"ruleset": "mb-lounge", "players": names, "options": {"hands": 200}}
    path = f"/v1/matches/{caller.ask('POST', '/v1/matches', opening)['matchId']}"
    taken, without, number = [], 0, 0
    while not over.is_set():
        number += 1
        record = {**EASY["record"], "dealer": 3}  # type: ignore[dict-item]
        caller.ask("PUT", f"{path}/hands/{number}", record)
        hand = caller.ask("POST", f"{path}/hands/{number}/disputes", {"reason": "No"})
        taken.append(caller.taken[-1])
        without += hand["agreement"]["dispute"]["ruling"] is None
        over.wait(0.5)
    return taken, without


def measure(port: int, flooding: int) -> None:
    """One line of the table."""
    over, flooded = threading.Event(), Counter[int]()
    caller = Caller(port, "127.0.0.3")
    threads = [threading.Thread(target=cheap, args=(over, caller))]
    threads += [threading.Thread(target=flood, args=(port, over, flooded)) for _ in range(flooding)]
    ending = threading.Timer(SECONDS, over.set)
    for thread in (*threads, ending):
        thread.start()
    taken, without = disputes(port, over)
    for thread in threads:
        thread.join()
    print(f"{flooding} wide rulings in flight, answered {dict(flooded)}")
    print(f"  {told(taken)} for each of {len(taken)} disputes, {without} without ruling")
    print(f"  {told(caller.taken)} for cheap rulings of others, {dict(caller.statuses)}")


def told(taken: list[float]) -> str:
    """Seconds in the middle and at worst."""
    return f"median {statistics.median(taken):.2f} s, worst {max(taken):.2f} s"


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        port = servers.free_port()
        process = servers.start(port, Path(folder) / "state", RATE_LIMITS=USUAL)
        servers.wait_until_ready(process, port)
        try:
            measure(port, 0)
            measure(port, IN_FLIGHT)
        finally:
            servers.stop(process)


if __name__ == "__main__":
    main()
