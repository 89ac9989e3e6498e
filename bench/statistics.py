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

from bench.phones import Phone, timed, timed_async, told
from tests.support import servers

MATCHES = 100_000
HANDS = 10
TEMPLATES = 4
OTHERS = 2_000
SIZES = (1_000, 5_000)
POINTS = ("0010", "1110", "0101", "1001", "0000", "1101", "0011")
"""Sides that took High, Low, Jack and Game."""
_NAMES = ("Ann", "Bob", "Cid", "Dee")

# Everybody else is one of so many devices, no two of which are the same at a table.
SEED = (
    """
    CREATE TEMPORARY TABLE copies AS
    SELECT
        n,
        uuidv7(make_interval(mins => (n - $1::int) * 20)) AS match_id,
        ($2::uuid[])[n / 100 % cardinality($2::uuid[]) + 1] AS template
    FROM generate_series(0, $1::int - 1) AS n
    """,
    """
    INSERT INTO matches (
        match_id, version, ruleset_hash, head, summary, created_at, updated_at
    )
    SELECT c.match_id, version, ruleset_hash, head, summary, created_at, updated_at
    FROM copies AS c JOIN matches AS m ON m.match_id = c.template
    """,
    """
    INSERT INTO hands (match_id, number, record, is_void, proof)
    SELECT c.match_id, number, record, is_void, proof
    FROM copies AS c JOIN hands AS h ON h.match_id = c.template
    """,
    """
    INSERT INTO members (match_id, device_id, role, joined_at, seat)
    SELECT
        c.match_id,
        CASE
            WHEN seat <> n % 4 THEN o.device_id
            WHEN n % 20 = 0 THEN $1::uuid
            WHEN n % 100 = 1 THEN $2::uuid
            ELSE o.device_id
        END,
        CASE seat WHEN 0 THEN 'owner' ELSE 'scorer' END,
        now(),
        seat
    FROM copies AS c
    CROSS JOIN generate_series(0, 3) AS seat
    JOIN others AS o ON o.place = (n * 7 + seat * 501) % $3::int
    """,
    """
    INSERT INTO tallies (match_id, seat, side, name, device_id, partners, opponents, counted)
    SELECT
        c.match_id, k.seat, k.side, k.name, s.device_id, o.partners, o.opponents, k.counted
    FROM copies AS c
    JOIN members AS s ON s.match_id = c.match_id
    JOIN tallies AS k ON k.match_id = c.template AND k.seat = s.seat
    CROSS JOIN LATERAL (
        SELECT
            array_agg(o.device_id) FILTER (WHERE (o.seat + s.seat) % 2 = 0) AS partners,
            array_agg(o.device_id) FILTER (WHERE (o.seat + s.seat) % 2 = 1) AS opponents
        FROM members AS o
        WHERE o.match_id = s.match_id AND o.seat <> s.seat
    ) AS o
    """,
    """
    INSERT INTO device_matches (device_id, match_id)
    SELECT s.device_id, s.match_id FROM copies AS c JOIN members AS s ON s.match_id = c.match_id
    """,
)


def play(phone: Phone, first: int) -> tuple[UUID, str]:
    """Play a match of ten hands that somebody wins: its id and its rules."""
    names = [{"name": name} for name in _NAMES]
    body = {"ruleset": "mb-lounge", "players": names, "options": {"hands": HANDS}}
    match_id = phone.ask("POST", "/v1/matches", body)["matchId"]
    for number in range(1, HANDS + 1):
        high, low, jack, game = map(int, POINTS[(first + number) % len(POINTS)])
        hand = {
            "contract": {"pitcher": number % 4, "bid": ("three", "four")[number % 2]},
            "claims": {
                "points": [
                    {"point": "high", "side": high},
                    {"point": "low", "side": low},
                    {"point": "jack", "side": jack},
                    {"point": "game", "side": game},
                ]
            },
        }
        phone.ask("PUT", f"/v1/matches/{match_id}/hands/{number}", hand)
    sheet = phone.ask("GET", f"/v1/matches/{match_id}")
    assert sheet["winner"], sheet["scores"]
    return UUID(match_id), sheet["ruleset"]["id"]


async def seed(url: str, templates: list[UUID], most: UUID, some: UUID) -> None:
    """Fill the database: one player is in every twentieth match, another in every hundredth."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "CREATE TEMPORARY TABLE others AS "
        "SELECT n AS place, uuidv7() AS device_id FROM generate_series(0, $1::int - 1) AS n",
        OTHERS,
    )
    given = ((MATCHES, templates), (), (), (most, some, OTHERS), (), ())
    for statement, arguments in zip(SEED, given, strict=True):
        await connection.execute(statement, *arguments)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


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
    some, most = Phone(port), Phone(port)
    templates, rules = zip(*(play(some, first) for first in range(TEMPLATES)), strict=True)
    some.hang_up()
    most.hang_up()
    before = time.perf_counter()
    asyncio.run(seed(url, list(templates), most.device_id, some.device_id))
    seconds = time.perf_counter() - before
    print(f"{MATCHES} matches of {HANDS} hands, seeded in {seconds:.0f} s")
    print(f"{'':38}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}")
    for size, phone in zip(SIZES, (some, most), strict=True):
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
            ("of some rules", f"ruleset={rules[0]}"),
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
