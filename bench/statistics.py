"""How long a player's page takes in a database of a million hands: `python -m bench.statistics`.

Starts a server of its own in a temporary folder, plays a few matches and copies their rows under
new ids; everything stays on 127.0.0.1. The baseline is a plain SELECT of the player's tallies: how
far its own p99 is from its p50 tells what the machine adds.
"""

import asyncio
import tempfile
import time
from functools import partial
from pathlib import Path
from uuid import UUID

import asyncpg

from bench import seeding
from bench.phones import Phone, timed, timed_async, told
from tests.support import servers

MATCHES = 100_000
SIZES = (1_000, 5_000)


async def plain(url: str, device_id: UUID) -> list[float]:
    """The baseline: the tallies of a player, as a plain SELECT."""
    connection = await asyncpg.connect(url)
    select = (
        "SELECT t.* FROM device_matches AS d JOIN tallies AS t USING (device_id, match_id) "
        "WHERE device_id = $1"
    )
    try:
        return await timed_async(partial(connection.fetch, select, device_id))
    finally:
        await connection.close()


def measure(port: int, url: str) -> None:
    """Seed, and ask for the pages."""
    scorer, *players = Phone(port), *(Phone(port) for _ in SIZES)
    templates, rules = seeding.play(scorer)
    for phone in (scorer, *players):
        phone.hang_up()
    before = time.perf_counter()
    every = {phone.device_id: MATCHES // size for phone, size in zip(players, SIZES, strict=True)}
    asyncio.run(seeding.seed(url, templates, MATCHES, every))
    asyncio.run(seeding.settle(url))
    seconds = time.perf_counter() - before
    print(f"{MATCHES} matches of {seeding.HANDS} hands, seeded in {seconds:.0f} s")
    print(f"{'':38}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}")
    for size, phone in zip(SIZES, players, strict=True):
        page = f"/v1/players/{phone.device_id}/statistics"
        base = asyncio.run(plain(url, phone.device_id))
        told(f"plain SELECT of {size} tallies", base, base)
        before = time.perf_counter()
        phone.ask("GET", page)
        first = (time.perf_counter() - before) * 1000
        told(f"page of a player of {size} matches", timed(partial(phone.ask, "GET", page)), base)
        print(f"{'  the first time':38}{first:9.2f}")
        for name, query in (
            ("of some time", "since=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z"),
            ("of some rules", f"ruleset={rules}"),
        ):
            taken = timed(partial(phone.ask, "GET", f"{page}?{query}"))
            told(f"  {name}, and all are", taken, base)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder) / "state", servers.free_port()
        process = servers.start(port, state)
        try:
            servers.wait_until_ready(process, port)
            measure(port, f"postgresql://postgres@/postgres?host={state.resolve()}/postgres/socket")
        finally:
            servers.stop(process)


if __name__ == "__main__":
    main()
