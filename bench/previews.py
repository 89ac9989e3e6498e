"""Test whether previews delay hands and disputes of others: `python -m bench.previews`.

Eight devices at eight addresses preview one hard hand after the other at the usual limits, from a
process of their own, each another one, so that nothing is remembered. Meanwhile a table records
hands, each another one, and disputes every fourth. The baseline is the same table alone. Everything
stays on 127.0.0.0/8 and ends after so many seconds.
"""

import multiprocessing
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from multiprocessing.queues import Queue
from typing import Any, Final

from bench import servers
from bench.clients import p99
from bench.flooding import USUAL, WIDE_MATCH, Caller
from tests.support import wide_records

DEVICES: Final = 8
SECONDS: Final = 20.0
_PAUSE: Final = 0.1
"""The pause between two hands of the table, which is much shorter than that of people."""


def hard(number: int) -> Iterator[dict[str, Any]]:
    """Yield different hands of eight players with so few facts that each takes long."""
    piles, *other_piles = wide_records.EIGHT_PLAYERS["piles"]
    for turn in count(number):
        cards = piles["cards"][:]
        low = turn % 8
        yield {
            **wide_records.EIGHT_PLAYERS,
            "piles": [{**piles, "cards": cards[: 8 - turn // 8 % 3]}, *other_piles],
            "lowDealtTo": low,
            "dealer": turn // 24 % 8,
        }


def preview_on(caller: Caller, number: int, until: float, outcomes: "Counter[str]") -> None:
    """Preview hard hands over one connection."""
    match, records = caller.sit_down(0, **WIDE_MATCH), hard(number * 24)
    while time.monotonic() < until:
        with suppress(OSError, ValueError, HTTPException):
            preview = caller.ask("POST", f"{match}/hands/1/preview", next(records))
            is_complete = preview.get("askAgainAfter") is None and "verdict" in preview
            outcomes["proven" if is_complete else "later"] += 1
            time.sleep(0.05)


def flood(port: int, queue: "Queue[Counter[str]]") -> None:
    """Preview from all addresses until the time is up."""
    statuses, until = Counter[str](), time.monotonic() + SECONDS
    guests = [Caller(port, f"127.0.0.{number + 10}") for number in range(DEVICES)]
    threads = [
        threading.Thread(target=preview_on, args=(guest, number, until, statuses))
        for number, guest in enumerate(guests)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.put(statuses)


class Table:
    """A table that records hands and disputes some."""

    def __init__(self, port: int) -> None:
        self._phone = Caller(port, "127.0.0.1")
        self._number = 0
        self._match = ""

    def play(self, seconds: float) -> tuple[list[float], list[float], int]:
        """Return the seconds of each recording and dispute, and the number without a proof."""
        recorded, disputed, without, until = [], [], 0, time.monotonic() + seconds
        while time.monotonic() < until:
            if self._number % 100 == 0:
                self._match = self._phone.sit_down(0)
            self._number += 1
            hand = self._phone.ask("PUT", f"{self._path}", self._record())
            recorded.append(self._phone.taken[-1])
            without += not hand["verdict"]["isProven"]
            if self._number % 4 == 0:
                hand = self._phone.ask("POST", f"{self._path}/disputes", {"reason": "No"})
                disputed.append(self._phone.taken[-1])
                without += hand["agreement"]["dispute"]["ruling"] is None
            time.sleep(_PAUSE)
        return recorded, disputed, without

    @property
    def _path(self) -> str:
        return f"{self._match}/hands/{(self._number - 1) % 100 + 1}"

    def _record(self) -> dict[str, Any]:
        """Return a hand that differs from the 319 before it, because a proven hand is cached."""
        number, taken = self._number, self._number % 5 + 1
        return {
            "dealer": number // 5 % 4,
            "contract": {"pitcher": number // 20 % 4, "bid": "two"},
            "trump": "SHDC"[number // 80 % 4],
            "piles": [
                {"side": 0, "listed": "scoring", "cards": ["JS", "TH", "TD", "KC"]},
                {"side": 1, "listed": "scoring", "cards": ["QH", "KH", "9S"]},
            ],
            "tricksWon": [taken, 6 - taken],
        }


def print_row(name: str, timings: tuple[list[float], list[float], int], base: float) -> None:
    """Print a row of the table."""
    recorded, disputed, without = timings
    print(
        f"{name:28}{statistics.median(recorded) * 1000:8.0f}{p99(recorded) * 1000:8.0f}"
        f"{p99(recorded) / base:8.2f}{statistics.median(disputed) * 1000:10.0f}"
        f"{max(disputed) * 1000:8.0f}{without:9} of {len(recorded) + len(disputed)}",
        flush=True,
    )


def main() -> None:
    """Print the table."""
    with servers.ours(RATE_LIMITS=USUAL) as server:
        table = Table(server.port)
        table.play(2.0)
        print(f"{'hands':28}{'ms':>8}{'p99':>8}{'x':>8}{'disputes':>10}{'worst':>8}  unproven")
        alone = table.play(SECONDS)
        print_row("alone", alone, p99(alone[0]))
        queue: Queue[Counter[str]] = multiprocessing.Queue()
        flooding = multiprocessing.Process(target=flood, args=(server.port, queue))
        flooding.start()
        time.sleep(2.0)
        print_row(f"beside {DEVICES} who preview", table.play(SECONDS - 4.0), p99(alone[0]))
        print(f"previews: {dict(queue.get(timeout=60))}")
        flooding.join()


if __name__ == "__main__":
    main()
