"""Time a player's statistics in a database of a million hands: `python -m bench.statistics`.

Starts a server with one worker in a temporary folder, plays a few matches and copies their rows
under new ids, a hundred thousand or as many as are asked for; everything stays on 127.0.0.1. A page
is asked for again and again, from one connection and from 32, and in turn with a hand of one of the
player's matches. The baseline is what an app that does nothing takes for an answer.
"""

import asyncio
import sys
import time
from typing import Final

from bench import clients, load, seeding, servers
from bench.load import Lanes
from bench.phones import Phone
from bench.servers import Server

MATCHES: Final = 100_000
SIZES: Final = (1_000, 5_000)
_ROUNDS: Final = 400


def print_row(server: Server, name: str, lanes: Lanes) -> None:
    """Measure one kind of work and print its row."""
    figures = load.run(server, lanes, rounds=max(1, _ROUNDS // len(lanes)))
    print(f"{name:50}{load.costs(*figures)}", flush=True)


def measure(server: Server, matches: int) -> None:
    """Fill the database and request the pages."""
    scorer, *players = (Phone(server.port) for _ in range(1 + len(SIZES)))
    templates, rules = seeding.play(scorer)
    for phone in (scorer, *players):
        phone.hang_up()
    before = time.perf_counter()
    every = {phone.device_id: matches // size for phone, size in zip(players, SIZES, strict=True)}
    asyncio.run(seeding.seed(server.url, templates, matches, every))
    asyncio.run(seeding.settle(server.url))
    seconds = time.perf_counter() - before
    print(f"{matches} matches of {seeding.HANDS} hands, seeded in {seconds:.0f} s")
    print(f"{'':50}{load.COSTS}   each of a request")
    for size, phone in zip(SIZES, players, strict=True):
        page = f"/v1/players/{phone.device_id}/statistics"
        requests = {
            f"page of a player of {size} matches": page,
            "  of some time, and all are": f"{page}?since=2000-01-01&until=2100-01-01",
            "  of some rules, and all are": f"{page}?ruleset={rules}",
        }
        for name, path in requests.items():
            lanes = load.same(path, phone.token)
            print_row(server, name, lanes[:1])
            print_row(server, f"{name}, 32 at once", lanes)
        print_row(server, "  in turn with a hand of its last match", _changing(phone, page))


def _changing(phone: Phone, page: str) -> Lanes:
    """Return corrections of a hand, back and forth, each with the page after it."""
    last = phone.ask("GET", "/v1/matches?limit=1")["items"][0]["matchId"]
    path, sent = f"/v1/matches/{last}/hands/1", clients.request("GET", page, phone.token)
    hands = [
        {"contract": {"pitcher": 1, "bid": bid}, "claims": {"taken": [1, 3]}}
        for bid in ("two", "three")
    ]
    writes = [clients.request("PUT", path, phone.token, hand, "If-Match: *") for hand in hands]
    return (tuple(request for write in writes for request in (write, sent)),)


def main() -> None:
    """Print the table."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    load.bare_cost()
    with servers.ours(WORKERS="1") as server:
        measure(server, matches)


if __name__ == "__main__":
    main()
