"""Test whether expensive requests delay a table that plays on: `python -m bench.crowding`.

Four addresses, each with a device of its own and four connections, ask for one dear thing after the
other at the usual limits, from a process of their own; what is refused is asked for again after a
moment. Meanwhile one phone enters hands and reads its sheet. The baseline is the same phone alone.
Everything stays on 127.0.0.0/8, and each flood ends after so many seconds.
"""

import http.client
import multiprocessing
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.queues import Queue
from typing import Final

from bench import clients, servers
from bench.flooding import USUAL, WIDE, WIDE_MATCH, Caller
from bench.phones import HAND, HANDS
from tests.support import wide_records

SECONDS: Final = 8.0
ADDRESSES: Final = 4
EACH: Final = 4
_MATCHES: Final = 20
_WAIT: Final = 0.2
_PAGES: Final = ("recordHand", "planSchedule", "previewSchedule", "createLeague", "getMatch")
Ask = Callable[["Guest", str], object]
"""A function that sends an expensive request about a match."""


def _of_matches(caller: "Guest", _match: str) -> object:
    return caller.ask("POST", "/v1/imports", {"matches": caller.brought})


def _preview(caller: "Guest", match: str) -> object:
    return caller.ask("POST", f"{match}/hands/1/preview", wide_records.EIGHT_PLAYERS)


def _pages(caller: "Guest", _match: str) -> None:
    for name in _PAGES:
        caller.ask("GET", f"/docs/operations/{name}")


def _read(path: str) -> Ask:
    return lambda caller, match: caller.ask("GET", path.format(match=match, me=caller.device_id))


FLOODS: Final[Mapping[str, Ask]] = {
    "imports of 20 matches": _of_matches,
    "exports of all matches": _read("/v1/matches/export.json"),
    "score sheets in PDF": _read("{match}/export.pdf"),
    "rulebooks in PDF": _read("/v1/rulesets/mb-lounge/rulebook.pdf"),
    "statistics of a player": _read("/v1/players/{me}/statistics"),
    "previews of wide hands": _preview,
    "wide rulings": lambda caller, _match: caller.ask("POST", "/v1/rulings/hand", WIDE),
    "pages of the reference": _pages,
}


class Guest(Caller):
    """A device with matches that it imports."""

    def __init__(self, port: int, address: str, other: "Guest | None" = None) -> None:
        super().__init__(port, address, other)
        self.brought: list[object] = other.brought if other else []


def crowd(port: int, name: str, queue: "Queue[Counter[int]]") -> None:
    """Send one kind of request from all addresses until the time is up."""
    statuses, threads = Counter[int](), []
    for number in range(ADDRESSES):
        address = f"127.0.0.{number + 10}"
        guest = Guest(port, address)
        is_wide = name.startswith("previews")
        match = guest.sit_down(0, **WIDE_MATCH) if is_wide else guest.sit_down(5)
        if name.startswith("imports"):
            export = guest.ask("GET", f"{match}/export.json")
            guest.brought = [export["matches"][0] if "matches" in export else export] * _MATCHES
        until = time.monotonic() + SECONDS
        for _ in range(EACH):
            asking = (Guest(port, address, guest), FLOODS[name], match, until, statuses)
            threads.append(threading.Thread(target=ask_on, args=asking))
            threads[-1].start()
    for thread in threads:
        thread.join()
    queue.put(statuses)


def ask_on(caller: Guest, ask: Ask, match: str, until: float, statuses: "Counter[int]") -> None:
    """Send the same request again and again."""
    while time.monotonic() < until:
        before = caller.statuses.copy()
        with suppress(OSError, ValueError, http.client.HTTPException):
            ask(caller, match)
        if (caller.statuses - before).keys() & {429, 503}:
            time.sleep(_WAIT)
    statuses.update(caller.statuses)


def plays(port: int, seconds: float) -> tuple[list[float], int]:
    """Return the seconds of each request of a table that plays, and the number of failures."""
    guest = Guest(port, "127.0.0.1")
    path, until = guest.sit_down(HANDS), time.monotonic() + seconds
    guest.taken.clear()
    guest.statuses.clear()
    while time.monotonic() < until:
        guest.ask("PUT", f"{path}/hands/1", HAND)
        guest.ask("GET", path)
        time.sleep(0.25)
    return guest.taken, guest.statuses.total() - guest.statuses[200]


def print_row(name: str, times: list[float], failures: int, statuses: object) -> None:
    """Print a row of the table."""
    middle, slow = statistics.median(times), clients.p99(times)
    print(f"{name:26}{middle * 1000:8.0f}{slow * 1000:8.0f}{failures:8}  {statuses}", flush=True)


def main() -> None:
    """Print the table."""
    with servers.ours(RATE_LIMITS=USUAL) as server:
        print(f"{'beside':26}{'ms':>8}{'p99':>8}{'failed':>8}  answered")
        print_row("nothing", *plays(server.port, SECONDS), "")
        for name in FLOODS:
            queue: Queue[Counter[int]] = multiprocessing.Queue()
            flood = multiprocessing.Process(target=crowd, args=(server.port, name, queue))
            flood.start()
            times, failures = plays(server.port, SECONDS)
            print_row(name, times, failures, dict(queue.get(timeout=60)))
            flood.join()


if __name__ == "__main__":
    main()
