"""How fast a long history leaves, and in how much memory: `python -m bench.exports [matches]`.

Starts a server of its own in a temporary folder; everything stays on 127.0.0.1. One match of
twenty hands is entered, and copied in SQL until there are as many as a device may have; the
baseline is what the server held before it was asked for them.
"""

import asyncio
import re
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

import asyncpg
import msgspec

from api.matches import examples
from bench.phones import Phone
from tests.support import servers

HANDS = 20
MOST = 5_000
RECORD = msgspec.to_builtins(examples.RECORD)
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
_COPIES = """
WITH copies AS MATERIALIZED (SELECT uuidv7() AS match_id FROM generate_series(2, $1)),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    SELECT c.match_id, m.version, m.ruleset_hash, m.head, m.summary, m.created_at, m.updated_at
    FROM matches AS m CROSS JOIN copies AS c
),
owned AS (
    INSERT INTO members (match_id, device_id, role, joined_at)
    SELECT c.match_id, t.device_id, t.role, t.joined_at FROM members AS t CROSS JOIN copies AS c
),
listed AS (
    INSERT INTO device_matches (device_id, match_id)
    SELECT d.device_id, c.match_id FROM device_matches AS d CROSS JOIN copies AS c
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT c.match_id, h.number, h.record, h.is_void, h.overruled, h.proof, h.agreement
    FROM hands AS h CROSS JOIN copies AS c
)
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT c.match_id, j.version, j.noted_at, j.device_id, j.entry
FROM journal AS j CROSS JOIN copies AS c
"""


async def copy(url: str, matches: int) -> None:
    """Make as many matches of the one that is there."""
    connection = await asyncpg.connect(url)
    await connection.execute(_COPIES, matches)
    await connection.execute("ANALYZE")
    await connection.close()


def tree(pid: int) -> list[int]:
    """A process and all that came of it, but for the database's."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    name = Path(f"/proc/{pid}/comm").read_text().strip()
    own = [] if name == "postgres" else [pid]
    return own + [each for child in children for each in tree(int(child))]


def peak(pid: int) -> float:
    """The most megabytes that any process of a server has held."""
    held = (_PEAK.search(Path(f"/proc/{each}/status").read_text()) for each in tree(pid))
    return max(int(found[1]) / 1024 for found in held if found)


def streamed(port: int, token: str, written: str) -> tuple[int, int, float]:
    """The bytes and the matches of an export, and the seconds that it took."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    began, size, matches = time.perf_counter(), 0, 0
    path = f"/v1/matches/export.{written}"
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    for line in answer:
        size += len(line)
        matches += line.startswith((b"[Pitch", b'{"ruleset"'))
    return size, matches, time.perf_counter() - began


def main() -> None:
    """Print the table."""
    matches = min(int(sys.argv[1]), MOST) if len(sys.argv) > 1 else MOST
    with tempfile.TemporaryDirectory() as folder:
        port, state = servers.free_port(), Path(folder) / "state"
        process = servers.start(port, state)
        try:
            servers.wait_until_ready(process, port)
            phone = Phone(port)
            names = ("Ann", "Bob", "Cid", "Dee")
            body = {"ruleset": "mb-lounge", "players": [{"name": name} for name in names]}
            path = f"/v1/matches/{phone.ask('POST', '/v1/matches', body)['matchId']}"
            for number in range(1, HANDS + 1):
                phone.ask("PUT", f"{path}/hands/{number}", RECORD)
            url = f"postgresql://postgres@/postgres?host={state}/postgres/socket"
            asyncio.run(copy(url, matches))
            print(f"{matches} matches, {matches * HANDS} hands; {peak(process.pid):.0f} MB before")
            print(f"{'format':10}{'MB':>8}{'seconds':>9}{'hands/s':>9}{'MB held':>9}")
            for written in ("json", "txt"):
                size, found, seconds = streamed(port, phone.token, written)
                assert found == matches
                rate = matches * HANDS / seconds
                print(
                    f"{written:10}{size / 2**20:8.1f}{seconds:9.1f}{rate:9.0f}"
                    f"{peak(process.pid):9.0f}"
                )
        finally:
            servers.stop(process)


if __name__ == "__main__":
    main()
